package io.github.sessionsurvival.foreign;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasEntry;
import static org.hamcrest.Matchers.hasItems;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.oneOf;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertAll;

import io.github.sessionsurvival.jar.BuiltJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The jar against each foreign server, from its installation to the verdict: the known truths come out, and nothing hangs,
 * crashes or stays behind. Everything a run writes lies in {@code target/foreign/runs/<name>}.
 */
final class ForeignTargetsIT {

    private static final Path FOLDER = Path.of("target", "foreign").toAbsolutePath();

    /** Far above a first installation, which loads a few hundred files. */
    private static final Duration INSTALLATION_HANGS = Duration.ofMinutes(12);

    /** Far above any run here: only a hang meets it. */
    private static final Duration RUN_HANGS = Duration.ofMinutes(4);

    @BeforeEach
    void demandTools() {
        for (String tool : List.of("node", "npm", "mvn", "java", "setsid")) {
            assertThat(
                    "the foreign targets need the command " + tool + ", which is not on this machine's PATH",
                    isThere(tool),
                    is(true));
        }
    }

    static List<KnownTruths> targets() {
        return List.of(
                KnownTruths.EVERYTHING,
                KnownTruths.TS_SDK_V2,
                KnownTruths.TS_SDK_V2_BOTH,
                KnownTruths.JAVA_SDK,
                KnownTruths.QUARKUS,
                KnownTruths.GO_MCP_CRON);
    }

    @ParameterizedTest
    @MethodSource("targets")
    void getsTheVerdictThatIsKnownOfIt(KnownTruths known) throws IOException {
        Ran ran = run(known.target());
        BuiltJar.Ended run = ran.ended();
        JsonNode result = ran.result();

        assertAll(
                known.target(),
                () -> ranWhole(known, run, result),
                () -> saysWhatIsBroken(known, result),
                () -> sawWhatADeadIdIsAnsweredWith(known, result),
                () -> leftNothing(known, result));
        if (known == KnownTruths.TS_SDK_V2_BOTH) {
            assertThat(met(result), hasItems("MOD-01", "MOD-12", "MOD-13", "MOD-16", "MOD-23", "RST-10"));
        }
    }

    /** Nothing about sessions is asked of a server that keeps none, and nothing else is let go for it. */
    @Test
    void judgesAServerWithoutSessionsByWhatSurvivalMeansThere() throws IOException {
        Ran ran = run("ts-sdk-v2-sessionless");
        JsonNode result = ran.result();

        assertThat(ran.ended().output(), ran.ended().exit(), is(0));
        assertThat(result.get("server").asString(), startsWith("ts-sdk-v2 1"));
        assertThat(result.get("revision").asString(), is("2026-07-28"));
        assertThat(result.get("sessions").get("noted").asInt(), is(0));
        assertThat(
                met(result),
                hasItems(
                        "MOD-01", "MOD-02", "MOD-03", "MOD-04", "MOD-05", "MOD-06", "MOD-07", "MOD-08", "MOD-09",
                        "MOD-12", "MOD-13", "MOD-15", "MOD-17", "MOD-19", "MOD-21", "MOD-22", "MOD-23", "SEC-01"));
        for (JsonNode row : result.get("requirements")) {
            assertThat(
                    row.get("id").asString(),
                    row.get("verdict").asString(),
                    is(oneOf("met", "not-applicable", "not-run")));
            if (Set.of("INIT-02", "SESS-07", "RST-10").contains(row.get("id").asString())) {
                assertThat(row.get("reason").asString(), containsString("keeps no sessions"));
            }
        }
    }

    /** A run that was carried out, and what it wrote. */
    private record Ran(BuiltJar.Ended ended, JsonNode result) {}

    private static Ran run(String target) throws IOException {
        Path folder = FOLDER.resolve("runs").resolve(target);
        Files.createDirectories(folder);
        forgetTheLastRun(folder);
        BuiltJar jar = new BuiltJar(folder).with("SESSION_SURVIVAL_CACHE", FOLDER.toString());

        BuiltJar.Ended check = jar.start("check", "--target", target).awaitEnd(INSTALLATION_HANGS);
        assertThat(check.output(), check.exit(), is(0));

        BuiltJar.Ended run = jar.start("run", "--target", target).awaitEnd(RUN_HANGS);
        Path file = folder.resolve("reports").resolve("latest").resolve("run.json");
        assertThat("no verdict; the run said:\n" + run.output(), Files.exists(file), is(true));
        JsonNode result = JsonMapper.shared().readTree(file);
        System.out.printf(
                "%s: exit %d, %.1f s, %d sessions; %s%n",
                target,
                run.exit(),
                result.get("durationMs").asLong() / 1000.0,
                result.get("sessions").get("noted").asInt(),
                result.get("verdict").asString());
        return new Ran(run, result);
    }

    private static Set<String> met(JsonNode result) {
        Set<String> met = new TreeSet<>();
        for (JsonNode row : result.get("requirements")) {
            if (row.get("verdict").asString().equals("met")) {
                met.add(row.get("id").asString());
            }
        }
        return met;
    }

    private static void ranWhole(KnownTruths known, BuiltJar.Ended run, JsonNode result) {
        assertThat(run.output(), run.exit(), is(known.exit()));
        assertThat(result.get("exit").asInt(), is(known.exit()));
        assertThat(result.get("completed").asBoolean(), is(true));
        assertThat(result.get("interrupted").asString(), is(""));
        assertThat(result.get("unreachable").asString(), is(""));
        assertThat(texts(result.get("suiteFaults")), is(empty()));
        assertThat(result.get("server").asString(), startsWith(known.server()));
    }

    private static void saysWhatIsBroken(KnownTruths known, JsonNode result) {
        Map<String, String> red = new TreeMap<>();
        Map<String, String> warned = new TreeMap<>();
        Set<String> met = new TreeSet<>();
        Set<String> notTestable = new TreeSet<>();
        for (JsonNode row : result.get("requirements")) {
            String id = row.get("id").asString();
            switch (row.get("verdict").asString()) {
                case "broken" ->
                    (row.get("red").asBoolean() ? red : warned)
                            .put(id, row.get("reason").asString());
                case "met" -> met.add(id);
                case "not-testable" -> notTestable.add(id);
                default -> {
                    // Not declared, or not run: the target file decides that, not the server.
                }
            }
        }
        assertThat(
                "broken: " + red,
                red.keySet(),
                equalTo(new TreeSet<>(known.broken().keySet())));
        assertThat(
                "warned: " + warned,
                warned.keySet(),
                equalTo(new TreeSet<>(known.warned().keySet())));
        known.broken().forEach((id, reason) -> assertThat(red.get(id), containsString(reason)));
        known.warned().forEach((id, reason) -> assertThat(warned.get(id), containsString(reason)));
        assertThat(notTestable, is(empty()));
        assertThat(met, hasItems("INIT-02", "INIT-04", "INIT-14", "SESS-02", "SESS-12", "PING-01"));
    }

    /** From the exchanges, not from the verdict: a session lost in a kill, named by every request there is. */
    private static void sawWhatADeadIdIsAnsweredWith(KnownTruths known, JsonNode result) {
        List<Integer> statuses = new ArrayList<>();
        for (JsonNode scenario : result.get("scenarios")) {
            if (texts(scenario.get("tags")).containsAll(List.of("@SESS-07", "@needs-kill"))) {
                for (JsonNode step : scenario.get("steps")) {
                    if (step.get("kind").asString().equals("action")) {
                        statuses.addAll(statuses(scenario, step.get("exchanges")));
                    }
                }
            }
        }
        assertThat(statuses, not(empty()));
        assertThat(statuses, everyItem(is(known.deadId())));
    }

    private static List<Integer> statuses(JsonNode scenario, JsonNode numbers) {
        List<Integer> statuses = new ArrayList<>();
        for (JsonNode number : numbers) {
            for (JsonNode exchange : scenario.get("evidence").get("exchanges")) {
                if (exchange.get("number").asInt() == number.asInt()) {
                    statuses.add(exchange.get("status").asInt());
                }
            }
        }
        return statuses;
    }

    private static void leftNothing(KnownTruths known, JsonNode result) {
        JsonNode sessions = result.get("sessions");
        assertThat(sessions.get("noted").asInt(), is(greaterThan(0)));
        assertThat(sessions.get("ended").asInt(), is(sessions.get("noted").asInt()));
        assertThat(sessions.get("leftToExpire").asInt(), is(0));
        assertThat(texts(sessions.get("leftBehind")), is(empty()));
        assertThat(texts(sessions.get("possiblyLeftBehind")), is(empty()));

        Map<Integer, Integer> accepted = new TreeMap<>();
        for (JsonNode scenario : result.get("scenarios")) {
            for (JsonNode exchange : scenario.get("evidence").get("exchanges")) {
                int status = exchange.get("status").asInt();
                if (exchange.get("method").asString().equals("DELETE") && status / 100 == 2) {
                    accepted.merge(status, 1, Integer::sum);
                }
            }
        }
        assertThat(accepted, hasEntry(equalTo(known.ending()), greaterThan(3)));
        assertThat(accepted.keySet(), everyItem(is(known.ending())));
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(node -> texts.add(node.isString() ? node.asString() : node.toString()));
        return texts;
    }

    private static boolean isThere(String command) {
        return Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, command)));
    }

    /** All but the state folder, by which a server that a killed run left behind is found and ended. */
    private static void forgetTheLastRun(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.filter(p -> !p.equals(folder) && !p.startsWith(folder.resolve("state")))
                    .sorted(Comparator.reverseOrder())
                    .toList()) {
                Files.delete(path);
            }
        }
    }
}
