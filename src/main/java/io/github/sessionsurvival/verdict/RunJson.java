package io.github.sessionsurvival.verdict;

import io.github.sessionsurvival.verdict.Requirement.Basis;
import io.github.sessionsurvival.verdict.Requirement.Lane;
import io.github.sessionsurvival.verdict.Requirement.Severity;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * The shape of {@code run.json} (reports/README.md): what other programs read, so it is kept apart from how the suite
 * thinks. Round trips through {@link #of} and {@link #result}.
 */
record RunJson(
        int schema,
        String runId,
        boolean completed,
        String interrupted,
        String suiteVersion,
        String startedAt,
        long durationMs,
        long acceptanceMs,
        int exit,
        String verdict,
        TargetJson target,
        String server,
        String revision,
        List<String> capabilities,
        RunFacts.Selection selection,
        String unreachable,
        String serverEnded,
        List<String> suiteFaults,
        List<String> staleBaseline,
        RunFacts.Sessions sessions,
        RunFacts.Throttling throttling,
        AttemptsJson attempts,
        List<RowJson> requirements,
        List<ScenarioRecord> scenarios) {

    record TargetJson(String name, String url, List<String> levers, String contract) {}

    /** All openings of the run together; made from the scenarios, so it is not read back. */
    record AttemptsJson(int openings, int attempts, int restartAnswers, long waitedMs) {}

    record RowJson(
            String id,
            String level,
            String severity,
            String verdict,
            boolean red,
            boolean known,
            String reason,
            String merged,
            String basis,
            String lane,
            List<String> revisions,
            String section,
            String summary,
            String suffers,
            String provedBy,
            int since,
            List<String> scenarios) {}

    static RunJson of(RunResult result) {
        RunFacts facts = result.facts();
        RunFacts.TargetFacts target = facts.target();
        return new RunJson(
                result.schema(),
                facts.runId(),
                facts.completed(),
                facts.interrupted(),
                facts.suiteVersion(),
                facts.startedAt(),
                facts.durationMs(),
                facts.acceptanceMs(),
                result.exit(),
                result.verdict(),
                new TargetJson(target.name(), target.url(), target.levers(), target.contract()),
                target.server(),
                target.revision(),
                target.capabilities(),
                facts.selection(),
                facts.unreachable(),
                facts.serverEnded(),
                facts.suiteFaults(),
                result.staleBaseline(),
                facts.sessions(),
                facts.throttling(),
                attempts(result.scenarios()),
                result.requirements().stream().map(RunJson::row).toList(),
                result.scenarios());
    }

    RunResult result() {
        RunFacts facts = new RunFacts(
                runId,
                completed,
                interrupted,
                suiteVersion,
                startedAt,
                durationMs,
                acceptanceMs,
                new RunFacts.TargetFacts(
                        target.name(),
                        target.url(),
                        server,
                        revision,
                        capabilities,
                        target.levers(),
                        target.contract()),
                sessions,
                throttling,
                selection,
                suiteFaults,
                unreachable,
                serverEnded == null ? "" : serverEnded);
        return new RunResult(
                schema,
                facts,
                requirements.stream().map(RunJson::row).toList(),
                scenarios,
                staleBaseline,
                exit,
                verdict);
    }

    private static AttemptsJson attempts(List<ScenarioRecord> scenarios) {
        List<Evidence.OpeningSeen> openings = scenarios.stream()
                .flatMap(s -> s.evidence().openings().stream())
                .toList();
        List<Evidence.AttemptSeen> attempts =
                openings.stream().flatMap(o -> o.attempts().stream()).toList();
        return new AttemptsJson(
                openings.size(),
                attempts.size(),
                (int) attempts.stream()
                        .filter(Evidence.AttemptSeen::restartAnswer)
                        .count(),
                Math.round(attempts.stream()
                        .mapToDouble(Evidence.AttemptSeen::measuredMs)
                        .filter(ms -> ms > 0)
                        .sum()));
    }

    private static RowJson row(RunResult.Row row) {
        Requirement requirement = row.requirement();
        return new RowJson(
                requirement.id(),
                requirement.level(),
                word(requirement.severity()),
                row.verdict().word(),
                row.red(),
                row.known(),
                row.reason(),
                row.merged(),
                requirement.basis().word(),
                word(requirement.lane()),
                requirement.revisions(),
                requirement.section(),
                requirement.summary(),
                requirement.suffers(),
                requirement.provedBy().orElse(""),
                requirement.since(),
                row.scenarios());
    }

    private static RunResult.Row row(RowJson row) {
        Requirement requirement = new Requirement(
                row.id(),
                row.level(),
                ofWord(Basis.values(), Basis::word, row.basis()),
                ofWord(Lane.values(), RunJson::word, row.lane()),
                row.revisions(),
                row.section(),
                row.summary(),
                ofWord(Severity.values(), RunJson::word, row.severity()),
                row.suffers(),
                Optional.of(row.provedBy()).filter(p -> !p.isEmpty()),
                Optional.empty(),
                row.since());
        return new RunResult.Row(
                requirement,
                ofWord(Verdict.values(), Verdict::word, row.verdict()),
                row.known(),
                row.reason(),
                row.merged(),
                row.scenarios(),
                row.red());
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static <E> E ofWord(E[] values, Function<E, String> word, String wanted) {
        return Arrays.stream(values)
                .filter(v -> word.apply(v).equals(wanted))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such word: " + wanted));
    }
}
