package io.github.sessionsurvival.target;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The part of a target file that declares the lever.
 *
 * @param folder what paths in the file start from
 */
record LeverPart(YamlFile file, Path folder) {

    private static final String KINDS = "none, http, process, command";

    /** Without the part, a server that the suite starts has its process as lever. */
    LeverDeclaration read(Optional<YamlPart> part, Optional<StartCommand> start) {
        if (part.isEmpty()) {
            return start.isPresent() ? new LeverDeclaration.OwnProcess() : new LeverDeclaration.None();
        }
        YamlPart.Mapping mapping = file.mapping(part.get(), "lever");
        int line = part.get().line();
        String kind = file.at(mapping, "kind")
                .map(p -> file.text(p, "kind"))
                .orElseThrow(() -> file.fault(line, "'lever' lacks 'kind'; allowed: " + KINDS));
        return switch (kind) {
            case "none" -> {
                file.allow(mapping, "lever of kind " + kind, List.of("kind"));
                yield new LeverDeclaration.None();
            }
            case "process" -> {
                file.allow(mapping, "lever of kind " + kind, List.of("kind"));
                if (start.isEmpty()) {
                    throw file.fault(
                            line, "a lever of kind process needs 'start': the suite stops only what it started");
                }
                yield new LeverDeclaration.OwnProcess();
            }
            case "http" -> http(mapping, line, start);
            case "command" -> command(mapping, line);
            default -> throw file.fault(line, "'kind' is '" + kind + "'; allowed: " + KINDS);
        };
    }

    private LeverDeclaration.Command command(YamlPart.Mapping mapping, int line) {
        file.allow(mapping, "lever of kind command", List.of("kind", "restart", "replace", "ready", "workdir"));
        LeverDeclaration.Command command = new LeverDeclaration.Command(
                words(mapping, "restart"),
                words(mapping, "replace"),
                words(mapping, "ready"),
                file.at(mapping, "workdir")
                        .map(p -> file.folder(p, folder, "workdir"))
                        .orElse(folder));
        if (command.restart().isEmpty() && command.replace().isEmpty()) {
            throw file.fault(
                    line,
                    "a lever of kind command needs 'restart' or 'replace': a list of words, such as"
                            + " [kubectl, rollout, restart, deployment/mcp]");
        }
        return command;
    }

    private List<String> words(YamlPart.Mapping mapping, String key) {
        return file.at(mapping, key).map(p -> file.texts(p, key)).orElse(List.of());
    }

    private LeverDeclaration.Http http(YamlPart.Mapping mapping, int line, Optional<StartCommand> start) {
        file.allow(mapping, "lever of kind http", List.of("kind", "url", "token"));
        String url = file.at(mapping, "url")
                .map(p -> file.text(p, "url"))
                .orElseThrow(
                        () -> file.fault(line, "a lever of kind http needs 'url': the base of its control interface"));
        Optional<String> wrong = UrlRule.complaint(ChosenPorts.forChecking(url));
        if (wrong.isPresent()) {
            throw file.fault(line, "'url': " + wrong.get());
        }
        if (ChosenPorts.asked(url) && start.isEmpty()) {
            throw file.fault(
                    line,
                    "'url' has ${port} or ${control-port}, which the suite chooses only for a server that it starts");
        }
        SecretSource token = file.at(mapping, "token")
                .map(p -> new SecretPart(file, folder, start.isPresent()).read(p, "token", "MCP_CONTROL_TOKEN"))
                .orElseThrow(() -> file.fault(
                        line, "a lever of kind http needs 'token', such as token: {env: MCP_CONTROL_TOKEN}"));
        return new LeverDeclaration.Http(url, token);
    }
}
