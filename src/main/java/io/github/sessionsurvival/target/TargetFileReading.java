package io.github.sessionsurvival.target;

import io.github.sessionsurvival.wire.RestartAnswer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One reading of one target file.
 *
 * @param folder what paths in the file start from
 */
record TargetFileReading(YamlFile file, Path folder) {

    private static final List<String> KEYS = List.of(
            "name",
            "url",
            "also-url",
            "start",
            "bearer",
            "other-bearer",
            "headers",
            "tls",
            "contract",
            "promises",
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

    TargetFile whole() {
        YamlPart.Mapping root = file.root();
        file.allow(root, "", KEYS);
        String name = file.at(root, "name")
                .map(p -> file.text(p, "name"))
                .orElseThrow(() -> file.fault(1, "the target lacks 'name': how the report calls the server"));
        Optional<StartCommand> start = file.at(root, "start").map(new StartPart(file, folder)::read);
        String url = url(root, start);
        Optional<String> alsoUrl = file.at(root, "also-url").map(part -> checkedUrl(part, "also-url", start));
        LeverDeclaration lever = new LeverPart(file, folder).read(file.at(root, "lever"), start);
        if (start.filter(StartCommand::needsBalancer).isPresent() && !(lever instanceof LeverDeclaration.OwnProcess)) {
            throw file.fault(
                    file.at(root, "lever").map(YamlPart::line).orElse(1),
                    "'replicas' and 'next' come with the lever of kind process: leave 'lever' out");
        }
        String contractName =
                file.at(root, "contract").map(p -> file.text(p, "contract")).orElse(ContractFile.NONE);
        return new TargetFile(
                name,
                url,
                alsoUrl,
                start,
                file.at(root, "bearer").map(p -> secrets(start).read(p, "bearer", "MCP_BEARER")),
                file.at(root, "other-bearer").map(p -> secrets(start).read(p, "other-bearer", "MCP_OTHER_BEARER")),
                headers(root, start),
                file.at(root, "contract").flatMap(this::contract),
                contractName,
                file.at(root, "probe").map(this::probe),
                file.at(root, "safe-tool").map(this::safeTool),
                file.at(root, "promises").map(new PromisesPart(file)::read).orElse(Promises.NONE),
                file.at(root, "limits").map(new LimitsPart(file)::read).orElse(Limits.DEFAULT),
                file.at(root, "tls").map(new TlsPart(file, folder)::read).orElse(TlsFiles.NONE),
                lever);
    }

    private SecretPart secrets(Optional<StartCommand> start) {
        return new SecretPart(file, folder, start.isPresent());
    }

    private String url(YamlPart.Mapping root, Optional<StartCommand> start) {
        YamlPart part = file.at(root, "url")
                .orElseThrow(() -> file.fault(
                        1, "the target lacks 'url': where the server answers, such as http://127.0.0.1:8080/mcp"));
        return checkedUrl(part, "url", start);
    }

    private String checkedUrl(YamlPart part, String key, Optional<StartCommand> start) {
        String url = file.text(part, key);
        Optional<String> wrong = UrlRule.complaint(ChosenPorts.forChecking(url));
        if (wrong.isPresent()) {
            throw file.fault(part.line(), "'" + key + "': " + wrong.get());
        }
        if (ChosenPorts.asked(url) && start.isEmpty()) {
            throw file.fault(
                    part.line(),
                    "'" + key
                            + "' has ${port}, which the suite chooses only for a server that it starts: write the port, or add 'start'");
        }
        return url;
    }

    private List<TargetFile.HeaderSource> headers(YamlPart.Mapping root, Optional<StartCommand> start) {
        List<TargetFile.HeaderSource> found = new ArrayList<>();
        file.at(root, "headers").ifPresent(p -> {
            YamlPart.Mapping mapping = file.mapping(p, "headers");
            mapping.parts()
                    .forEach((name, value) -> found.add(header(mapping.lines().get(name), name, value, start)));
        });
        return found;
    }

    private TargetFile.HeaderSource header(int line, String name, YamlPart value, Optional<StartCommand> start) {
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
            return new TargetFile.HeaderSource(name, Optional.of(text), Optional.empty());
        }
        return new TargetFile.HeaderSource(
                name, Optional.empty(), Optional.of(secrets(start).read(value, name, "MY_KEY")));
    }

    private Optional<RestartAnswer> contract(YamlPart part) {
        String named = file.text(part, "contract");
        if (named.equals(ContractFile.NONE)) {
            return Optional.empty();
        }
        if (named.equals(ContractFile.SHIPPED)) {
            return Optional.of(ContractFile.shipped());
        }
        if (!Files.isRegularFile(folder.resolve(named))) {
            throw file.fault(
                    part.line(),
                    "'contract' is '" + named + "', which is no file; allowed: " + ContractFile.SHIPPED + ", "
                            + ContractFile.NONE + ", or a contract file");
        }
        return Optional.of(ContractFile.read(folder.resolve(named)));
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
                .orElseThrow(() -> file.fault(part.line(), "'safe-tool' lacks 'name': the tool that may be called"));
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
}
