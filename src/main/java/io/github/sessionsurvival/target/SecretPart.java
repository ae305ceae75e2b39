package io.github.sessionsurvival.target;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A part of a target file that says where a secret is found.
 *
 * @param folder what paths in the file start from
 * @param starts whether the suite starts the server, and so can hand it a secret
 */
record SecretPart(YamlFile file, Path folder, boolean starts) {

    SecretSource read(YamlPart part, String key, String exampleVariable) {
        if (part instanceof YamlPart.Scalar) {
            // The value itself is not repeated: it may be a real token.
            throw file.fault(
                    part.line(),
                    "'" + key + "' stands in the file itself; write where it is found: " + key + ": {env: "
                            + exampleVariable + "}, {file: path} or {command: [word, word]}");
        }
        YamlPart.Mapping mapping = file.mapping(part, key);
        file.allow(mapping, key, List.of("env", "file", "command", "valid-for", "generate"));
        String where = file.shown() + ":" + part.line() + ": '" + key + "'";
        Optional<String> variable = file.at(mapping, "env").map(p -> file.text(p, "env"));
        Optional<String> path = file.at(mapping, "file").map(p -> file.text(p, "file"));
        Optional<List<String>> command = file.at(mapping, "command").map(p -> file.texts(p, "command"));
        Optional<String> generated = file.at(mapping, "generate").map(p -> file.text(p, "generate"));
        Optional<Duration> validFor = file.at(mapping, "valid-for").map(p -> file.someTime(p, "valid-for"));
        if (Stream.of(variable, path, command, generated)
                        .filter(Optional::isPresent)
                        .count()
                != 1) {
            throw file.fault(
                    part.line(),
                    "'" + key
                            + "' takes one of {env: NAME}, {file: path}, {command: [word, word]} and {generate: NAME}");
        }
        if (validFor.isPresent() && command.isEmpty()) {
            throw file.fault(part.line(), "'" + key + "': 'valid-for' goes with 'command' only");
        }
        demandName(variable, part, key, "env", exampleVariable);
        demandName(generated, part, key, "generate", exampleVariable);
        if (generated.isPresent() && !starts) {
            throw file.fault(
                    part.line(),
                    "'" + key
                            + "': generate makes up a secret for a server that the suite starts; add 'start', or write"
                            + " where the secret is found: " + key + ": {env: " + exampleVariable + "}");
        }
        return variable.<SecretSource>map(v -> new SecretSource.Variable(where, v))
                .or(() -> path.map(p -> new SecretSource.TextFile(where, folder.resolve(p))))
                .or(() -> generated.map(SecretSource.Generated::new))
                .orElseGet(() -> new SecretSource.Command(where, command.orElseThrow(), folder, validFor));
    }

    private void demandName(Optional<String> name, YamlPart part, String key, String kind, String example) {
        if (name.isPresent() && !name.get().matches("[A-Za-z_][A-Za-z0-9_]*")) {
            throw file.fault(
                    part.line(),
                    "'" + key + "': " + kind + " takes the name of an environment variable, such as " + example
                            + ", not a value");
        }
    }
}
