package io.github.sessionsurvival.report;

import io.github.sessionsurvival.verdict.Evidence;
import io.github.sessionsurvival.verdict.RunResult;
import io.github.sessionsurvival.verdict.ScenarioRecord;
import io.github.sessionsurvival.verdict.ScenarioRecord.Outcome;
import io.github.sessionsurvival.verdict.ScenarioRecord.Step;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Features as documentation: narrative, rules, scenarios, and under each sentence what travelled because of it. */
final class ScenarioBlocks {

    private final RunResult result;
    private final ExchangeBlocks exchanges;
    private final Set<String> requirementIds;
    private final Map<String, String> anchors = new LinkedHashMap<>();
    private final Detail detail;
    private int shownInFull;

    ScenarioBlocks(RunResult result, ExchangeBlocks exchanges, Detail detail) {
        this.detail = detail;
        this.result = result;
        this.exchanges = exchanges;
        this.requirementIds =
                result.requirements().stream().map(r -> r.requirement().id()).collect(Collectors.toSet());
        result.scenarios().forEach(s -> anchors.put(s.address(), "s" + (anchors.size() + 1)));
    }

    /** A link to a scenario by its address; plain text where it was not recorded. */
    void link(String address, Markup page) {
        result.scenarios().stream()
                .filter(s -> s.address().equals(address))
                .findFirst()
                .ifPresentOrElse(
                        s -> page.raw("<a href=#" + anchors.get(address) + ">")
                                .text(s.name())
                                .raw("</a>"),
                        () -> page.text(address));
    }

    /** Scenarios of one or several features, a heading for each feature and rule. */
    void writeFeatures(List<ScenarioRecord> scenarios, Markup page) {
        String feature = "";
        String rule = "";
        for (ScenarioRecord scenario : scenarios) {
            String place = scenario.address().replaceFirst(":\\d+$", "");
            if (!place.equals(feature)) {
                page.raw((feature.isEmpty() ? "" : "</section>") + "<section class=f><h3>")
                        .text(scenario.feature())
                        .raw("</h3>");
                Narrative.write(scenario.featureDescription(), page);
                feature = place;
                rule = "";
            }
            if (!scenario.rule().equals(rule)) {
                rule = scenario.rule();
                if (!rule.isEmpty()) {
                    page.raw("<h4>").text(rule).raw("</h4>");
                    Narrative.write(scenario.ruleDescription(), page);
                }
            }
            write(scenario, page);
        }
        page.raw(feature.isEmpty() ? "" : "</section>");
    }

    private void write(ScenarioRecord scenario, Markup page) {
        boolean passed = isQuiet(scenario);
        page.raw("<details class=s id=" + anchors.get(scenario.address()) + (passed ? "" : " open") + "><summary>");
        Standing.of(scenario).write(page);
        page.text(" " + scenario.name()).raw("</summary><p class=q>");
        for (String tag : scenario.tags()) {
            String id = tag.startsWith("@") ? tag.substring(1) : tag;
            if (requirementIds.contains(id)) {
                page.raw("<a").attribute("href", "#" + id).raw(">").text(id).raw("</a> ");
            }
        }
        page.text(Amount.time(scenario.durationMs()));
        if (!scenario.reason().isEmpty()) {
            page.raw(passed ? "<p class=q>" : "<p class=m>")
                    .text(ExchangeBlocks.cut(scenario.reason(), detail.failing()));
        }
        if (!scenario.suiteFault().isEmpty()) {
            page.raw("<p class=m>").text("A fault of the suite beside it: " + scenario.suiteFault());
        }
        if (scenario.outcome() == Outcome.NOT_APPLICABLE || scenario.outcome() == Outcome.NOT_RUN) {
            page.raw("<ul class=\"st no\">");
        } else {
            page.raw("<ul class=st>");
        }
        boolean inShort = passed || ++shownInFull > detail.inFull();
        scenario.steps().forEach(step -> write(step, scenario, inShort, page));
        page.raw("</ul>");
        writeOpenings(scenario, inShort, page);
        writeCleanUp(scenario, inShort, page);
        scenario.evidence().notes().forEach(n -> page.raw("<p class=q>").text("Note: " + n));
        if (!passed && scenario.outcome() != Outcome.NOT_APPLICABLE) {
            page.raw("<p class=q>Run it again: <code>")
                    .text(Shell.runAgain(result.facts().selection(), scenario.name()))
                    .raw("</code>");
        }
        page.raw("</details>");
    }

    /** Whether nothing in it needs a reader's attention. */
    private static boolean isQuiet(ScenarioRecord scenario) {
        return scenario.suiteFault().isEmpty()
                && (scenario.outcome() == Outcome.PASSED
                        || scenario.outcome() == Outcome.NOT_APPLICABLE
                        || scenario.outcome() == Outcome.NOT_RUN);
    }

    private void write(Step step, ScenarioRecord scenario, boolean passed, Markup page) {
        page.raw(
                step.status().equals("passed")
                        ? "<li>"
                        : step.status().equals("skipped") ? "<li class=k>" : "<li class=b>");
        page.text(step.keyword() + step.text());
        if (!step.table().isEmpty()) {
            page.raw("<table>");
            step.table().forEach(row -> {
                page.raw("<tr>");
                row.forEach(cell -> page.raw("<td>").text(cell));
            });
            page.raw("</table>");
        }
        if (!step.docString().isEmpty()) {
            page.raw("<pre>").text(step.docString()).raw("</pre>");
        }
        List<Evidence.Seen> seen = scenario.evidence().exchanges().stream()
                .filter(e -> step.exchanges().contains(e.number()))
                .toList();
        exchanges.write(seen, "", passed, page);
    }

    private void writeOpenings(ScenarioRecord scenario, boolean passed, Markup page) {
        for (Evidence.OpeningSeen opening : scenario.evidence().openings()) {
            boolean telling = !passed
                    || opening.attempts().size() > 1
                    || opening.attempts().stream().anyMatch(a -> !a.difference().isEmpty());
            if (telling && !opening.attempts().isEmpty()) {
                TimeLine.write(opening, scenario.evidence().exchanges(), page);
            }
        }
    }

    private void writeCleanUp(ScenarioRecord scenario, boolean passed, Markup page) {
        Set<Integer> inSteps = new HashSet<>();
        scenario.steps().forEach(s -> inSteps.addAll(s.exchanges()));
        List<Evidence.Seen> after = scenario.evidence().exchanges().stream()
                .filter(e -> !inSteps.contains(e.number()))
                .toList();
        if (scenario.evidence().receipts().isEmpty() && after.isEmpty()) {
            return;
        }
        page.raw("<div class=q>");
        List<String> lines = new ArrayList<>();
        for (Evidence.ReceiptSeen receipt : scenario.evidence().receipts()) {
            lines.add("Session " + receipt.session() + ", noted at exchange " + receipt.notedAtExchange() + ": "
                    + receipt.outcome() + (receipt.endedStatus() > 0 ? " with " + receipt.endedStatus() : "")
                    + (receipt.detail().isEmpty() || receipt.detail().equals(receipt.outcome())
                            ? ""
                            : " (" + receipt.detail() + ")"));
        }
        page.text(String.join("; ", lines));
        // The receipts say the same in words; where nothing was wrong and space is short, that is enough.
        if (!exchanges.areInShort(passed) || lines.isEmpty()) {
            exchanges.write(after, "Clean-up:", passed, page);
        }
        page.raw("</div>");
    }
}
