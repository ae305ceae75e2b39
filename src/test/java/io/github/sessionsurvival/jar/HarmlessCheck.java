package io.github.sessionsurvival.jar;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThanOrEqualTo;
import static org.hamcrest.Matchers.oneOf;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Whole runs against a server that the suite must take for somebody else's: the unspecified address leads to this machine
 * and is no loopback address by its text.
 */
final class HarmlessCheck {

    private static final String CLEAN_UP = "is-it-dead";

    @TempDir
    private Path folder;

    private PlatformProcess platform;
    private String output = "";

    @BeforeEach
    void open() throws Exception {
        platform = new PlatformProcess(Files.createDirectory(folder.resolve("platform")));
    }

    @AfterEach
    void close() {
        platform.close();
    }

    /** Answers some requests itself, and counts what it is asked. */
    private abstract static class Gate implements TamperingProxy.Defect {
        final AtomicInteger refused = new AtomicInteger();
        private final AtomicInteger asked = new AtomicInteger();

        abstract Optional<TamperingProxy.Answered> instead(TamperingProxy.Asked request, int number);

        @Override
        public Optional<TamperingProxy.Answered> insteadOf(TamperingProxy.Asked request) {
            Optional<TamperingProxy.Answered> instead = instead(request, asked.incrementAndGet());
            instead.ifPresent(a -> refused.incrementAndGet());
            return instead;
        }

        @Override
        public TamperingProxy.Answered tamper(TamperingProxy.Asked request, TamperingProxy.Answered answer) {
            return answer;
        }
    }

    private static TamperingProxy.Answered tooMany() {
        return new TamperingProxy.Answered(429, Map.of("retry-after", "0"), "too many");
    }

    @Test
    void aServerThatBeginsToRefuseEverythingIsSoonLeftAlone() throws Exception {
        Gate gate = new Gate() {
            @Override
            Optional<TamperingProxy.Answered> instead(TamperingProxy.Asked request, int number) {
                boolean cleanUp = request.method().equals("DELETE") || request.says(CLEAN_UP);
                return number > 25 && !cleanUp ? Optional.of(tooMany()) : Optional.empty();
            }
        };
        // TOPO-06 asks twenty times at once, and who is refused first cannot call the others back.
        JsonNode result = run(gate, "openings: 600/m", oneOf(1, 3), "--tags", "not @TOPO-06");

        assertThat(reasons(result).toString(), containsString("the server keeps answering 429 (too many requests)"));
        // Five given up, each sent three times, and what the other scenarios at once had under way.
        assertThat(gate.refused.get(), is(lessThanOrEqualTo(30)));
        for (JsonNode row : result.get("requirements")) {
            assertThat(row.toString(), row.get("verdict").asString().equals("broken"), is(false));
        }
        assertThat(platform.counts().get("live").asInt(), is(0));
    }

    @Test
    void aServerThatEndsNoSessionIsFilledToTheCeilingAndNoFarther() throws Exception {
        Gate gate = new Gate() {
            @Override
            Optional<TamperingProxy.Answered> instead(TamperingProxy.Asked request, int number) {
                return request.method().equals("DELETE")
                        ? Optional.of(new TamperingProxy.Answered(405, Map.of(), ""))
                        : Optional.empty();
            }
        };
        JsonNode result = run(gate, "openings: 600/m, max-sessions: 5", oneOf(0, 3));

        assertThat(platform.counts().get("live").asInt(), is(5));
        assertThat(output, containsString("left to expire, since the server offers no ending: 5 sessions"));
        assertThat(Files.readString(folder.resolve("reports/latest/index.html")), containsString("5 left to expire"));
        assertThat(reasons(result).toString(), containsString("that cannot be ended are open"));
        assertThat(result.at("/sessions/leftToExpire").asInt(), is(5));
    }

    @Test
    void aRefusedConfirmationIsNotTakenForTheClientsConduct() throws Exception {
        AtomicInteger confirmations = new AtomicInteger();
        Gate gate = new Gate() {
            @Override
            Optional<TamperingProxy.Answered> instead(TamperingProxy.Asked request, int number) {
                return request.says("notifications/initialized") && confirmations.incrementAndGet() % 2 == 1
                        ? Optional.of(tooMany())
                        : Optional.empty();
            }
        };
        JsonNode result = run(gate, "openings: 600/m", is(0), "--tags", "@INIT-03");

        assertThat(result.at("/throttling/asked").asInt(), is(2));
        for (JsonNode row : result.get("requirements")) {
            if (row.get("id").asString().equals("INIT-03")) {
                assertThat(row.toString(), row.get("verdict").asString(), is("met"));
            }
        }
    }

    private static List<String> reasons(JsonNode result) {
        List<String> reasons = new ArrayList<>();
        result.get("scenarios").forEach(s -> reasons.add(s.get("reason").asString()));
        return reasons;
    }

    private JsonNode run(Gate gate, String limits, org.hamcrest.Matcher<Integer> exit, String... options)
            throws Exception {
        try (TamperingProxy proxy = new TamperingProxy(platform.mcpUrl(), gate)) {
            Path target = Files.writeString(folder.resolve("target.yaml"), """
                    name: somebody-elses
                    url: %s
                    bearer: {env: MCP_BEARER}
                    limits: {answer: 5s, total: 7s, %s}
                    """.formatted(
                            proxy.url().toString().replace("127.0.0.1", "0.0.0.0"), limits));
            List<String> command = new ArrayList<>(List.of("run", "--target", target.toString()));
            command.addAll(List.of(options));
            BuiltJar.Ended run = new BuiltJar(folder)
                    .with("MCP_BEARER", PlatformProcess.BEARER)
                    .run(command.toArray(new String[0]));
            output = run.output();
            assertThat(output, run.exit(), exit);
            JsonNode result =
                    JsonMapper.builder().build().readTree(Files.readString(folder.resolve("reports/latest/run.json")));
            assertThat(
                    result.at("/sessions/leftBehind").toString(),
                    result.at("/sessions/leftBehind").size(),
                    is(0));
            assertThat(
                    output,
                    allOf(containsString("testing somebody-elses at http://0.0.0.0:"), containsString("openings")));
            return result;
        }
    }
}
