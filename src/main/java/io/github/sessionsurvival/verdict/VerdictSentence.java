package io.github.sessionsurvival.verdict;

import io.github.sessionsurvival.verdict.Requirement.Lane;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The exit status in words: may we ship? Counts, never a share of a hundred: one broken promise is not "97 % fine". */
final class VerdictSentence {

    private static final int NAMED = 8;

    private VerdictSentence() {}

    static String of(
            ExitStatus exit,
            RunFacts facts,
            List<RunResult.Row> rows,
            List<ScenarioRecord> scenarios,
            List<String> stale) {
        List<RunResult.Row> server =
                rows.stream().filter(r -> r.requirement().lane() == Lane.SERVER).toList();
        return switch (exit) {
            case MET -> met(server, rows);
            case RED -> red(facts, server, rows, stale) + " Do not ship.";
            case WRONG_USAGE -> "The run was set up wrongly; nothing was tested.";
            case NOT_TESTED -> notTested(facts, scenarios) + seenSoFar(facts, server, rows, stale);
            case SUITE_FAULT ->
                "A fault of the suite, not of the server: " + suiteFault(facts, rows, scenarios)
                        + " No verdict on the server." + seenSoFar(facts, server, rows, stale);
        };
    }

    private static String met(List<RunResult.Row> server, List<RunResult.Row> rows) {
        List<RunResult.Row> judged = judged(server);
        List<String> parts = new ArrayList<>();
        long met = judged.stream().filter(r -> r.verdict() == Verdict.MET).count();
        parts.add(
                judged.isEmpty()
                        ? "Only our own client was tested, and it did its duty."
                        : met == judged.size()
                                ? "All " + judged.size() + " requirements tested are met."
                                : met + " of " + judged.size() + " requirements tested are met.");
        if (judged.size() == 1 && met == 1) {
            parts.set(0, "The one requirement tested is met.");
        }
        add(parts, rows, r -> r.known() && isFailing(r), "known failure", "known failures");
        add(
                parts,
                rows,
                r -> !r.known()
                        && isFailing(r)
                        && r.requirement().severity() != Requirement.Severity.INFORMS
                        && !Gate.isBrokenSelfCheck(r),
                "warning",
                "warnings");
        parts.add(judged.isEmpty() ? "Nothing is said of the server." : "Nothing here stops a release.");
        return String.join(" ", parts);
    }

    private static String red(
            RunFacts facts, List<RunResult.Row> server, List<RunResult.Row> rows, List<String> stale) {
        List<String> parts = new ArrayList<>();
        int judged = judged(server).size()
                + (int) rows.stream()
                        .filter(r -> r.red() && !server.contains(r))
                        .count();
        List<RunResult.Row> broken = rows.stream()
                .filter(r -> r.red() && r.verdict() == Verdict.BROKEN)
                .toList();
        if (!broken.isEmpty()) {
            parts.add(broken.size() + " of " + judged + (judged == 1 ? " requirement" : " requirements") + " broken: "
                    + ids(broken) + ".");
        }
        List<RunResult.Row> untestable = rows.stream()
                .filter(r -> r.red() && r.verdict() == Verdict.NOT_TESTABLE)
                .toList();
        if (!untestable.isEmpty()) {
            parts.add(untestable.size() + (broken.isEmpty() ? " of " + judged + " requirements" : "")
                    + " not testable: " + ids(untestable) + ".");
        }
        int left = facts.sessions().leftBehind().size();
        if (left > 0) {
            parts.add(left + (left == 1 ? " session" : " sessions") + " left behind.");
        }
        if (!stale.isEmpty()) {
            parts.add(stale.size() + (stale.size() == 1 ? " line" : " lines") + " of the baseline to remove.");
        }
        return String.join(" ", parts);
    }

    private static String seenSoFar(
            RunFacts facts, List<RunResult.Row> server, List<RunResult.Row> rows, List<String> stale) {
        String seen = red(facts, server, rows, stale);
        return seen.isEmpty() ? "" : " Seen all the same: " + seen;
    }

    private static String notTested(RunFacts facts, List<ScenarioRecord> scenarios) {
        long executed = scenarios.stream().filter(ScenarioRecord::executed).count();
        if (!facts.unreachable().isEmpty()) {
            return "Nothing was tested: " + sentence(facts.unreachable());
        }
        if (!facts.interrupted().isEmpty()) {
            return "The run was interrupted (" + facts.interrupted() + ") after " + executed
                    + (executed == 1 ? " scenario" : " scenarios") + ": no verdict.";
        }
        return scenarios.isEmpty()
                ? "No scenario was selected, so nothing was tested."
                : "None of " + scenarios.size() + " scenarios could be carried out, so nothing was tested.";
    }

    private static String suiteFault(RunFacts facts, List<RunResult.Row> rows, List<ScenarioRecord> scenarios) {
        List<RunResult.Row> own = rows.stream().filter(Gate::isBrokenSelfCheck).toList();
        List<ScenarioRecord> faulty =
                scenarios.stream().filter(Gate::isSuiteFault).toList();
        if (!facts.suiteFaults().isEmpty()) {
            return sentence(facts.suiteFaults().get(0));
        }
        if (!own.isEmpty()) {
            return "our own client breaks " + ids(own) + ".";
        }
        if (!faulty.isEmpty()) {
            return faulty.size() + (faulty.size() == 1 ? " scenario" : " scenarios") + " could not be carried out ("
                    + faulty.get(0).name() + ").";
        }
        return "the run never finished.";
    }

    private static void add(
            List<String> parts, List<RunResult.Row> rows, Predicate<RunResult.Row> which, String one, String many) {
        List<RunResult.Row> found = rows.stream().filter(which).toList();
        if (!found.isEmpty()) {
            parts.add(found.size() + " " + (found.size() == 1 ? one : many) + ": " + ids(found) + ".");
        }
    }

    private static boolean isFailing(RunResult.Row row) {
        return row.verdict() == Verdict.BROKEN || row.verdict() == Verdict.NOT_TESTABLE;
    }

    private static List<RunResult.Row> judged(List<RunResult.Row> rows) {
        return rows.stream()
                .filter(r -> r.verdict() == Verdict.MET || isFailing(r))
                .toList();
    }

    private static String ids(List<RunResult.Row> rows) {
        String named = rows.stream().limit(NAMED).map(r -> r.requirement().id()).collect(Collectors.joining(", "));
        return rows.size() > NAMED ? named + " and " + (rows.size() - NAMED) + " more" : named;
    }

    private static String sentence(String text) {
        String line = text.strip().replaceAll("\\s*\\R\\s*", " ");
        return line.matches("(?s).*[.!?]") ? line : line + ".";
    }
}
