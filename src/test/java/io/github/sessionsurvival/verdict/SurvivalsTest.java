package io.github.sessionsurvival.verdict;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import io.github.sessionsurvival.verdict.Evidence.Survival;
import io.github.sessionsurvival.verdict.ScenarioRecord.Outcome;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How a row tells what became of sessions (RST-10, RST-17, SESS-21). */
class SurvivalsTest {

    @Test
    void aMetRowNamesWhatWasSurvived() {
        RunResult.Row row = row(after("restart", true, false), after("drain", true, false));

        assertThat(row.verdict(), is(Verdict.MET));
        assertThat(row.reason(), is("survived: restart, drain"));
        assertThat(row.merged(), is(""));
    }

    @Test
    void aMetRowNamesWhatMcpAllowsToLoseAndMergesTheVerbsVisibly() {
        RunResult.Row row =
                row(after("restart", true, false), after("drain", true, false), after("kill", false, false));

        assertThat(row.verdict(), is(Verdict.MET));
        assertThat(row.reason(), is("allowed by MCP, not survived: kill"));
        assertThat(row.merged(), is("survived 2 of 3: restart, drain; lost by kill"));
    }

    @Test
    void aLossThatWasPromisedAgainstIsNotSaidToBeAllowed() {
        RunResult.Row row = row(after("kill", false, true), after("idle", false, false));

        assertThat(row.reason(), is("promised, not survived: kill; allowed by MCP, not survived: idle"));
    }

    @Test
    void oneLossIsNeverOutvoted() {
        RunResult.Row row = row(after("kill", true, false), after("kill", false, false), after("kill", true, false));

        assertThat(row.reason(), is("allowed by MCP, not survived: kill"));
    }

    @Test
    void aRowThatNothingBefellSaysNothing() {
        assertThat(row(Records.scenario("plain", Outcome.PASSED, "", "SESS-11")).reason(), is(""));
    }

    @Test
    void aBrokenRowKeepsItsReasonAndMergesBoth() {
        ScenarioRecord broken = with(
                Records.scenario("after a kill", Outcome.FAILED, "SESS-11: expected life, was 404", "SESS-11"),
                new Survival("kill", false, true));

        RunResult.Row row = row(after("restart", true, true), broken);

        assertThat(row.verdict(), is(Verdict.BROKEN));
        assertThat(row.reason(), is("expected life, was 404"));
        assertThat(row.merged(), is("met for 1 of 2 scenarios (1 broken); survived 1 of 2: restart; lost by kill"));
    }

    private static RunResult.Row row(ScenarioRecord... scenarios) {
        return Records.row(
                Judgement.of(Records.CATALOGUE, Records.facts().made(), Arrays.asList(scenarios), Optional.empty()),
                "SESS-11");
    }

    private static ScenarioRecord after(String event, boolean survived, boolean promised) {
        String name = event + " " + survived + " " + promised;
        return with(Records.scenario(name, Outcome.PASSED, "", "SESS-11"), new Survival(event, survived, promised));
    }

    private static ScenarioRecord with(ScenarioRecord plain, Survival survival) {
        return new ScenarioRecord(
                plain.address(),
                plain.name(),
                plain.feature(),
                plain.featureDescription(),
                plain.rule(),
                plain.ruleDescription(),
                plain.tags(),
                plain.outcome(),
                plain.reason(),
                plain.startedAtMs(),
                plain.durationMs(),
                plain.steps(),
                new Evidence(List.of(), List.of(), List.of(), List.of(), List.of(survival)),
                plain.suiteFault());
    }
}
