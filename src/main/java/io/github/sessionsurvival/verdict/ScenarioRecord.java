package io.github.sessionsurvival.verdict;

import java.util.List;

/**
 * What a run recorded about one scenario: one line of {@code scenarios.ndjson}, written the moment it ends.
 *
 * @param address {@code classpath:features/…:line}, the stable place
 * @param name the scenario's title, an outline's placeholders filled in
 * @param feature the feature's title
 * @param featureDescription the narrative, Markdown
 * @param rule the rule's title; empty where there is none
 * @param ruleDescription its text
 * @param tags with their {@code @}
 * @param outcome how it ended
 * @param reason the failing step's message, or why it was not run; empty when it passed
 * @param startedAtMs on the run's clock, or since the first scenario's start
 * @param durationMs how long it took
 * @param steps in order, background included, hooks left out
 * @param evidence all of its evidence, merged
 * @param suiteFault a fault of the suite beside the outcome, such as a hook that failed after the verdict; empty when none
 */
public record ScenarioRecord(
        String address,
        String name,
        String feature,
        String featureDescription,
        String rule,
        String ruleDescription,
        List<String> tags,
        Outcome outcome,
        String reason,
        double startedAtMs,
        double durationMs,
        List<Step> steps,
        Evidence evidence,
        String suiteFault) {

    public ScenarioRecord {
        tags = List.copyOf(tags);
        steps = List.copyOf(steps);
    }

    /** Whether it said something of the target: the gate demands at least one that did. */
    public boolean executed() {
        return outcome == Outcome.PASSED || outcome == Outcome.FAILED;
    }

    /** How a scenario ended. */
    public enum Outcome {
        PASSED,
        /** A When or Then found the requirement broken. */
        FAILED,
        /** A Given failed: a prerequisite that should hold did not. */
        NOT_TESTABLE,
        /** The target does not declare what the scenario needs; the reason says what. */
        NOT_APPLICABLE,
        /** Reach, budget or the run's end kept it from running. */
        NOT_RUN,
        /** Undefined, ambiguous, or an exception of the suite's own. */
        SUITE_FAULT
    }

    /**
     * One step.
     *
     * @param keyword as written, "Given " or "And "
     * @param kind context, action or outcome: what the keyword means
     * @param table the data table, row by row; empty where there is none
     * @param docString empty where there is none
     * @param status Cucumber's word, lower case
     * @param exchanges numbers of the exchanges that ended in this step
     */
    public record Step(
            String keyword,
            String text,
            String kind,
            List<List<String>> table,
            String docString,
            String status,
            String message,
            double durationMs,
            List<Integer> exchanges) {
        public Step {
            table = table.stream().map(List::copyOf).toList();
            exchanges = List.copyOf(exchanges);
        }
    }
}
