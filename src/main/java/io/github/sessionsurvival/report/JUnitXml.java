package io.github.sessionsurvival.report;

import io.github.sessionsurvival.verdict.Gate;
import io.github.sessionsurvival.verdict.RunResult;
import io.github.sessionsurvival.verdict.ScenarioRecord;
import io.github.sessionsurvival.verdict.ScenarioRecord.Outcome;
import io.github.sessionsurvival.verdict.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The run as a pipeline's test view reads it, made from the run result: it has a failure exactly where the exit status is
 * 1, and an error exactly where the suite is at fault or nothing was tested.
 */
public final class JUnitXml {

    public static final String FILE = "junit.xml";

    /** @param problem null when it passed */
    private record Case(String feature, String name, double seconds, Problem problem) {}

    private record Problem(String element, String message, String detail) {}

    private JUnitXml() {}

    public static String of(RunResult result) {
        List<Case> cases = cases(result);
        Markup xml = new Markup();
        xml.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite")
                .attribute("name", "session-survival")
                .attribute("tests", Integer.toString(cases.size()))
                .attribute("failures", count(cases, "failure"))
                .attribute("errors", count(cases, "error"))
                .attribute("skipped", count(cases, "skipped"))
                .attribute("time", seconds(result.facts().durationMs() / 1e3))
                .attribute("timestamp", result.facts().startedAt())
                .raw(">\n");
        cases.forEach(c -> write(c, xml));
        return xml.raw("</testsuite>\n").toString();
    }

    private static List<Case> cases(RunResult result) {
        List<Case> cases = new ArrayList<>();
        Map<String, Long> names = new HashMap<>();
        result.scenarios().forEach(s -> names.merge(s.feature() + "\n" + s.name(), 1L, Long::sum));
        for (ScenarioRecord scenario : result.scenarios()) {
            // Rows of an outline may share a title, and a test view shows one of a name.
            boolean shared = names.get(scenario.feature() + "\n" + scenario.name()) > 1;
            String name = shared
                    ? scenario.name() + " (line " + scenario.address().replaceFirst(".*:", "") + ")"
                    : scenario.name();
            cases.add(new Case(scenario.feature(), name, scenario.durationMs() / 1e3, problem(scenario, result)));
        }
        for (String session : result.facts().sessions().leftBehind()) {
            cases.add(
                    new Case("Sessions", "left behind: " + session, 0, failure("a session was left behind", session)));
        }
        for (String line : result.staleBaseline()) {
            cases.add(new Case("Baseline", line, 0, failure("the baseline is stale", line)));
        }
        for (String fault : result.facts().suiteFaults()) {
            cases.add(new Case("Suite", fault, 0, error(fault, "")));
        }
        if (result.exit() > 1
                && cases.stream()
                        .noneMatch(c ->
                                c.problem() != null && c.problem().element().equals("error"))) {
            // Unreachable, interrupted, nothing executed, never finished: a test view without a mark would look green.
            cases.add(new Case(
                    "Run", "the run", 0, error(result.verdict(), result.facts().unreachable())));
        }
        return cases;
    }

    private static Problem problem(ScenarioRecord scenario, RunResult result) {
        if (Gate.isSuiteFault(scenario)) {
            String what = scenario.outcome() == Outcome.SUITE_FAULT ? scenario.reason() : scenario.suiteFault();
            return error("a fault of the suite: " + firstLine(what), scenario.reason() + "\n" + scenario.suiteFault());
        }
        List<RunResult.Row> rows = result.requirements().stream()
                .filter(r -> r.scenarios().contains(scenario.address()))
                .toList();
        return switch (scenario.outcome()) {
            case PASSED -> null;
            case NOT_APPLICABLE -> skipped("not applicable: " + scenario.reason());
            case NOT_RUN -> skipped("not run: " + scenario.reason());
            case FAILED, NOT_TESTABLE -> {
                if (rows.stream().anyMatch(Gate::isBrokenSelfCheck)) {
                    yield error("our own client: " + firstLine(scenario.reason()), scenario.reason());
                }
                if (rows.stream().anyMatch(RunResult.Row::red)) {
                    String prefix = scenario.outcome() == Outcome.NOT_TESTABLE ? "not testable: " : "";
                    yield failure(prefix + firstLine(scenario.reason()), detail(scenario));
                }
                boolean known =
                        rows.stream().filter(r -> r.verdict() != Verdict.MET).allMatch(RunResult.Row::known);
                yield skipped((known ? "known failure: " : "a warning, not a failure: ") + scenario.reason());
            }
            case SUITE_FAULT -> error("a fault of the suite", scenario.reason());
        };
    }

    private static String detail(ScenarioRecord scenario) {
        StringBuilder text = new StringBuilder(scenario.reason()).append("\n\n");
        scenario.steps()
                .forEach(s -> text.append(s.keyword())
                        .append(s.text())
                        .append("  [")
                        .append(s.status())
                        .append("]\n"));
        return text.append(scenario.address()).toString();
    }

    private static void write(Case test, Markup xml) {
        xml.raw("  <testcase")
                .attribute("classname", test.feature())
                .attribute("name", test.name())
                .attribute("time", seconds(test.seconds()));
        if (test.problem() == null) {
            xml.raw("/>\n");
            return;
        }
        Problem problem = test.problem();
        xml.raw(">\n    <" + problem.element()).attribute("message", problem.message());
        if (problem.detail().isEmpty()) {
            xml.raw("/>\n");
        } else {
            xml.raw(">").text(problem.detail()).raw("</" + problem.element() + ">\n");
        }
        xml.raw("  </testcase>\n");
    }

    private static Problem failure(String message, String detail) {
        return new Problem("failure", message, detail);
    }

    private static Problem error(String message, String detail) {
        return new Problem("error", message, detail);
    }

    private static Problem skipped(String message) {
        return new Problem("skipped", message, "");
    }

    private static String count(List<Case> cases, String element) {
        return Long.toString(cases.stream()
                .filter(c -> c.problem() != null && c.problem().element().equals(element))
                .count());
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.3f", seconds);
    }

    private static String firstLine(String text) {
        return text.strip().lines().findFirst().orElse("");
    }
}
