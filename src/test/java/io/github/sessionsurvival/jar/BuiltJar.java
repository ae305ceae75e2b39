package io.github.sessionsurvival.jar;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** The built jar as a process of its own, with a bounded life, its output in a file, and a state folder of its own. */
public final class BuiltJar {

    private static final Path JAR = Path.of("target", "session-survival.jar").toAbsolutePath();

    /** Far above any run here: only a hang meets it. */
    private static final Duration HANG = Duration.ofSeconds(400);

    private final Path jar;
    private final Path folder;
    private final Map<String, String> environment = new HashMap<>();

    public BuiltJar(Path folder) {
        this(JAR, folder);
    }

    private BuiltJar(Path jar, Path folder) {
        this.jar = jar;
        this.folder = folder;
        environment.put("SESSION_SURVIVAL_STATE", folder.resolve("state").toString());
    }

    public BuiltJar with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    /** A copy of the jar in which one entry's text is changed: a product broken in the making. */
    static BuiltJar changed(Path folder, String entry, UnaryOperator<String> change) throws IOException {
        Path copy = Files.copy(JAR, folder.resolve("changed.jar"));
        try (FileSystem inside = FileSystems.newFileSystem(copy)) {
            Path file = inside.getPath(entry);
            Files.writeString(file, change.apply(Files.readString(file)));
        }
        return new BuiltJar(copy, folder);
    }

    Path folder() {
        return folder;
    }

    /** Runs to the end. */
    Ended run(String... arguments) {
        return start(arguments).awaitEnd();
    }

    public Running start(String... arguments) {
        if (!Files.exists(jar)) {
            throw new IllegalStateException("there is no jar yet: run mvn package first");
        }
        try {
            Path output = Files.createTempFile(folder, "output", ".txt");
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx256m",
                    "-XX:TieredStopAtLevel=1",
                    "-jar",
                    jar.toString()));
            command.addAll(List.of(arguments));
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            builder.environment().keySet().removeIf(name -> name.startsWith("MCP_"));
            builder.environment().putAll(environment);
            return new Running(builder.start(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A process under way. */
    public record Running(Process process, Path output) {

        public String outputSoFar() {
            try {
                return Files.readString(output, StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        public void signal(String name) {
            try {
                new ProcessBuilder("kill", "-s", name, Long.toString(process.pid()))
                        .start()
                        .waitFor(5, TimeUnit.SECONDS);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }

        public Ended awaitEnd() {
            return awaitEnd(HANG);
        }

        /** @param hang a bound that only a hang meets */
        public Ended awaitEnd(Duration hang) {
            try {
                if (!process.waitFor(hang.toSeconds(), TimeUnit.SECONDS)) {
                    // Asked first, so that it ends the server it has started.
                    process.destroy();
                    process.waitFor(20, TimeUnit.SECONDS);
                    process.destroyForcibly();
                    throw new AssertionError("the process hangs; its output so far:\n" + outputSoFar());
                }
                return new Ended(process.exitValue(), outputSoFar());
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }

    /** A process that ended. */
    public record Ended(int exit, String output) {}
}
