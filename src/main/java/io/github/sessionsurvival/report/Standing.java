package io.github.sessionsurvival.report;

import io.github.sessionsurvival.verdict.Gate;
import io.github.sessionsurvival.verdict.Requirement;
import io.github.sessionsurvival.verdict.RunResult;
import io.github.sessionsurvival.verdict.ScenarioRecord;
import io.github.sessionsurvival.verdict.Verdict;

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
    private static final Standing OWN_FAULT = new Standing("‼", "fault of the suite", "warn");

    static Standing of(RunResult.Row row) {
        return switch (row.verdict()) {
            case MET -> MET;
            case NOT_APPLICABLE -> NOT_APPLICABLE;
            case NOT_RUN -> NOT_RUN;
            case NOT_TESTABLE -> row.red() ? new Standing("?", "not testable", "bad") : lesser(row, "?");
            case BROKEN -> {
                if (Gate.isBrokenSelfCheck(row)) {
                    yield new Standing("✗", "broken by our own client", "bad");
                }
                yield row.red() ? new Standing("✗", "broken", "bad") : lesser(row, "!");
            }
        };
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
