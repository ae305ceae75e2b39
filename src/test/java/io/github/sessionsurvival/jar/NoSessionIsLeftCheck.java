package io.github.sessionsurvival.jar;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
        BuiltJar.Ended run = run("--parallelism", "32");

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
        BuiltJar.Ended run = run("--baseline", baseline.toString(), "--parallelism", "32");

        assertThat(run.output(), run.exit(), is(1));
        assertThat(run.output(), containsString("SESS-12"));
        assertThat(platform.live(), is(1));
    }

    /** Whatever the run is at: its beginning, its first sessions, its many. */
    @ParameterizedTest
    @CsvSource({"INT, 130, 1, 0", "TERM, 143, 1, 150", "INT, 130, 3, 400", "TERM, 143, 3, 1500"})
    void afterASignalOnlySomebodyElsesSessionLivesAndAPartialReportStands(
            String signal, int exit, int sessions, int laterMillis) throws Exception {
        BuiltJar.Running run = start("--parallelism", "32");
        awaitSessionsInFlight(sessions);
        letPass(laterMillis);
        run.signal(signal);
        BuiltJar.Ended ended = run.awaitEnd();

        assertThat(ended.output(), ended.exit(), is(exit));
        assertThat(platform.live(), is(1));
        String result = Files.readString(suite.folder().resolve("reports/latest/run.json"));
        assertThat(result, containsString("\"interrupted\""));
        assertThat(Files.exists(suite.folder().resolve("reports/latest/index.html")), is(true));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 300, 1200})
    void afterAKillTheSweepEndsWhatTheRunLeft(int laterMillis) throws Exception {
        killARunWithSessions(platform.targetFile().toString(), laterMillis);

        BuiltJar.Ended sweep =
                suite.run("sweep", "--target", platform.targetFile().toString());

        assertThat(sweep.output(), sweep.exit(), is(0));
        assertThat(platform.live(), equalTo(1));
    }

    @Test
    void afterAKillTheNextRunEndsWhatTheRunLeft() throws Exception {
        killARunWithSessions(platform.targetFile().toString(), 300);

        BuiltJar.Ended next = run("--tags", "@SESS-02");

        assertThat(next.output(), next.exit(), is(0));
        assertThat(next.output(), containsString("that a killed run had left"));
        assertThat(platform.live(), equalTo(1));
    }

    /**
     * What another bearer could not end must stay noted for the right one; so must what is another target's. A server
     * without a lever may keep what was created for an opening in flight: it is told of, since nobody can end it.
     */
    @Test
    void aSweepWithTheWrongBearerOrOfAnotherTargetForgetsNothing() throws Exception {
        CountDownLatch named = new CountDownLatch(1);
        CountDownLatch killed = new CountDownLatch(1);
        try (TamperingProxy proxy = new TamperingProxy(platform.mcpUrl(), stallingOnceNamed(named, killed))) {
            Path target = folder.resolve("stalling.yaml");
            Files.writeString(
                    target,
                    Files.readString(platform.plainTargetFile())
                            .replace(platform.mcpUrl().toString(), proxy.url().toString()));
            BuiltJar.Running run = suite.start("run", "--target", target.toString(), "--tags", "@opens");
            assertThat("the run names its session", named.await(60, TimeUnit.SECONDS), is(true));
            run.signal("KILL");
            run.awaitEnd();
            killed.countDown();

            BuiltJar.Ended other =
                    suite.run("sweep", "--target", platform.targetFile().toString());
            assertThat(other.output(), containsString("No killed run has left anything on own-process"));

            BuiltJar.Ended wrong = new BuiltJar(suite.folder())
                    .with("MCP_BEARER", "not-the-right-one")
                    .run("sweep", "--target", target.toString());
            assertThat(wrong.output(), containsString("not ended: "));
            assertThat(wrong.output(), wrong.exit(), is(1));
            assertThat(journals(), is(1L));

            BuiltJar.Ended right = suite.run("sweep", "--target", target.toString());
            assertThat(right.output(), right.exit(), is(0));
            assertThat(right.output(), containsString("that a killed run had left"));
            assertThat(journals(), is(0L));
            assertThat(platform.live(), is(1));
        }
    }

    /** Answers openings, then keeps whoever names a session waiting: a kill then meets a session whose id is noted. */
    private static TamperingProxy.Defect stallingOnceNamed(CountDownLatch named, CountDownLatch killed) {
        return new TamperingProxy.Defect() {
            @Override
            public Optional<TamperingProxy.Answered> insteadOf(TamperingProxy.Asked asked) throws InterruptedException {
                if (asked.namesSession()) {
                    named.countDown();
                    killed.await(60, TimeUnit.SECONDS);
                }
                return Optional.empty();
            }

            @Override
            public TamperingProxy.Answered tamper(TamperingProxy.Asked asked, TamperingProxy.Answered answer) {
                return answer;
            }
        };
    }

    @Test
    void twoRunsAtOnceLeaveEachOtherAlone() throws Exception {
        BuiltJar second = new BuiltJar(suite.folder())
                .with("MCP_BEARER", PlatformProcess.BEARER)
                .with("MCP_CONTROL_TOKEN", PlatformProcess.CONTROL_TOKEN);
        String[] some = {"--tags", "@SESS-02 or @SESS-06 or @RST-02", "--parallelism", "8"};
        BuiltJar.Running one = start(some);
        BuiltJar.Running other = second.start(
                "run", "--target", platform.targetFile().toString(), "--reports", "other", some[0], some[1]);

        BuiltJar.Ended oneEnded = one.awaitEnd();
        BuiltJar.Ended otherEnded = other.awaitEnd();
        assertThat(oneEnded.output(), oneEnded.exit(), is(0));
        assertThat(otherEnded.output(), otherEnded.exit(), is(0));
        assertThat(platform.live(), is(1));
    }

    /** A sweep beside a run under way must not end that run's sessions. */
    @Test
    void aRunUnderWayIsNeverSwept() throws Exception {
        BuiltJar.Running run = start("--tags", "@SESS-02 or @SESS-06 or @RST-02 or @RST-05");
        awaitSessionsInFlight(1);
        BuiltJar.Ended sweep =
                suite.run("sweep", "--target", platform.targetFile().toString());
        BuiltJar.Ended ended = run.awaitEnd();

        assertThat(sweep.output(), sweep.exit(), is(0));
        assertThat(ended.output(), ended.exit(), is(0));
        assertThat(platform.live(), is(1));
    }

    private long journals() throws IOException {
        try (Stream<Path> files = Files.list(suite.folder().resolve("state").resolve("journals"))) {
            return files.filter(f -> f.toString().endsWith(".journal")).count();
        }
    }

    private void killARunWithSessions(String target, int laterMillis) throws Exception {
        for (int attempt = 0; platform.live() == 1; attempt++) {
            assertThat("a kill that leaves sessions behind", attempt, is(lessThan(10)));
            BuiltJar.Running run = suite.start("run", "--target", target, "--parallelism", "32");
            awaitSessionsInFlight(1);
            letPass(laterMillis);
            awaitSessionsInFlight(2);
            run.signal("KILL");
            run.awaitEnd();
        }
    }

    private BuiltJar.Ended run(String... more) {
        return start(more).awaitEnd();
    }

    private BuiltJar.Running start(String... more) {
        List<String> words =
                new ArrayList<>(List.of("run", "--target", platform.targetFile().toString()));
        words.addAll(List.of(more));
        return suite.start(words.toArray(String[]::new));
    }

    /** How many of the run's own live. */
    private void awaitSessionsInFlight(int sessions) {
        Awaitility.await("the run holds sessions")
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> platform.live() > sessions);
    }

    private static void letPass(int millis) {
        Awaitility.await().pollDelay(Duration.ofMillis(millis)).until(() -> true);
    }
}
