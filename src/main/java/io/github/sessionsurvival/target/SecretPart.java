package io.github.sessionsurvival.target;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A part of a target file that says where a secret is found.
 *
 * @param folder what paths in the file start from
 */
record SecretPart(YamlFile file, Path folder) {

    SecretSource read(YamlPart part, String key, String exampleVariable) {
        if (part instanceof YamlPart.Scalar) {
            // The value itself is not repeated: it may be a real token.
            throw file.fault(
                    part.line(),
                    "'" + key + "' stands in the file itself; write where it is found: " + key + ": {env: "
                            + exampleVariable + "}, {file: path} or {command: [word, word]}");
        }
        YamlPart.Mapping mapping = file.mapping(part, key);
        file.allow(mapping, key, List.of("env", "file", "command", "valid-for"));
        String where = file.shown() + ":" + part.line() + ": '" + key + "'";
        Optional<String> variable = file.at(mapping, "env").map(p -> file.text(p, "env"));
        Optional<String> path = file.at(mapping, "file").map(p -> file.text(p, "file"));
        Optional<List<String>> command = file.at(mapping, "command").map(p -> file.texts(p, "command"));
        Optional<Duration> validFor = file.at(mapping, "valid-for").map(p -> file.someTime(p, "valid-for"));
        if (variable.stream().count() + path.stream().count() + command.stream().count() != 1) {
            throw file.fault(
                    part.line(), "'" + key + "' takes one of {env: NAME}, {file: path} and {command: [word, word]}");
        }
        if (validFor.isPresent() && command.isEmpty()) {
            throw file.fault(part.line(), "'" + key + "': 'valid-for' goes with 'command' only");
        }
        if (variable.isPresent() && !variable.get().matches("[A-Za-z_][A-Za-z0-9_]*")) {
            throw file.fault(
                    part.line(),
                    "'" + key + "': env takes the name of an environment variable, such as " + exampleVariable
                            + ", not a value");
        }
        return variable.<SecretSource>map(v -> new SecretSource.Variable(where, v))
                .or(() -> path.map(p -> new SecretSource.TextFile(where, folder.resolve(p))))
                .orElseGet(() -> new SecretSource.Command(where, command.orElseThrow(), folder, validFor));
    }
}
