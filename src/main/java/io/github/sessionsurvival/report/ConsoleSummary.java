package io.github.sessionsurvival.report;

import io.github.sessionsurvival.verdict.Gate;
import io.github.sessionsurvival.verdict.Requirement.Lane;
import io.github.sessionsurvival.verdict.RunFacts;
import io.github.sessionsurvival.verdict.RunResult;
import io.github.sessionsurvival.verdict.ScenarioRecord;
import io.github.sessionsurvival.verdict.Survivals;
import io.github.sessionsurvival.verdict.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The last lines of a run on a terminal or in a pipeline's log: counts in words, what is broken and why, where to read on. */
public final class ConsoleSummary {

    private static final int WIDEST = 300;
    private static final int MOST_READ = 16 * WIDEST;
    private static final int MOST_LISTED = 20;

    private ConsoleSummary() {}

    /**
     * The lines, without line ends and safe to print.
     *
     * @param page where the page is
     */
    public static List<String> of(RunResult result, Path page) {
        List<String> lines = new ArrayList<>();
        lines.add(safe("Sessions of " + result.facts().target().name() + " at "
                + result.facts().target().url()));
        lines.add("  server's side: " + counted(result, Lane.SERVER));
        lines.add("  client's side: " + counted(result, Lane.CLIENT));
        if (!result.facts().serverEnded().isEmpty()) {
            lines.add("  " + safe(result.facts().serverEnded()));
        }
        list(
                lines,
                result.requirements().stream()
                        .filter(r -> r.verdict() == Verdict.BROKEN || r.verdict() == Verdict.NOT_TESTABLE)
                        .map(r ->
                                r.requirement().id() + " " + Standing.of(r).word() + ": " + r.reason() + inBrackets(r))
                        .toList());
        list(
                lines,
                result.requirements().stream()
                        .filter(r -> r.verdict() == Verdict.MET && losesSessions(r, result))
                        .map(r -> r.requirement().id() + " met, but " + r.reason() + inBrackets(r))
                        .toList());
        list(
                lines,
                result.scenarios().stream()
                        .filter(Gate::isSuiteFault)
                        .map(ConsoleSummary::fault)
                        .toList());
        list(
                lines,
                result.facts().suiteFaults().stream()
                        .map(f -> "fault of the suite: " + f)
                        .toList());
        list(
                lines,
                result.facts().sessions().leftBehind().stream()
                        .map(s -> "session left behind: " + s)
                        .toList());
        list(
                lines,
                result.facts().sessions().possiblyLeftBehind().stream()
                        .map(s -> "possibly left behind: " + s)
                        .toList());
        int expiring = result.facts().sessions().leftToExpire();
        if (expiring > 0) {
            lines.add("  left to expire, since the server offers no ending: " + expiring
                    + (expiring == 1 ? " session" : " sessions"));
        }
        throttling(result.facts().throttling()).ifPresent(line -> lines.add("  " + line));
        list(
                lines,
                result.staleBaseline().stream().map(s -> "stale baseline: " + s).toList());
        lines.add(safe(result.verdict()));
        lines.add("Report: " + safe(page.toString()));
        return lines;
    }

    /** Met, and yet what an operator should hear of. */
    private static boolean losesSessions(RunResult.Row row, RunResult result) {
        return Survivals.of(result.scenarios().stream()
                        .filter(s -> row.scenarios().contains(s.address()))
                        .toList())
                .areAnyLost();
    }

    private static String inBrackets(RunResult.Row row) {
        return row.merged().isEmpty() ? "" : " [" + row.merged() + "]";
    }

    /** How often the server asked to slow down; empty where it never did. */
    static Optional<String> throttling(RunFacts.Throttling throttling) {
        if (throttling.asked() == 0) {
            return Optional.empty();
        }
        String refused = throttling.givenUp() == 0
                ? ""
                : "; " + throttling.givenUp() + (throttling.givenUp() == 1 ? " request was" : " requests were")
                        + " refused to the end";
        return Optional.of("the server asked " + throttling.asked() + (throttling.asked() == 1 ? " time" : " times")
                + " to slow down (429); requests were held back for "
                + String.format(Locale.ROOT, "%.1f s", throttling.waitedMs() / 1000.0) + " in all" + refused);
    }

    private static String counted(RunResult result, Lane lane) {
        String counts = Standing.counts(result, lane);
        return counts.isEmpty() ? "no requirement" : counts;
    }

    private static String fault(ScenarioRecord scenario) {
        String what =
                scenario.outcome() == ScenarioRecord.Outcome.SUITE_FAULT ? scenario.reason() : scenario.suiteFault();
        return "fault of the suite in \"" + scenario.name() + "\": " + what;
    }

    private static void list(List<String> lines, List<String> entries) {
        entries.stream().limit(MOST_LISTED).forEach(e -> lines.add("  " + safe(e)));
        if (entries.size() > MOST_LISTED) {
            lines.add("  and " + (entries.size() - MOST_LISTED) + " more");
        }
    }

    /**
     * Any text as one harmless line: no control characters, nothing that turns the text's direction, and nothing that a
     * pipeline's log reader would take for a command of its own ({@code ::error::}, {@code ##[…]}).
     */
    public static String safe(String text) {
        // Cut before it is searched: a megabyte of spaces would cost the search the square of its length.
        String line = text.substring(0, Math.min(text.length(), MOST_READ))
                .strip()
                .replaceAll("\\s*[\\r\\n\\u2028\\u2029\\x0b\\x0c\\x85]+\\s*", " ")
                .replaceAll("[\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}]", "?")
                .replaceFirst("^(\\s*):(?=:)", "$1: ")
                .replace("##[", "# #[")
                .replace("##vso[", "# #vso[");
        return line.length() <= WIDEST ? line : line.substring(0, WIDEST) + "…";
    }
}
