package io.github.sessionsurvival.verdict;

import static io.github.sessionsurvival.verdict.Records.CATALOGUE;
import static io.github.sessionsurvival.verdict.Records.facts;
import static io.github.sessionsurvival.verdict.Records.scenario;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.*;

import io.github.sessionsurvival.verdict.ScenarioRecord.Outcome;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class GateTest {

    private static final ScenarioRecord FINE = scenario("fine", Outcome.PASSED, "", "RST-08");

    private static Arguments row(String what, int exit, Records.Facts facts, ScenarioRecord... scenarios) {
        return Arguments.of(what, exit, facts, Arrays.asList(scenarios));
    }

    static Stream<Arguments> exits() {
        ScenarioRecord broken = scenario("b", Outcome.FAILED, "x", "SESS-07");
        ScenarioRecord warning = scenario("w", Outcome.FAILED, "x", "SESS-11");
        ScenarioRecord information = scenario("i", Outcome.FAILED, "x", "RST-14");
        ScenarioRecord ownClient = scenario("c", Outcome.FAILED, "x", "RST-05");
        ScenarioRecord suiteFault = scenario("s", Outcome.SUITE_FAULT, "x", "SESS-07");
        ScenarioRecord unprepared = scenario("u", Outcome.NOT_TESTABLE, "x", "SESS-11");
        ScenarioRecord notApplicable = scenario("n", Outcome.NOT_APPLICABLE, "x", "SESS-07");
        ScenarioRecord notRun = scenario("r", Outcome.NOT_RUN, "x", "SESS-07");
        return Stream.of(
                row("all met", 0, facts(), FINE),
                row("a MUST broken", 1, facts(), FINE, broken),
                row("a SHOULD broken", 0, facts(), FINE, warning),
                row("a SHOULD broken, strict", 1, facts().strict(), FINE, warning),
                row("information", 0, facts(), FINE, information),
                row("information, strict", 0, facts().strict(), FINE, information),
                row("not testable", 1, facts(), FINE, unprepared),
                row("not applicable", 0, facts(), FINE, notApplicable),
                row("not run", 0, facts(), FINE, notRun),
                row("sessions left behind", 1, facts().leavingBehind("abc…(36)"), FINE),
                row("nothing recorded", 3, facts()),
                row("nothing executed", 3, facts(), notApplicable, notRun),
                row("only unprepared", 3, facts(), unprepared),
                row("unreachable", 3, facts().unreachable()),
                row("unreachable after a while", 3, facts().unreachable(), FINE, broken),
                row("interrupted though all met", 3, facts().interrupted(), FINE),
                row(
                        "interrupted by a signal before its end",
                        3,
                        facts().unfinished().interrupted(),
                        FINE),
                row("never finished", 4, facts().unfinished(), FINE),
                row("our own client broken", 4, facts(), FINE, ownClient),
                row("our own client and the server broken", 4, facts(), broken, ownClient),
                row("our own client, of a server that ended during the run", 1, facts().serverEnded(), FINE, ownClient),
                row("a fault of the suite", 4, facts().faulty("the platform did not start"), FINE),
                row(
                        "a fault of the suite and nothing tested",
                        4,
                        facts().faulty("x").unreachable()),
                row("a scenario's fault of the suite", 4, facts(), FINE, suiteFault));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("exits")
    void tells(String what, int exit, Records.Facts facts, List<ScenarioRecord> scenarios) {
        RunResult result = Judgement.of(CATALOGUE, facts.made(), scenarios, Optional.empty());
        assertThat(result.verdict(), result.exit(), is(exit));
        assertThat(result.verdict(), is(not(emptyString())));
        assertThat(result.verdict(), not(containsString("%")));
        assertThat(result.verdict(), not(containsString("  ")));
    }

    @Test
    void ofSeveralTellsTwoThenFourThenThreeThenOne() {
        assertThat(ExitStatus.toTell(EnumSet.allOf(ExitStatus.class)), is(ExitStatus.WRONG_USAGE));
        assertThat(
                ExitStatus.toTell(EnumSet.of(ExitStatus.RED, ExitStatus.NOT_TESTED, ExitStatus.SUITE_FAULT)),
                is(ExitStatus.SUITE_FAULT));
        assertThat(ExitStatus.toTell(EnumSet.of(ExitStatus.RED, ExitStatus.NOT_TESTED)), is(ExitStatus.NOT_TESTED));
        assertThat(ExitStatus.toTell(EnumSet.noneOf(ExitStatus.class)), is(ExitStatus.MET));
    }

    @Test
    void aFaultBesideAVerdictCountsToo() {
        ScenarioRecord beside = new ScenarioRecord(
                FINE.address(),
                FINE.name(),
                "",
                "",
                "",
                "",
                FINE.tags(),
                Outcome.PASSED,
                "",
                0,
                0,
                List.of(),
                Evidence.NONE,
                "a hook failed");
        assertThat(
                Judgement.of(CATALOGUE, facts().made(), List.of(beside), Optional.empty())
                        .exit(),
                is(4));
    }

    @Test
    void trustsNoOtherRunsResult() {
        RunResult result = Judgement.of(CATALOGUE, facts().made(), List.of(FINE), Optional.empty());
        assertThat(Gate.refusal(result, "run-1"), is(Optional.empty()));
        assertThat(Gate.refusal(result, "run-2").orElseThrow().status(), is(ExitStatus.SUITE_FAULT));
        assertThat(Gate.refusal(result, "run-2").orElseThrow().message(), containsString("another run"));
    }

    @Test
    void trustsNoResultWithoutScenarios() {
        RunResult result = Judgement.of(CATALOGUE, facts().made(), List.of(), Optional.empty());
        assertThat(Gate.refusal(result, "run-1").orElseThrow().status(), is(ExitStatus.NOT_TESTED));
    }
}
