package io.github.sessionsurvival.target;

import io.github.sessionsurvival.wire.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Where a secret is found: a target file holds the place, never the secret itself. */
public sealed interface SecretSource {

    /**
     * The secret.
     *
     * @throws ConfigurationFault when it is not there, naming the variable or the file
     */
    Secret resolve(Environment environment);

    /**
     * The secret in a text, white space around it left out.
     *
     * @param where how a complaint names the place; the text itself is never repeated
     * @throws ConfigurationFault when there is none, or it has characters that no header may carry: sent all the same, a
     *     line break would end the header and begin another
     */
    static Secret in(String text, String where) {
        String secret = text.strip();
        if (secret.isEmpty()) {
            throw new ConfigurationFault(where + " is blank; give it its value, or do not set it at all");
        }
        if (secret.chars().anyMatch(c -> c < 0x20 || c > 0x7e)) {
            throw new ConfigurationFault(
                    where + " holds a line break or another character that no header can carry; is it the right one?");
        }
        return Secret.of(secret);
    }

    /** Whether it may be another one when it is asked for again. */
    default boolean isRenewable() {
        return true;
    }

    /** An environment variable. */
    record Variable(String where, String name) implements SecretSource {
        /** A variable cannot change while a process runs. */
        @Override
        public boolean isRenewable() {
            return false;
        }

        @Override
        public Secret resolve(Environment environment) {
            return environment
                    .variable(name)
                    .map(v -> in(v, where + ": the environment variable " + name))
                    .orElseThrow(() -> new ConfigurationFault(
                            where + ": the environment variable " + name + " is not set; set it, then run again"));
        }
    }

    /**
     * Made up for a server that the suite starts, and handed to it.
     *
     * @param variable in which the server finds it
     */
    record Generated(String variable) implements SecretSource {
        /** The server was told one, once. */
        @Override
        public boolean isRenewable() {
            return false;
        }

        @Override
        public Secret resolve(Environment environment) {
            return FreshSecret.make();
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
                        return in(text, where + ": the first line of " + file);
                    }
                }
            } catch (IOException e) {
                throw new ConfigurationFault(where + ": the file " + file + " cannot be read");
            }
            throw new ConfigurationFault(where + ": the file " + file + " holds no secret in its first line");
        }
    }

    /**
     * The first line that a command writes.
     *
     * @param command its words; no shell
     * @param workdir where it runs
     * @param validFor how long the secret is good for; empty: until it is refused
     */
    record Command(String where, List<String> command, Path workdir, Optional<Duration> validFor)
            implements SecretSource {
        public Command {
            command = List.copyOf(command);
        }

        @Override
        public Secret resolve(Environment environment) {
            return new SecretCommand(where, command, workdir).run();
        }
    }
}
