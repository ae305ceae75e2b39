package io.github.sessionsurvival.verdict;

import static io.github.sessionsurvival.verdict.Records.CATALOGUE;
import static io.github.sessionsurvival.verdict.Records.facts;
import static io.github.sessionsurvival.verdict.Records.row;
import static io.github.sessionsurvival.verdict.Records.scenario;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.*;

import io.github.sessionsurvival.verdict.ScenarioRecord.Outcome;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class JudgementTest {

    private static final ScenarioRecord FINE = scenario("fine", Outcome.PASSED, "", "RST-08");

    private static RunResult judge(ScenarioRecord... scenarios) {
        return Judgement.of(CATALOGUE, facts().made(), List.of(scenarios), Optional.empty());
    }

    @Test
    void oneViolationIsBrokenHoweverManyScenariosPassed() {
        RunResult result = judge(
                FINE,
                scenario("two", Outcome.PASSED, "", "RST-08"),
                scenario("three", Outcome.FAILED, "RST-08: expected a session, was 500 (exchange 2)", "RST-08"));
        assertThat(row(result, "RST-08").verdict(), is(Verdict.BROKEN));
        assertThat(row(result, "RST-08").reason(), is("expected a session, was 500 (exchange 2)"));
        assertThat(row(result, "RST-08").merged(), is("met for 2 of 3 scenarios (1 broken)"));
        assertThat(result.verdict(), is("1 of 1 requirement broken: RST-08. Do not ship."));
    }

    @Test
    void aFailureThatNamesOneIdLeavesTheOthersUntested() {
        RunResult result = judge(scenario("x", Outcome.FAILED, "SESS-07: expected 404, was 400", "SESS-07", "SESS-06"));
        assertThat(row(result, "SESS-07").verdict(), is(Verdict.BROKEN));
        assertThat(row(result, "SESS-06").verdict(), is(Verdict.NOT_TESTABLE));
        assertThat(row(result, "SESS-06").reason(), is("the scenario stopped at SESS-07 before it came to SESS-06"));
    }

    @Test
    void anIdThatOnlyBeginsAlikeIsNotNamed() {
        RunResult result = judge(scenario("x", Outcome.FAILED, "SESS-070: odd", "SESS-07", "SESS-06"));
        assertThat(row(result, "SESS-06").verdict(), is(Verdict.BROKEN));
    }

    @Test
    void aFailureThatNamesNoIdBreaksAllOfThem() {
        RunResult result = judge(scenario("x", Outcome.FAILED, "expected 404, was 400", "SESS-07", "SESS-06"));
        assertThat(row(result, "SESS-07").verdict(), is(Verdict.BROKEN));
        assertThat(row(result, "SESS-06").verdict(), is(Verdict.BROKEN));
    }

    @Test
    void whatOneScenarioCouldNotTestIsNotMetByAnother() {
        RunResult result = judge(FINE, scenario("two", Outcome.NOT_TESTABLE, "the server answered 429", "RST-08"));
        assertThat(row(result, "RST-08").verdict(), is(Verdict.NOT_TESTABLE));
        assertThat(row(result, "RST-08").merged(), is("met for 1 of 2 scenarios (1 not testable)"));
        assertThat(result.exit(), is(1));
    }

    @Test
    void notApplicableScenariosAreNamedBesideMetOnes() {
        RunResult result = judge(
                FINE,
                scenario("two", Outcome.NOT_APPLICABLE, "no lever", "RST-08"),
                scenario("three", Outcome.NOT_RUN, "reach", "RST-08"));
        assertThat(row(result, "RST-08").verdict(), is(Verdict.MET));
        assertThat(row(result, "RST-08").merged(), is("met for 1 of 3 scenarios (1 not applicable, 1 not run)"));
        assertThat(row(result, "RST-08").reason(), is(""));
        assertThat(result.exit(), is(0));
    }

    @Test
    void aReasonSharedByAllScenariosIsToldOnce() {
        RunResult result = judge(
                FINE,
                scenario("two", Outcome.NOT_APPLICABLE, "no lever", "SESS-07"),
                scenario("three", Outcome.NOT_APPLICABLE, "no lever", "SESS-07"));
        assertThat(row(result, "SESS-07").verdict(), is(Verdict.NOT_APPLICABLE));
        assertThat(row(result, "SESS-07").reason(), is("no lever"));
        assertThat(row(result, "SESS-07").merged(), is(""));
    }

    @Test
    void saysWhyNothingRan() {
        RunResult result = judge(FINE);
        assertThat(row(result, "SESS-07").verdict(), is(Verdict.NOT_RUN));
        assertThat(row(result, "SESS-07").reason(), is("no scenario covers it yet"));
        assertThat(row(result, "RPC-06").reason(), is("shown by the suite's own RequestIdsTest"));
        assertThat(row(result, "BATCH-01").verdict(), is(Verdict.NOT_APPLICABLE));
        assertThat(
                row(result, "BATCH-01").reason(), is("applies to revision 2025-03-26; this server speaks 2025-11-25"));
        RunResult selected =
                Judgement.of(CATALOGUE, facts().selecting("@RST-08").made(), List.of(FINE), Optional.empty());
        assertThat(row(selected, "SESS-07").reason(), is("not selected in this run"));
    }

    @Test
    void aFaultOfTheSuiteIsNeverTheServers() {
        RunResult result =
                judge(FINE, scenario("two", Outcome.SUITE_FAULT, "NullPointerException", "RST-08", "SESS-07"));
        assertThat(row(result, "SESS-07").verdict(), is(Verdict.NOT_RUN));
        assertThat(row(result, "SESS-07").reason(), containsString("fault of the suite"));
        assertThat(row(result, "RST-08").verdict(), is(not(Verdict.MET)));
        assertThat(result.exit(), is(4));
        assertThat(result.verdict(), containsString("not of the server"));
    }

    @Test
    void aScenarioWithoutARequirementCannotPassUnseen() {
        RunResult result = judge(FINE, scenario("stray", Outcome.FAILED, "x", "opens", "SESS-99"));
        assertThat(result.exit(), is(4));
        assertThat(
                result.facts().suiteFaults(),
                hasItems(containsString("@SESS-99"), containsString("\"stray\" is tagged with no requirement")));
    }

    @Test
    void oneRequirementPerRowInTheCataloguesOrderAndScenariosByAddress() {
        RunResult result =
                judge(scenario("b", Outcome.PASSED, "", "RST-08"), scenario("a", Outcome.PASSED, "", "RST-08"));
        assertThat(
                result.requirements().stream().map(r -> r.requirement().id()).toList(),
                contains("RST-05", "RST-08", "RST-14", "SESS-06", "SESS-07", "SESS-11", "BATCH-01", "RPC-06"));
        assertThat(result.scenarios().stream().map(ScenarioRecord::name).toList(), contains("a", "b"));
    }

    @Test
    void neverSaysAPercentage() {
        assertThat(judge(FINE).verdict(), is("The one requirement tested is met. Nothing here stops a release."));
        assertThat(
                judge(FINE, scenario("w", Outcome.FAILED, "SESS-11: was 500", "SESS-11"))
                        .verdict(),
                is("1 of 2 requirements tested are met. 1 warning: SESS-11. Nothing here stops a release."));
    }
}
