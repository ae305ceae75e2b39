package io.github.sessionsurvival.report;

import io.github.sessionsurvival.verdict.Gate;
import io.github.sessionsurvival.verdict.Requirement;
import io.github.sessionsurvival.verdict.RunResult;
import io.github.sessionsurvival.verdict.ScenarioRecord;
import io.github.sessionsurvival.verdict.Verdict;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How a row or a scenario stands, by word and by shape, so that neither colour nor sight of it is needed.
 *
 * @param shape one character
 * @param word for people
 * @param tone names the colour in the style sheet: ok, bad, warn, info, quiet
 */
record Standing(String shape, String word, String tone) {

    private static final Standing MET = new Standing("✓", "met", "ok");
    private static final Standing NOT_APPLICABLE = new Standing("–", "not applicable", "quiet");
    private static final Standing NOT_RUN = new Standing("○", "not run", "quiet");
    private static final Standing SHOWN_BY_TEST = new Standing("○", "shown by a test", "quiet");
    private static final Standing STATED = new Standing("○", "stated only", "quiet");
    private static final Standing OWN_FAULT = new Standing("‼", "fault of the suite", "warn");

    static Standing of(RunResult.Row row) {
        return switch (row.verdict()) {
            case MET -> MET;
            case NOT_APPLICABLE -> NOT_APPLICABLE;
            case NOT_RUN -> withoutScenario(row);
            case NOT_TESTABLE -> row.red() ? new Standing("?", "not testable", "bad") : lesser(row, "?");
            case BROKEN -> {
                if (Gate.isBrokenSelfCheck(row)) {
                    yield new Standing("✗", "broken by our own client", "bad");
                }
                yield row.red() ? new Standing("✗", "broken", "bad") : lesser(row, "!");
            }
        };
    }

    /** A row that no scenario covers was not left out of this run: the word must not say so. */
    private static Standing withoutScenario(RunResult.Row row) {
        if (row.requirement().isShownByTest()) {
            return SHOWN_BY_TEST;
        }
        return row.requirement().provedBy().isPresent() ? STATED : NOT_RUN;
    }

    /** "25 met, 1 stated only": the rows of one lane, counted by verdict; empty where there is none. */
    static String counts(RunResult result, Requirement.Lane lane) {
        Map<String, Long> counts = result.requirements().stream()
                .filter(r -> r.requirement().lane() == lane)
                .sorted(Comparator.comparing(RunResult.Row::verdict))
                .collect(Collectors.groupingBy(Standing::counted, LinkedHashMap::new, Collectors.counting()));
        return counts.entrySet().stream()
                .map(e -> e.getValue() + " " + e.getKey())
                .collect(Collectors.joining(", "));
    }

    /** A warning is counted apart from what turns the run red, or the counts would contradict the verdict's sentence. */
    private static String counted(RunResult.Row row) {
        return of(row).word().replaceFirst(", (.*)", " ($1)");
    }

    private static Standing lesser(RunResult.Row row, String shape) {
        String what = row.verdict() == Verdict.BROKEN ? "broken" : "not testable";
        if (row.known()) {
            return new Standing(shape, what + ", known", "warn");
        }
        return row.requirement().severity() == Requirement.Severity.INFORMS
                ? new Standing("i", what + ", information", "info")
                : new Standing(shape, what + ", a warning", "warn");
    }

    static Standing of(ScenarioRecord scenario) {
        return switch (scenario.outcome()) {
            case PASSED -> scenario.suiteFault().isEmpty() ? new Standing("✓", "passed", "ok") : OWN_FAULT;
            case FAILED -> new Standing("✗", "failed", "bad");
            case NOT_TESTABLE -> new Standing("?", "not testable", "bad");
            case NOT_APPLICABLE -> NOT_APPLICABLE;
            case NOT_RUN -> NOT_RUN;
            case SUITE_FAULT -> OWN_FAULT;
        };
    }

    void write(Markup page) {
        page.raw("<b class=" + tone + ">").text(shape + " " + word).raw("</b>");
    }
}
