package io.github.sessionsurvival.target;

import io.github.sessionsurvival.wire.Secret;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A command that writes a secret as its first line. What it writes is never shown, whatever its end: it may be the secret.
 *
 * @param where how a complaint names the place
 */
record SecretCommand(String where, List<String> command, Path workdir) {

    private static final Duration WITHIN = Duration.ofSeconds(30);
    private static final int MOST_BYTES = 64 * 1024;

    /** @throws ConfigurationFault when it cannot be started, fails, takes too long or writes nothing usable */
    Secret run() {
        String named = where + ": the command " + command.get(0);
        Process process = start(named);
        try (InputStream written = process.getInputStream()) {
            // Ended by the clock also while it is read: a command that waits for a password would wait for ever.
            process.onExit().orTimeout(WITHIN.toMillis(), TimeUnit.MILLISECONDS).whenComplete((ended, late) -> {
                if (late != null) {
                    process.destroyForcibly();
                }
            });
            byte[] bytes = written.readNBytes(MOST_BYTES);
            if (!process.waitFor(WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new ConfigurationFault(named + " did not end within " + WITHIN.toSeconds() + " s");
            }
            if (process.exitValue() != 0) {
                throw new ConfigurationFault(
                        named + " ended with status " + process.exitValue() + "; run it by hand to see why");
            }
            String first = new String(bytes, StandardCharsets.UTF_8)
                    .lines()
                    .findFirst()
                    .orElse("");
            return SecretSource.in(first, named + ": its first line");
        } catch (IOException e) {
            throw new ConfigurationFault(named + " could not be read");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ConfigurationFault(named + " was interrupted");
        } finally {
            process.destroyForcibly();
        }
    }

    private Process start(String named) {
        try {
            return new ProcessBuilder(command)
                    .directory(workdir.toFile())
                    .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw new ConfigurationFault(named + " cannot be started; is it installed, and in PATH?");
        }
    }
}
