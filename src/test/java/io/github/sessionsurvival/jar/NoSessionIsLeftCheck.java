package io.github.sessionsurvival.jar;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever a run's ending, no session of its own lives on, and nobody else's was touched (RST-07). */
final class NoSessionIsLeftCheck {

    @TempDir
    private Path folder;

    private PlatformProcess platform;
    private BuiltJar suite;

    @BeforeEach
    void startThePlatformAsAProcessOfItsOwn() throws Exception {
        platform = new PlatformProcess(Files.createDirectory(folder.resolve("platform")));
        suite = new BuiltJar(Files.createDirectory(folder.resolve("suite")))
                .with("MCP_BEARER", PlatformProcess.BEARER)
                .with("MCP_CONTROL_TOKEN", PlatformProcess.CONTROL_TOKEN);
        platform.openSomebodyElsesSession();
        assertThat(platform.live(), is(1));
    }

    @AfterEach
    void stopThePlatform() {
        platform.close();
    }

    @Test
    void afterAGreenRunOnlySomebodyElsesSessionLives() throws Exception {
        BuiltJar.Ended run = suite.run("run", "--target", platform.targetFile().toString());

        assertThat(run.output(), run.exit(), is(0));
        assertThat(platform.counts().get("created").asInt(), is(greaterThan(40)));
        assertThat(platform.live(), is(1));
    }

    /** A baseline that calls a met requirement broken is stale, and so red. */
    @Test
    void afterARedRunOnlySomebodyElsesSessionLives() throws Exception {
        Path baseline = folder.resolve("stale.yaml");
        Files.writeString(baseline, """
                catalogue: 1
                known:
                  - id: SESS-12
                    observed: "404"
                    reason: it was broken once
                """);
        BuiltJar.Ended run =
                suite.run("run", "--target", platform.targetFile().toString(), "--baseline", baseline.toString());

        assertThat(run.output(), run.exit(), is(1));
        assertThat(run.output(), containsString("SESS-12"));
        assertThat(platform.live(), is(1));
    }

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143"})
    void afterASignalOnlySomebodyElsesSessionLivesAndAPartialReportStands(String signal, int exit) throws Exception {
        BuiltJar.Running run =
                suite.start("run", "--target", platform.targetFile().toString());
        awaitSessionsInFlight();
        run.signal(signal);
        BuiltJar.Ended ended = run.awaitEnd();

        assertThat(ended.output(), ended.exit(), is(exit));
        assertThat(platform.live(), is(1));
        String result = Files.readString(suite.folder().resolve("reports/latest/run.json"));
        assertThat(result, containsString("\"interrupted\""));
        assertThat(Files.exists(suite.folder().resolve("reports/latest/index.html")), is(true));
    }

    @Test
    void afterAKillTheSweepEndsWhatTheRunLeft() throws Exception {
        BuiltJar.Running run =
                suite.start("run", "--target", platform.targetFile().toString());
        awaitSessionsInFlight();
        run.signal("KILL");
        run.awaitEnd();
        assertThat("the kill left sessions behind", platform.live(), is(greaterThan(1)));

        BuiltJar.Ended sweep =
                suite.run("sweep", "--target", platform.targetFile().toString());

        assertThat(sweep.output(), sweep.exit(), is(0));
        assertThat(platform.live(), equalTo(1));
    }

    /** A sweep beside a run under way must not end that run's sessions. */
    @Test
    void aRunUnderWayIsNeverSwept() throws Exception {
        BuiltJar.Running run =
                suite.start("run", "--target", platform.targetFile().toString());
        awaitSessionsInFlight();
        BuiltJar.Ended sweep =
                suite.run("sweep", "--target", platform.targetFile().toString());
        BuiltJar.Ended ended = run.awaitEnd();

        assertThat(sweep.output(), sweep.exit(), is(0));
        assertThat(ended.output(), ended.exit(), is(0));
        assertThat(platform.live(), is(1));
    }

    private void awaitSessionsInFlight() {
        Awaitility.await("the run holds sessions")
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> platform.live() > 3);
    }
}
