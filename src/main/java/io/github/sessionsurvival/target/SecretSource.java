package io.github.sessionsurvival.target;

import io.github.sessionsurvival.wire.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a secret is found: a target file holds the place, never the secret itself. */
public sealed interface SecretSource {

    /**
     * The secret.
     *
     * @throws ConfigurationFault when it is not there, naming the variable or the file
     */
    Secret resolve(Environment environment);

    /** An environment variable. */
    record Variable(String where, String name) implements SecretSource {
        @Override
        public Secret resolve(Environment environment) {
            return environment
                    .variable(name)
                    .map(String::strip)
                    .filter(v -> !v.isEmpty())
                    .map(Secret::of)
                    .orElseThrow(() -> new ConfigurationFault(
                            where + ": the environment variable " + name + " is not set; set it, then run again"));
        }
    }

    /** The first line of a file. */
    record TextFile(String where, Path file) implements SecretSource {
        @Override
        public Secret resolve(Environment environment) {
            try {
                if (Files.size(file) <= 64 * 1024) {
                    String text = Files.readString(file, StandardCharsets.UTF_8)
                            .lines()
                            .findFirst()
                            .orElse("")
                            .strip();
                    if (!text.isEmpty()) {
                        return Secret.of(text);
                    }
                }
            } catch (IOException e) {
                throw new ConfigurationFault(where + ": the file " + file + " cannot be read");
            }
            throw new ConfigurationFault(where + ": the file " + file + " holds no secret in its first line");
        }
    }
}
