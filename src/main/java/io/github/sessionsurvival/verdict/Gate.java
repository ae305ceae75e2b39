package io.github.sessionsurvival.verdict;

import io.github.sessionsurvival.verdict.Requirement.Lane;
import io.github.sessionsurvival.verdict.Requirement.Severity;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The one place that decides whether a pipeline goes on. */
public final class Gate {

    private Gate() {}

    /**
     * Why a run.json may not be trusted at all, whatever it says.
     *
     * @param status what to exit with
     * @param message one line for people
     */
    public record Refusal(ExitStatus status, String message) {}

    static ExitStatus decide(
            RunFacts facts, List<RunResult.Row> rows, List<ScenarioRecord> scenarios, List<String> staleBaseline) {
        Set<ExitStatus> held = EnumSet.noneOf(ExitStatus.class);
        if (!facts.completed() && facts.interrupted().isEmpty()) {
            held.add(ExitStatus.SUITE_FAULT);
        }
        if (!facts.suiteFaults().isEmpty()
                || scenarios.stream().anyMatch(Gate::isSuiteFault)
                || rows.stream().anyMatch(Gate::isBrokenSelfCheck)) {
            held.add(ExitStatus.SUITE_FAULT);
        }
        if (!facts.unreachable().isEmpty()
                || !facts.interrupted().isEmpty()
                || scenarios.stream().noneMatch(ScenarioRecord::executed)) {
            held.add(ExitStatus.NOT_TESTED);
        }
        if (rows.stream().anyMatch(RunResult.Row::red)
                || !staleBaseline.isEmpty()
                || !facts.sessions().leftBehind().isEmpty()) {
            held.add(ExitStatus.RED);
        }
        return ExitStatus.toTell(held);
    }

    /** Whether the scenario tells of a fault of the suite, as its outcome or beside it. */
    public static boolean isSuiteFault(ScenarioRecord scenario) {
        return scenario.outcome() == ScenarioRecord.Outcome.SUITE_FAULT
                || !scenario.suiteFault().isEmpty();
    }

    /** Whether the row says that our own client breaks its duty, which makes every other verdict doubtful. */
    public static boolean isBrokenSelfCheck(RunResult.Row row) {
        return row.requirement().lane() == Lane.CLIENT
                && row.verdict() == Verdict.BROKEN
                && row.requirement().severity() != Severity.INFORMS;
    }

    /**
     * Whether a result may be read as the verdict of that run: another run's result, an unfinished one or one without
     * scenarios must never look green.
     */
    public static Optional<Refusal> refusal(RunResult result, String runId) {
        if (!result.facts().runId().equals(runId)) {
            return Optional.of(new Refusal(
                    ExitStatus.SUITE_FAULT,
                    "run.json is of another run (" + result.facts().runId() + ", not " + runId
                            + "): this run ended before it wrote one."));
        }
        if (result.scenarios().isEmpty()) {
            return Optional.of(new Refusal(
                    result.exit() == 0 ? ExitStatus.NOT_TESTED : ExitStatus.of(result.exit()),
                    "No scenario was recorded, so nothing is known of the server. " + result.verdict()));
        }
        if (!result.facts().completed() && result.exit() == 0) {
            return Optional.of(new Refusal(ExitStatus.SUITE_FAULT, "The run never finished; its result is partial."));
        }
        return Optional.empty();
    }
}
