package io.github.sessionsurvival.target;

import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.RestartAnswer;
import io.github.sessionsurvival.wire.Secret;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A target file as it was written, checked but with no secret read yet (docs/targets.md).
 *
 * @param name for people and the report
 * @param url where the server answers; {@code ${port}} stands for the port that the suite chooses
 * @param start how the suite starts the server; empty: it runs already
 * @param bearer the main caller's credential
 * @param otherBearer a second caller's
 * @param headers further headers of every request
 * @param contract the restart answer that the target documents
 * @param contractName as the file spells it
 * @param probe the real request that proves life
 * @param safeTool a tool that may be called
 * @param limits deadlines and ceilings
 * @param lever the lever
 */
public record TargetFile(
        String name,
        String url,
        Optional<StartCommand> start,
        Optional<SecretSource> bearer,
        Optional<SecretSource> otherBearer,
        List<HeaderSource> headers,
        Optional<RestartAnswer> contract,
        String contractName,
        Optional<Probe> probe,
        Optional<Probe> safeTool,
        Limits limits,
        LeverDeclaration lever) {

    /** A header of every request: its value stands in the file, or is a secret from elsewhere. */
    record HeaderSource(String name, Optional<String> plain, Optional<SecretSource> secret) {}

    private static final List<String> KEYS = List.of(
            "name",
            "url",
            "start",
            "bearer",
            "other-bearer",
            "headers",
            "contract",
            "probe",
            "safe-tool",
            "limits",
            "lever",
            "notes");

    /** Headers that the suite itself sets; a file that sets them too would test the file. */
    private static final Set<String> OWN_HEADERS = Set.of(
            "accept",
            "content-type",
            "content-length",
            "mcp-session-id",
            "mcp-protocol-version",
            "last-event-id",
            "host",
            "connection");

    private static final JsonMapper JSON = JsonMapper.builder().build();

    public TargetFile {
        headers = List.copyOf(headers);
    }

    /**
     * Reads and checks a file.
     *
     * @throws ConfigurationFault with the file, the line, what is wrong and what is allowed
     */
    public static TargetFile read(Path file) {
        Path folder = file.toAbsolutePath().normalize().getParent();
        return new Reading(YamlFile.read(file), folder).whole();
    }

    static TargetFile parse(String shown, String text, Path folder) {
        return new Reading(YamlFile.parse(shown, text), folder).whole();
    }

    /** Whether the suite must choose a port. */
    public boolean asksForPort() {
        return url.contains(StartCommand.PORT);
    }

    /** The control interface's URL, where the lever is one. */
    public Optional<URI> controlUrl(int port) {
        return lever instanceof LeverDeclaration.Http http
                ? Optional.of(URI.create(http.url().replace(StartCommand.PORT, Integer.toString(port))))
                : Optional.empty();
    }

    /** The control interface's token, where the lever needs one. */
    public Optional<Secret> controlToken(Environment environment) {
        return lever instanceof LeverDeclaration.Http http
                ? Optional.of(http.token().resolve(environment))
                : Optional.empty();
    }

    /**
     * The target, its secrets read.
     *
     * @param port the chosen port; ignored where the URL asks for none
     * @throws ConfigurationFault when a secret is not where the file says
     */
    public Target target(int port, Environment environment) {
        List<Caller.ExtraHeader> extra = headers.stream()
                .map(h -> h.secret()
                        .map(s -> new Caller.ExtraHeader(h.name(), s.resolve(environment), true))
                        .orElseGet(() -> new Caller.ExtraHeader(
                                h.name(), Secret.of(h.plain().orElseThrow()), false)))
                .toList();
        Caller main = new Caller("main", bearer.map(b -> b.resolve(environment)), extra);
        Optional<Caller> other = otherBearer.map(b -> new Caller("other", Optional.of(b.resolve(environment)), extra));
        return new Target(
                name,
                URI.create(url.replace(StartCommand.PORT, Integer.toString(port))),
                main,
                other,
                contract,
                probe,
                safeTool,
                limits);
    }

    /** One reading of one file. */
    private record Reading(YamlFile file, Path folder) {

        TargetFile whole() {
            YamlPart.Mapping root = file.root();
            file.allow(root, "", KEYS);
            String name = file.at(root, "name")
                    .map(p -> file.text(p, "name"))
                    .orElseThrow(() -> file.fault(1, "the target lacks 'name': how the report calls the server"));
            Optional<StartCommand> start = file.at(root, "start").map(this::start);
            String url = url(root, start);
            LeverDeclaration lever = lever(root, start);
            String contractName =
                    file.at(root, "contract").map(p -> file.text(p, "contract")).orElse(ContractFile.NONE);
            return new TargetFile(
                    name,
                    url,
                    start,
                    file.at(root, "bearer").map(p -> secret(p, "bearer", "MCP_BEARER")),
                    file.at(root, "other-bearer").map(p -> secret(p, "other-bearer", "MCP_OTHER_BEARER")),
                    headers(root),
                    contract(contractName),
                    contractName,
                    file.at(root, "probe").map(this::probe),
                    file.at(root, "safe-tool").map(this::safeTool),
                    limits(root),
                    lever);
        }

        private String url(YamlPart.Mapping root, Optional<StartCommand> start) {
            YamlPart part = file.at(root, "url")
                    .orElseThrow(() -> file.fault(
                            1, "the target lacks 'url': where the server answers, such as http://127.0.0.1:8080/mcp"));
            String url = file.text(part, "url");
            Optional<String> wrong = UrlRule.complaint(url.replace(StartCommand.PORT, "1"));
            if (wrong.isPresent()) {
                throw file.fault(part.line(), "'url': " + wrong.get());
            }
            if (url.contains(StartCommand.PORT) && start.isEmpty()) {
                throw file.fault(
                        part.line(),
                        "'url' has ${port}, which the suite chooses only for a server that it starts: write the port, or add 'start'");
            }
            return url;
        }

        private StartCommand start(YamlPart part) {
            YamlPart.Mapping mapping = file.mapping(part, "start");
            file.allow(mapping, "start", List.of("command", "prepare", "workdir", "env", "ready-within", "grace"));
            List<String> command = file.at(mapping, "command")
                    .map(p -> file.texts(p, "command"))
                    .orElseThrow(() -> file.fault(
                            part.line(),
                            "'start' lacks 'command': a list of words, such as [./start.sh, \"${port}\"]"));
            List<String> prepare = file.at(mapping, "prepare")
                    .map(p -> file.texts(p, "prepare"))
                    .orElse(List.of());
            Path workdir = file.at(mapping, "workdir").map(this::workdir).orElse(folder);
            Map<String, String> environment = new LinkedHashMap<>();
            file.at(mapping, "env").ifPresent(p -> {
                YamlPart.Mapping env = file.mapping(p, "env");
                env.parts().forEach((key, value) -> environment.put(key, file.text(value, key)));
            });
            return new StartCommand(
                    command,
                    prepare,
                    workdir,
                    environment,
                    someTime(mapping, "ready-within", Duration.ofSeconds(20)),
                    duration(mapping, "grace", Duration.ofSeconds(10)));
        }

        private Path workdir(YamlPart part) {
            Path workdir = folder.resolve(file.text(part, "workdir")).normalize();
            if (!Files.isDirectory(workdir)) {
                throw file.fault(part.line(), "'workdir' is no folder: " + workdir);
            }
            return workdir;
        }

        private Duration someTime(YamlPart.Mapping mapping, String key, Duration otherwise) {
            return file.at(mapping, key).map(p -> file.someTime(p, key)).orElse(otherwise);
        }

        private Duration duration(YamlPart.Mapping mapping, String key, Duration otherwise) {
            return file.at(mapping, key).map(p -> file.duration(p, key)).orElse(otherwise);
        }

        private SecretSource secret(YamlPart part, String key, String exampleVariable) {
            if (part instanceof YamlPart.Scalar) {
                // The value itself is not repeated: it may be a real token.
                throw file.fault(
                        part.line(),
                        "'" + key + "' stands in the file itself; write where it is found: " + key + ": {env: "
                                + exampleVariable + "} or {file: path}");
            }
            YamlPart.Mapping mapping = file.mapping(part, key);
            file.allow(mapping, key, List.of("env", "file"));
            String where = file.shown() + ":" + part.line() + ": '" + key + "'";
            Optional<String> variable = file.at(mapping, "env").map(p -> file.text(p, "env"));
            Optional<String> path = file.at(mapping, "file").map(p -> file.text(p, "file"));
            if (variable.isPresent() == path.isPresent()) {
                throw file.fault(part.line(), "'" + key + "' takes either {env: NAME} or {file: path}");
            }
            if (variable.isPresent() && !variable.get().matches("[A-Za-z_][A-Za-z0-9_]*")) {
                throw file.fault(
                        part.line(),
                        "'" + key + "': env takes the name of an environment variable, such as " + exampleVariable
                                + ", not a value");
            }
            return variable.<SecretSource>map(v -> new SecretSource.Variable(where, v))
                    .orElseGet(() -> new SecretSource.TextFile(where, folder.resolve(path.orElseThrow())));
        }

        private List<HeaderSource> headers(YamlPart.Mapping root) {
            List<HeaderSource> found = new ArrayList<>();
            file.at(root, "headers").ifPresent(p -> {
                YamlPart.Mapping mapping = file.mapping(p, "headers");
                mapping.parts()
                        .forEach((name, value) ->
                                found.add(header(mapping.lines().get(name), name, value)));
            });
            return found;
        }

        private HeaderSource header(int line, String name, YamlPart value) {
            String lower = name.toLowerCase(Locale.ROOT);
            if (!name.matches("[A-Za-z0-9!#$%&'*+.^_`|~-]+")) {
                throw file.fault(line, "'" + name + "' is not a header name");
            }
            if (OWN_HEADERS.contains(lower)) {
                throw file.fault(line, "the header " + name + " is the suite's own; it cannot be set");
            }
            if (lower.equals("authorization") || lower.equals("cookie") || lower.equals("proxy-authorization")) {
                if (value instanceof YamlPart.Scalar) {
                    throw file.fault(
                            line,
                            "the header " + name + " is a credential; write where it is found: " + name
                                    + ": {env: NAME}, or use 'bearer'");
                }
            }
            if (value instanceof YamlPart.Scalar) {
                String text = file.text(value, name);
                if (text.chars().anyMatch(c -> c < 0x20 || c == 0x7f)) {
                    throw file.fault(line, "the value of the header " + name + " has control characters");
                }
                return new HeaderSource(name, Optional.of(text), Optional.empty());
            }
            return new HeaderSource(name, Optional.empty(), Optional.of(secret(value, name, "MY_KEY")));
        }

        private Optional<RestartAnswer> contract(String named) {
            return switch (named) {
                case ContractFile.NONE -> Optional.empty();
                case ContractFile.SHIPPED -> Optional.of(ContractFile.shipped());
                default -> Optional.of(ContractFile.read(folder.resolve(named)));
            };
        }

        private Probe probe(YamlPart part) {
            YamlPart.Mapping mapping = file.mapping(part, "probe");
            file.allow(mapping, "probe", List.of("method", "params"));
            String method = file.at(mapping, "method")
                    .map(p -> file.text(p, "method"))
                    .orElseThrow(() -> file.fault(part.line(), "'probe' lacks 'method', such as tools/list"));
            if (method.equals("tools/call")) {
                throw file.fault(
                        part.line(), "'probe' may not call a tool; a tool that may be called is named by 'safe-tool'");
            }
            return new Probe(method, json(file.at(mapping, "params"), "params"));
        }

        private Probe safeTool(YamlPart part) {
            YamlPart.Mapping mapping = file.mapping(part, "safe-tool");
            file.allow(mapping, "safe-tool", List.of("name", "arguments"));
            String name = file.at(mapping, "name")
                    .map(p -> file.text(p, "name"))
                    .orElseThrow(
                            () -> file.fault(part.line(), "'safe-tool' lacks 'name': the tool that may be called"));
            ObjectNode params = JSON.createObjectNode();
            params.put("name", name);
            params.set("arguments", JSON.readTree(json(file.at(mapping, "arguments"), "arguments")));
            return new Probe("tools/call", params.toString());
        }

        private String json(Optional<YamlPart> part, String key) {
            return part.map(p -> node(file.mapping(p, key)).toString()).orElse("{}");
        }

        private static tools.jackson.databind.JsonNode node(YamlPart part) {
            if (part instanceof YamlPart.Mapping mapping) {
                ObjectNode object = JSON.createObjectNode();
                mapping.parts().forEach((key, value) -> object.set(key, node(value)));
                return object;
            }
            if (part instanceof YamlPart.Sequence sequence) {
                ArrayNode array = JSON.createArrayNode();
                sequence.parts().forEach(p -> array.add(node(p)));
                return array;
            }
            YamlPart.Scalar scalar = (YamlPart.Scalar) part;
            String text = scalar.quotedOrPlain();
            if (scalar.isText()) {
                return JsonNodeFactory.instance.stringNode(text);
            }
            return text.isEmpty() ? JsonNodeFactory.instance.nullNode() : JSON.readTree(text);
        }

        private Limits limits(YamlPart.Mapping root) {
            Limits usual = Limits.DEFAULT;
            Optional<YamlPart> part = file.at(root, "limits");
            if (part.isEmpty()) {
                return usual;
            }
            YamlPart.Mapping mapping = file.mapping(part.get(), "limits");
            file.allow(mapping, "limits", List.of("connect", "answer", "total", "max-wait", "max-sessions"));
            return new Limits(
                    someTime(mapping, "connect", usual.connect()),
                    someTime(mapping, "answer", usual.answer()),
                    someTime(mapping, "total", usual.total()),
                    duration(mapping, "max-wait", usual.maxWait()),
                    file.at(mapping, "max-sessions")
                            .map(p -> file.count(p, "max-sessions", 1, 10_000))
                            .orElse(usual.maxSessions()));
        }

        private LeverDeclaration lever(YamlPart.Mapping root, Optional<StartCommand> start) {
            Optional<YamlPart> part = file.at(root, "lever");
            if (part.isEmpty()) {
                return start.isPresent() ? new LeverDeclaration.OwnProcess() : new LeverDeclaration.None();
            }
            YamlPart.Mapping mapping = file.mapping(part.get(), "lever");
            file.allow(mapping, "lever", List.of("kind", "url", "token"));
            int line = part.get().line();
            String kind = file.at(mapping, "kind")
                    .map(p -> file.text(p, "kind"))
                    .orElseThrow(() -> file.fault(line, "'lever' lacks 'kind'; allowed: none, http, process"));
            if (!kind.equals("http") && mapping.parts().size() > 1) {
                throw file.fault(line, "a lever of kind " + kind + " takes no 'url' and no 'token'");
            }
            return switch (kind) {
                case "none" -> new LeverDeclaration.None();
                case "process" -> {
                    if (start.isEmpty()) {
                        throw file.fault(
                                line, "a lever of kind process needs 'start': the suite stops only what it started");
                    }
                    yield new LeverDeclaration.OwnProcess();
                }
                case "http" -> http(mapping, line, start);
                default -> throw file.fault(line, "'kind' is '" + kind + "'; allowed: none, http, process");
            };
        }

        private LeverDeclaration.Http http(YamlPart.Mapping mapping, int line, Optional<StartCommand> start) {
            String url = file.at(mapping, "url")
                    .map(p -> file.text(p, "url"))
                    .orElseThrow(() ->
                            file.fault(line, "a lever of kind http needs 'url': the base of its control interface"));
            Optional<String> wrong = UrlRule.complaint(url.replace(StartCommand.PORT, "1"));
            if (wrong.isPresent()) {
                throw file.fault(line, "'url': " + wrong.get());
            }
            if (url.contains(StartCommand.PORT) && start.isEmpty()) {
                throw file.fault(line, "'url' has ${port}, which the suite chooses only for a server that it starts");
            }
            SecretSource token = file.at(mapping, "token")
                    .map(p -> secret(p, "token", "MCP_CONTROL_TOKEN"))
                    .orElseThrow(() -> file.fault(
                            line, "a lever of kind http needs 'token', such as token: {env: MCP_CONTROL_TOKEN}"));
            return new LeverDeclaration.Http(url, token);
        }
    }
}
