package io.github.sessionsurvival.verdict;

import static io.github.sessionsurvival.verdict.Records.CATALOGUE;
import static io.github.sessionsurvival.verdict.Records.facts;
import static io.github.sessionsurvival.verdict.Records.row;
import static io.github.sessionsurvival.verdict.Records.scenario;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.*;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.sessionsurvival.verdict.ScenarioRecord.Outcome;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BaselineTest {

    private static final ScenarioRecord BROKEN =
            scenario("dead id", Outcome.FAILED, "SESS-07: expected 404, was 400 (exchange 2)", "SESS-07");
    private static final ScenarioRecord FINE = scenario("fine", Outcome.PASSED, "", "RST-08");

    private static Optional<Baseline> baseline(String... lines) {
        return Optional.of(
                Baseline.read("known.yaml", "catalogue: 2\nknown:\n" + String.join("\n", lines) + "\n", CATALOGUE));
    }

    private static RunResult judge(Optional<Baseline> baseline, ScenarioRecord... scenarios) {
        return Judgement.of(CATALOGUE, facts().made(), List.of(scenarios), baseline);
    }

    @Test
    void aKnownFailureIsBrokenButNotRed() {
        RunResult result = judge(baseline("- {id: SESS-07, observed: was 400, reason: ticket 12}"), FINE, BROKEN);
        assertThat(row(result, "SESS-07").verdict(), is(Verdict.BROKEN));
        assertThat(row(result, "SESS-07").known(), is(true));
        assertThat(result.exit(), is(0));
        assertThat(result.verdict(), containsString("1 known failure: SESS-07."));
    }

    @Test
    void aListedFailureThatFailsInANewWayIsNew() {
        RunResult result = judge(baseline("- {id: SESS-07, observed: was 500, reason: r}"), FINE, BROKEN);
        assertThat(row(result, "SESS-07").known(), is(false));
        assertThat(row(result, "SESS-07").reason(), containsString("a new failure: the baseline lists \"was 500\""));
        assertThat(result.exit(), is(1));
    }

    @Test
    void aLineForOneScenarioExcusesNoOther() {
        Optional<Baseline> one = baseline("- {id: SESS-07, scenario: dead id, observed: was 400, reason: r}");
        ScenarioRecord other = scenario("other id", Outcome.FAILED, "SESS-07: expected 404, was 400", "SESS-07");
        assertThat(judge(one, FINE, BROKEN).exit(), is(0));
        assertThat(judge(one, FINE, BROKEN, other).exit(), is(1));
    }

    @ParameterizedTest
    @CsvSource({"2026-12-01, 0", "2026-11-30, 1", "2027-01-01, 0"})
    void isKnownUntilItsLastDay(String until, int exit) {
        assertThat(
                judge(baseline("- {id: SESS-07, observed: was 400, reason: r, until: " + until + "}"), FINE, BROKEN)
                        .exit(),
                is(exit));
    }

    @Test
    void saysThatTheLastDayHasPassed() {
        RunResult late =
                judge(baseline("- {id: SESS-07, observed: was 400, reason: r, until: 2026-11-30}"), FINE, BROKEN);
        assertThat(
                row(late, "SESS-07").reason(),
                endsWith(" (the baseline listed it until 2026-11-30, which has passed)"));
    }

    @Test
    void aListedRequirementThatIsMetTurnsAFullRunRed() {
        ScenarioRecord met = scenario("dead id", Outcome.PASSED, "", "SESS-07");
        Optional<Baseline> listed = baseline("- {id: SESS-07, observed: was 400, reason: r}");
        RunResult result = judge(listed, met);
        assertThat(result.exit(), is(1));
        assertThat(result.staleBaseline(), contains("known.yaml:3: SESS-07 is now met; remove this line"));
        assertThat(result.verdict(), is("1 line of the baseline to remove. Do not ship."));
        RunResult selected =
                Judgement.of(CATALOGUE, facts().selecting("@SESS-07").made(), List.of(met), listed);
        assertThat(selected.exit(), is(0));
    }

    @Test
    void anIntermittentOneMayBeMet() {
        Optional<Baseline> listed = baseline("- {id: SESS-07, observed: was 400, reason: r, intermittent: true}");
        assertThat(
                judge(listed, scenario("dead id", Outcome.PASSED, "", "SESS-07"))
                        .exit(),
                is(0));
        assertThat(judge(listed, FINE, BROKEN).exit(), is(0));
    }

    @Test
    void whatDidNotRunIsNotStale() {
        Optional<Baseline> listed = baseline("- {id: SESS-07, observed: was 400, reason: r}");
        assertThat(judge(listed, FINE).staleBaseline(), is(empty()));
        assertThat(
                judge(listed, FINE, scenario("dead id", Outcome.NOT_APPLICABLE, "no lever", "SESS-07"))
                        .staleBaseline(),
                is(empty()));
    }

    @Test
    void aLineForAScenarioThatIsGoneIsStale() {
        Optional<Baseline> listed = baseline("- {id: SESS-07, scenario: renamed, observed: was 400, reason: r}");
        assertThat(judge(listed, FINE).staleBaseline(), contains(containsString("no scenario \"renamed\"")));
    }

    @Test
    void theShadowOfAKnownFailureIsKnownToo() {
        ScenarioRecord both = scenario("both", Outcome.FAILED, "SESS-07: was 400", "SESS-07", "SESS-06");
        assertThat(
                judge(baseline("- {id: SESS-07, observed: was 400, reason: r}"), FINE, both)
                        .exit(),
                is(0));
    }

    @Test
    void aRequirementNewerThanTheBaselineOnlyWarns() {
        ScenarioRecord newer = scenario("ended", Outcome.FAILED, "SESS-06: was 200", "SESS-06");
        Optional<Baseline> older = Optional.of(Baseline.read("k.yaml", "catalogue: 1\nknown: []\n", CATALOGUE));
        RunResult result = judge(older, FINE, newer);
        assertThat(result.exit(), is(0));
        assertThat(row(result, "SESS-06").reason(), containsString("newer than the baseline's catalogue version 1"));
        assertThat(
                judge(Optional.of(Baseline.read("k.yaml", "catalogue: 2\nknown: []\n", CATALOGUE)), FINE, newer)
                        .exit(),
                is(1));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {id: SESS-99, observed: x, reason: r}                         | 3 | no requirement "SESS-99"
        {id: RST-05, observed: x, reason: r}                          | 3 | binds this suite's own client
        {observed: x, reason: r}                                      | 3 | lacks the key "id"
        {id: SESS-07, reason: r}                                      | 3 | lacks the key "observed"
        {id: SESS-07, observed: x}                                    | 3 | lacks the key "reason"
        {id: SESS-07, observed: x, reason: r, until: soon}            | 3 | must be a date such as 2026-12-31
        {id: SESS-07, observed: x, reason: r, intermittent: perhaps}  | 3 | must be true or false
        {id: SESS-07, observed: x, reason: r, because: z}             | 3 | unknown key "because"
        {id: SESS-07, observed: '', reason: r}                        | 3 | must be a text
        {id: SESS-07, id: SESS-07, observed: x, reason: r}            | 3 | not readable as YAML
        SESS-07                                                       | 3 | must be a mapping
        """)
    void saysWhatIsWrongAndWhereInOneLine(String entry, int line, String problem) {
        UnusableFile error = assertThrows(UnusableFile.class, () -> baseline("- " + entry));
        assertThat(error.getMessage(), startsWith("known.yaml:" + line + ": "));
        assertThat(error.getMessage(), containsString(problem));
        assertThat(error.getMessage(), not(containsString("\n")));
    }

    @Test
    void aNewerCatalogueAMissingFileAndAnEmptyOneAreSaid() {
        assertThat(
                assertThrows(UnusableFile.class, () -> Baseline.read("k.yaml", "catalogue: 9\nknown: []", CATALOGUE))
                        .getMessage(),
                is("k.yaml:1: written for catalogue version 9, but this suite has version 2; use a newer suite"));
        assertThat(
                assertThrows(UnusableFile.class, () -> Baseline.read(Path.of("no-such.yaml"), CATALOGUE))
                        .getMessage(),
                startsWith("no-such.yaml: the baseline cannot be read"));
        assertThrows(UnusableFile.class, () -> Baseline.read("k.yaml", "", CATALOGUE));
        assertThrows(UnusableFile.class, () -> Baseline.read("k.yaml", "just text", CATALOGUE));
    }
}
