package io.github.sessionsurvival.fuzz;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jazzer tries what nobody thought of, for as many seconds each as {@code -Dfuzz.seconds} says. */
final class FuzzIT {

    private static final int SECONDS = Integer.getInteger("fuzz.seconds", 20);

    /** Inputs to begin with: one of each kind, so that the fuzzer need not find out what they look like. */
    private static final Map<Class<?>, List<String>> SEEDS = Map.of(
            EventStreamFuzz.class,
            List.of("id: 1\nevent: a\nretry: 5\ndata: {}\r\n\r\n", "\uFEFF: hi\rdata\r\r"),
            RetryAfterFuzz.class,
            List.of(
                    "120",
                    "Mon, 15 Jun 2026 12:00:02 GMT",
                    "Monday, 15-Jun-26 12:00:02 GMT",
                    "Mon Jun 15 12:00:02 2026"),
            RestartAnswerFuzz.class,
            List.of(
                    "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32001,\"message\":\"MCP session is restarting, please retry\"}}"),
            TargetFileFuzz.class,
            List.of(
                    "name: mine\nurl: http://127.0.0.1/mcp\nlimits: {idle: 3s}\nbearer: {env: A}\nlever: {kind: process}\n"));

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(classes = {EventStreamFuzz.class, RetryAfterFuzz.class, RestartAnswerFuzz.class, TargetFileFuzz.class})
    void nothingIsFound(Class<?> target) throws Exception {
        Path corpus = Files.createDirectory(folder.resolve("corpus"));
        for (int i = 0; i < SEEDS.get(target).size(); i++) {
            Files.writeString(corpus.resolve("seed-" + i), SEEDS.get(target).get(i));
        }
        Path output = folder.resolve("output.txt");
        Process fuzzer = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "com.code_intelligence.jazzer.Jazzer",
                        "--target_class=" + target.getName(),
                        "--instrumentation_includes=io.github.sessionsurvival.**",
                        "--reproducer_path=" + folder,
                        "-artifact_prefix=" + folder + "/",
                        "-max_total_time=" + SECONDS,
                        corpus.toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat("the fuzzer ends", fuzzer.waitFor(SECONDS + 120L, TimeUnit.SECONDS), is(true));
        } finally {
            fuzzer.destroyForcibly();
        }
        String said = new String(Files.readAllBytes(output), StandardCharsets.ISO_8859_1);
        assertThat(said, fuzzer.exitValue(), is(0));
        System.out.println("fuzz: " + target.getSimpleName() + ": "
                + said.lines()
                        .filter(line -> line.startsWith("Done "))
                        .findFirst()
                        .orElse("no count"));
    }
}
