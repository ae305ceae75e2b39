package io.github.sessionsurvival.verdict;

import static io.github.sessionsurvival.verdict.Records.CATALOGUE;
import static io.github.sessionsurvival.verdict.Records.facts;
import static io.github.sessionsurvival.verdict.Records.row;
import static io.github.sessionsurvival.verdict.Records.scenario;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import io.github.sessionsurvival.verdict.ScenarioRecord.Outcome;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class VerdictSentenceTest {

    private static String sentence(Records.Facts facts, ScenarioRecord... scenarios) {
        return Judgement.of(CATALOGUE, facts.made(), List.of(scenarios), Optional.empty())
                .verdict();
    }

    private static final ScenarioRecord FINE = scenario("fine", Outcome.PASSED, "", "RST-08");
    private static final ScenarioRecord BROKEN = scenario("bad", Outcome.FAILED, "SESS-07: was 400", "SESS-07");
    private static final ScenarioRecord UNTESTABLE = scenario("429", Outcome.NOT_TESTABLE, "was 429", "SESS-06");

    @Test
    void namesWhatIsBrokenOfAllThatWasJudged() {
        assertThat(sentence(facts(), FINE, BROKEN), is("1 of 2 requirements broken: SESS-07. Do not ship."));
    }

    @Test
    void namesWhatCouldNotBeTestedBesideWhatIsBroken() {
        assertThat(
                sentence(facts(), FINE, BROKEN, UNTESTABLE),
                is("1 of 3 requirements broken: SESS-07. 1 not testable: SESS-06. Do not ship."));
        assertThat(sentence(facts(), FINE, UNTESTABLE), is("1 of 2 requirements not testable: SESS-06. Do not ship."));
    }

    @Test
    void countsSessionsLeftBehind() {
        assertThat(
                sentence(facts().leavingBehind("0123…(36)"), FINE, BROKEN),
                is("1 of 2 requirements broken: SESS-07. 1 session left behind. Do not ship."));
    }

    @Test
    void saysWhyNothingWasTestedInOneSentence() {
        assertThat(sentence(facts().unreachable()), is("Nothing was tested: connection refused."));
        assertThat(sentence(facts()), is("No scenario was selected, so nothing was tested."));
        assertThat(
                sentence(facts(), scenario("a", Outcome.NOT_RUN, "reach", "RST-08")),
                is("None of 1 scenarios could be carried out, so nothing was tested."));
    }

    @Test
    void anInterruptedRunCountsWhatItCameTo() {
        assertThat(
                sentence(facts().interrupted(), FINE),
                is("The run was interrupted (SIGINT) after 1 scenario: no verdict."));
        assertThat(
                sentence(facts().interrupted(), FINE, BROKEN),
                is("The run was interrupted (SIGINT) after 2 scenarios: no verdict."
                        + " Seen all the same: 1 of 2 requirements broken: SESS-07."));
        assertThat(
                sentence(facts().interrupted()), is("The run was interrupted (SIGINT) after 0 scenarios: no verdict."));
    }

    @Test
    void aFaultOfTheSuiteIsToldAsSuch() {
        assertThat(
                sentence(facts().faulty("the journal\n could not be written"), FINE),
                is("A fault of the suite, not of the server: the journal could not be written."
                        + " No verdict on the server."));
        assertThat(
                sentence(facts(), FINE, scenario("odd", Outcome.SUITE_FAULT, "x", "RST-08")),
                is("A fault of the suite, not of the server: 1 scenario could not be carried out (odd)."
                        + " No verdict on the server."));
        assertThat(
                sentence(
                                facts(),
                                scenario("odd", Outcome.SUITE_FAULT, "x", "RST-08"),
                                scenario("odder", Outcome.SUITE_FAULT, "x", "RST-08"))
                        .contains("2 scenarios could not be carried out"),
                is(true));
        assertThat(
                sentence(facts(), FINE, scenario("ours", Outcome.FAILED, "RST-05: too soon", "RST-05"), BROKEN),
                is("A fault of the suite, not of the server: our own client breaks RST-05."
                        + " No verdict on the server. Seen all the same: 1 of 2 requirements broken: SESS-07."));
        assertThat(
                sentence(facts().unfinished(), FINE),
                is("A fault of the suite, not of the server: the run never finished. No verdict on the server."));
    }

    @Test
    void onlyOurOwnClientMayHaveBeenTested() {
        assertThat(
                sentence(facts(), scenario("ours", Outcome.PASSED, "", "RST-05")),
                is("Only our own client was tested, and it did its duty. Nothing is said of the server."));
        assertThat(
                sentence(facts(), FINE, scenario("two", Outcome.PASSED, "", "SESS-07")),
                is("All 2 requirements tested are met. Nothing here stops a release."));
    }

    @Test
    void whyNothingRanDependsOnHowTheRunEnded() {
        RunResult unreachable = Judgement.of(CATALOGUE, facts().unreachable().made(), List.of(), Optional.empty());
        assertThat(row(unreachable, "SESS-07").reason(), is("no session could be opened"));
        RunResult interrupted = Judgement.of(CATALOGUE, facts().interrupted().made(), List.of(FINE), Optional.empty());
        assertThat(row(interrupted, "SESS-07").reason(), is("the run ended before"));
    }

    @Test
    void aReasonIsOneLineOfBoundedLength() {
        String reason = "SESS-07: " + "x".repeat(5_000);
        RunResult result = Judgement.of(
                CATALOGUE,
                facts().made(),
                List.of(scenario("long", Outcome.FAILED, reason, "SESS-07")),
                Optional.empty());
        assertThat(row(result, "SESS-07").reason().length() < 1_000, is(true));
        assertThat(row(result, "SESS-07").reason().endsWith("…"), is(true));
    }

    @Test
    void differentReasonsAreCountedAndTheFirstIsTold() {
        RunResult result = Judgement.of(
                CATALOGUE,
                facts().made(),
                List.of(
                        scenario("a", Outcome.FAILED, "SESS-07: was 400", "SESS-07"),
                        scenario("a", Outcome.FAILED, "SESS-07: was 500", "SESS-07"),
                        scenario("a", Outcome.FAILED, "SESS-07: was 500", "SESS-07")),
                Optional.empty());
        assertThat(row(result, "SESS-07").reason(), is("was 400 (and 1 more)"));
    }
}
