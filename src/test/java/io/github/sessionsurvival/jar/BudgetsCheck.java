package io.github.sessionsurvival.jar;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThanOrEqualTo;
import static org.hamcrest.Matchers.oneOf;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Whole runs against servers that make trouble: each ends with a verdict, within its budgets, and leaves no session. */
final class BudgetsCheck {

    private static final String FEW = "@PING-01 or @INIT-04 or @SESS-10";

    @TempDir
    private Path folder;

    private PlatformProcess platform;

    @BeforeEach
    void open() throws Exception {
        platform = new PlatformProcess(Files.createDirectory(folder.resolve("platform")));
    }

    @AfterEach
    void close() {
        platform.close();
    }

    /** 429 to every second request. */
    private static final class EverySecond implements TamperingProxy.Defect {
        private final AtomicInteger asked = new AtomicInteger();

        @Override
        public Optional<TamperingProxy.Answered> insteadOf(TamperingProxy.Asked request) {
            return asked.incrementAndGet() % 2 == 0
                    ? Optional.of(new TamperingProxy.Answered(429, Map.of("retry-after", "1"), "too many"))
                    : Optional.empty();
        }

        @Override
        public TamperingProxy.Answered tamper(TamperingProxy.Asked request, TamperingProxy.Answered answer) {
            return answer;
        }
    }

    @Test
    void aServerThatRefusesEverySecondRequestIsObeyedAndJudged() throws Exception {
        JsonNode result = run(new EverySecond(), "", oneOf(0));

        assertThat(result.at("/throttling/asked").asInt(), is(greaterThan(5)));
        assertThat(result.at("/throttling/waitedMs").asInt(), is(greaterThan(5_000)));
    }

    @Test
    void aServerThatRefusesEverythingIsNotTestableRatherThanBroken() throws Exception {
        JsonNode result = run(
                new TamperingProxy.Defect() {
                    @Override
                    public Optional<TamperingProxy.Answered> insteadOf(TamperingProxy.Asked request) {
                        return Optional.of(new TamperingProxy.Answered(429, Map.of("retry-after", "3600"), "too many"));
                    }

                    @Override
                    public TamperingProxy.Answered tamper(
                            TamperingProxy.Asked request, TamperingProxy.Answered answer) {
                        return answer;
                    }
                },
                "",
                oneOf(1, 3));

        for (JsonNode row : result.get("requirements")) {
            assertThat(
                    row.toString(),
                    row.get("verdict").asString(),
                    is(oneOf("not-testable", "not-run", "not-applicable")));
        }
    }

    @Test
    void aSlowServerIsWaitedFor() throws Exception {
        JsonNode result = run(
                (request, answer) -> {
                    try {
                        TimeUnit.MILLISECONDS.sleep(1_500);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    return answer;
                },
                "",
                oneOf(0));

        assertThat(result.at("/sessions/noted").asInt(), is(greaterThan(3)));
    }

    @Test
    void tenMegabytesOfErrorAreReadInPartAndJudged() throws Exception {
        String much = "x".repeat(10_000_000);
        JsonNode result = run(
                (request, answer) ->
                        request.says("\"ping\"") ? answer.withStatus(500).withBody(much) : answer,
                "",
                oneOf(1));

        assertThat(Files.size(folder.resolve("reports/latest/run.json")), is(lessThanOrEqualTo(1_000_000L)));
        assertThat(verdict(result, "PING-01"), is("broken"));
        assertThat(verdict(result, "INIT-04"), is("met"));
    }

    @Test
    void neverOpensMoreSessionsInItsTimeThanAllowed() throws Exception {
        List<Long> openings = Collections.synchronizedList(new ArrayList<>());
        long begun = System.nanoTime();
        run(
                new TamperingProxy.Defect() {
                    @Override
                    public Optional<TamperingProxy.Answered> insteadOf(TamperingProxy.Asked request) {
                        if (request.says("\"initialize\"")) {
                            openings.add(
                                    Duration.ofNanos(System.nanoTime() - begun).toMillis());
                        }
                        return Optional.empty();
                    }

                    @Override
                    public TamperingProxy.Answered tamper(
                            TamperingProxy.Asked request, TamperingProxy.Answered answer) {
                        return answer;
                    }
                },
                ", openings: 2/s",
                oneOf(0));

        List<Long> inTheSecond = openings.stream()
                .map(at ->
                        openings.stream().filter(o -> o >= at && o < at + 1_000).count())
                .toList();
        assertThat(openings.toString(), inTheSecond, everyItem(is(lessThanOrEqualTo(2L))));
    }

    private static String verdict(JsonNode result, String id) {
        for (JsonNode row : result.get("requirements")) {
            if (row.get("id").asString().equals(id)) {
                return row.get("verdict").asString();
            }
        }
        throw new AssertionError("no row " + id);
    }

    private JsonNode run(TamperingProxy.Defect trouble, String limits, org.hamcrest.Matcher<Integer> exit)
            throws Exception {
        try (TamperingProxy proxy = new TamperingProxy(platform.mcpUrl(), trouble)) {
            Path target = Files.writeString(folder.resolve("target.yaml"), """
                    name: troubled
                    url: %s
                    bearer: {env: MCP_BEARER}
                    limits: {answer: 5s, total: 7s%s}
                    """.formatted(proxy.url(), limits));
            BuiltJar.Ended run = new BuiltJar(folder)
                    .with("MCP_BEARER", PlatformProcess.BEARER)
                    .run("run", "--target", target.toString(), "--tags", FEW);
            assertThat(run.output(), run.exit(), exit);
            assertThat(run.output(), containsString("bounds: at most 20 sessions at once"));
            JsonNode result =
                    JsonMapper.builder().build().readTree(Files.readString(folder.resolve("reports/latest/run.json")));
            assertThat(
                    result.at("/sessions/leftBehind").toString(),
                    result.at("/sessions/leftBehind").size(),
                    is(0));
            assertThat(platform.counts().get("live").asInt(), is(0));
            return result;
        }
    }
}
