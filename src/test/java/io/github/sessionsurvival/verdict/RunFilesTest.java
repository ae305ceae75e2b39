package io.github.sessionsurvival.verdict;

import static io.github.sessionsurvival.verdict.Records.CATALOGUE;
import static io.github.sessionsurvival.verdict.Records.facts;
import static io.github.sessionsurvival.verdict.Records.scenario;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.*;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.sessionsurvival.verdict.Evidence.AttemptSeen;
import io.github.sessionsurvival.verdict.Evidence.Line;
import io.github.sessionsurvival.verdict.ScenarioRecord.Outcome;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class RunFilesTest {

    @TempDir
    Path folder;

    private static ScenarioRecord withEvidence() {
        ScenarioRecord plain = scenario("über\n\"x\" \u2028", Outcome.FAILED, "SESS-07: was 400", "SESS-07");
        Evidence evidence = new Evidence(
                List.of(new Evidence.Seen(
                        1,
                        "ping",
                        "main",
                        "POST",
                        "http://h/",
                        List.of(new Line("A", "b")),
                        "{}",
                        400,
                        List.of(),
                        "no\n",
                        3,
                        "",
                        1.5,
                        2.5,
                        3.5)),
                List.of(new Evidence.OpeningSeen(
                        List.of(
                                new AttemptSeen(1, true, "", 2000, "2", 2000, 2003.6),
                                new AttemptSeen(2, false, "status is 500, not 503", -1, "", -1, -1)),
                        "final")),
                List.of(new Evidence.ReceiptSeen("abc…(36)", 1, 2.5, "ended", "", 200)),
                List.of("weak proof"),
                List.of());
        return new ScenarioRecord(
                plain.address(),
                plain.name(),
                "F",
                "d",
                "R",
                "rd",
                plain.tags(),
                plain.outcome(),
                plain.reason(),
                1.25,
                2.5,
                List.of(new ScenarioRecord.Step(
                        "Then ", "t", "outcome", List.of(List.of("a", "b")), "doc", "failed", "m", 0.5, List.of(1))),
                evidence,
                "beside");
    }

    private static RunResult result() {
        return Judgement.of(
                CATALOGUE,
                facts().leavingBehind("abc…(36)").made(),
                List.of(withEvidence(), scenario("fine", Outcome.PASSED, "", "RST-08")),
                Optional.empty());
    }

    @Test
    void aResultComesBackAsItWas() {
        RunFiles.in(folder).writeRun(result());
        assertThat(RunFiles.in(folder).run().orElseThrow(), is(result()));
    }

    @Test
    void factsAndScenariosComeBackAsTheyWere() throws Exception {
        RunFiles files = RunFiles.in(folder.resolve("new").resolve("reports"));
        assertThat(files.facts(), is(Optional.empty()));
        assertThat(files.scenarios(), is(empty()));
        files.writeFacts(facts().made());
        assertThat(files.facts().orElseThrow(), is(facts().made()));
        files.write(RunFiles.SCENARIOS, RunFiles.line(withEvidence()) + RunFiles.line(withEvidence()));
        assertThat(files.scenarios(), contains(withEvidence(), withEvidence()));
    }

    @Test
    void aLineTornByAKillIsPassedOver() throws Exception {
        byte[] whole = RunFiles.line(withEvidence()).getBytes(StandardCharsets.UTF_8);
        for (int cut : List.of(1, whole.length / 2, whole.length - 1)) {
            byte[] bytes = new byte[whole.length + cut];
            System.arraycopy(whole, 0, bytes, 0, whole.length);
            System.arraycopy(whole, 0, bytes, whole.length, cut);
            Files.write(folder.resolve(RunFiles.SCENARIOS), bytes);
            assertThat(RunFiles.in(folder).scenarios(), contains(withEvidence()));
        }
    }

    @Test
    void aSpoiltLineInTheMiddleIsSaid() throws Exception {
        Files.writeString(folder.resolve(RunFiles.SCENARIOS), "{\"x\":\n" + RunFiles.line(withEvidence()));
        UnusableFile error =
                assertThrows(UnusableFile.class, () -> RunFiles.in(folder).scenarios());
        assertThat(error.getMessage(), is("scenarios.ndjson:1: is not what this product writes"));
    }

    @Test
    void theJsonHasTheDocumentedShape() throws Exception {
        RunFiles.in(folder).writeRun(result());
        JsonNode json =
                JsonMapper.shared().readTree(folder.resolve(RunFiles.RUN).toFile());
        for (String key : List.of(
                "schema",
                "target",
                "server",
                "revision",
                "capabilities",
                "requirements",
                "sessions",
                "attempts",
                "startedAt",
                "durationMs",
                "exit",
                "verdict")) {
            assertThat(key, json.has(key), is(true));
        }
        JsonNode row = json.get("requirements").get(4);
        assertThat(row.get("id").asString(), is("SESS-07"));
        assertThat(row.get("level").asString(), is("MUST"));
        assertThat(row.get("severity").asString(), is("fails"));
        assertThat(row.get("verdict").asString(), is("broken"));
        assertThat(row.get("reason").asString(), is("was 400"));
        assertThat(row.get("scenarios").get(0).asString(), startsWith("classpath:features/a.feature:"));
        assertThat(json.get("requirements").get(5).get("verdict").asString(), is("not-run"));
        assertThat(json.get("sessions").get("leftBehind").get(0).asString(), is("abc…(36)"));
        assertThat(json.get("attempts").get("restartAnswers").asInt(), is(1));
        assertThat(json.get("attempts").get("waitedMs").asInt(), is(2004));
        assertThat(json.get("scenarios").get(0).get("evidence").has("empty"), is(false));
    }

    @Test
    void anotherSchemaAndSpoiltFilesAreSaid() throws Exception {
        RunFiles.in(folder).writeRun(result());
        Path file = folder.resolve(RunFiles.RUN);
        Files.writeString(file, Files.readString(file).replaceFirst("\"schema\" : 1", "\"schema\" : 7"));
        assertThat(
                assertThrows(UnusableFile.class, () -> RunFiles.in(folder).run())
                        .getMessage(),
                endsWith("has schema 7, this version reads schema 1"));
        for (String text : List.of("", "{}", "[]", "{\"schema\": 1}", "{\"schema\":")) {
            Files.writeString(file, text);
            assertThrows(UnusableFile.class, () -> RunFiles.in(folder).run());
        }
    }

    @Test
    void leavesNoHalfFileBehind() throws Exception {
        RunFiles.in(folder).writeRun(result());
        RunFiles.in(folder).writeRun(result());
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(p -> p.getFileName().toString()).toList(), contains("run.json"));
        }
    }
}
