package io.github.sessionsurvival.target;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.condition.OS.LINUX;

import io.github.sessionsurvival.wire.Redaction;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.io.TempDir;

/** What is run before a server is started, and what is said of one that ends at once. */
@EnabledOnOs(LINUX)
@Timeout(60)
final class PreparationTest {

    @TempDir
    Path folder;

    private final ServerOutput output = new ServerOutput(new Redaction());

    @Test
    void preparesOnce() throws IOException {
        StartCommand start = new StartCommand(
                List.of("true"),
                List.of("sh", "-c", "echo x >> prepared"),
                folder,
                Map.of(),
                Duration.ofSeconds(5),
                Duration.ofSeconds(1));
        Preparation.once("it", start, output, line -> {}, new StartedServers(folder));
        Preparation.once("it", start, output, line -> {}, new StartedServers(folder));

        assertThat(Files.readAllLines(folder.resolve("prepared")), hasSize(1));
    }

    @Test
    void givesThePreparationTheVariablesOfTheStart() throws Exception {
        StartCommand start = new StartCommand(
                List.of("true"),
                List.of("sh", "-c", "printf %s \"$LEVEL-$PORT\" > seen.txt"),
                folder,
                Map.of("LEVEL", "info", "PORT", "${port}"),
                Duration.ofSeconds(5),
                Duration.ofSeconds(1));

        Preparation.once("it", start, output, line -> {}, new StartedServers(folder));

        assertThat(Files.readString(folder.resolve("seen.txt")), is("info-"));
    }

    @Test
    void saysWhatACommandWroteThatEndedAtOnce() {
        StartCommand bad = new StartCommand(
                List.of("sh", "-c", "echo cannot find the database; exit 3"),
                List.of(),
                folder,
                Map.of(),
                Duration.ofSeconds(5),
                Duration.ofSeconds(1));
        int other = StartedServer.freePort();

        String said = Assertions.assertThrows(
                        StartFailure.class,
                        () -> StartedService.start(
                                "bad",
                                bad,
                                URI.create("http://127.0.0.1:" + other + "/"),
                                new ChosenPorts(other, 0),
                                output,
                                new StartedServers(folder)))
                .getMessage();

        assertThat(said, allOf(containsString("status 3"), containsString("cannot find the database")));
    }
}
