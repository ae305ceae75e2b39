package io.github.sessionsurvival.report;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.*;

import io.github.sessionsurvival.verdict.Evidence;
import io.github.sessionsurvival.verdict.RunFiles;
import io.github.sessionsurvival.verdict.ScenarioRecord;
import io.github.sessionsurvival.verdict.ScenarioRecord.Outcome;
import io.github.sessionsurvival.verdict.ScenarioRecord.Step;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The recorder on what Cucumber really emits: a run of its command line, scenarios side by side. */
final class ScenarioRecorderTest {

    private static final String FEATURE = """
            @needs-sessions
            Feature: A promise

              A narrative of *two*
              lines.

              Background:
                Given a server that holds

              @RST-08 @opens
              Scenario: passes
                When the client sends 1 request
                And the client sends 1 request
                Then all is well

              Rule: One law

                Why it is a law.

                @RST-05
                Scenario: breaks
                  When the client sends 1 request
                  Then it is broken
                  And all is well

                Scenario Outline: <n> requests are shown
                  When the client sends <n> requests
                  Then the parts are
                    | status | 503 |
                    | n      | <n> |
                  And the text is
                    \"\"\"
                    <n> lines
                    \"\"\"

                  Examples:
                    | n |
                    | 7 |
                    | 8 |

              Scenario: unprepared
                And a server that does not hold
                When the client sends 1 request

              Scenario: throttled
                When the server refuses every request

              Scenario: lever
                Given a declared lever that fails

              Scenario: unproven
                When the client sends 1 request
                Then it survived, as far as can be told

              Scenario: not applicable
                Given a target without the verb

              Scenario: not run
                Given a reach that is not allowed

              Scenario: suite breaks
                When the suite breaks

              Scenario: undefined
                When nobody wrote this

              Scenario: ambiguous
                Then two phrases match

              Scenario: pending
                When it is pending

              @aborts-before
              Scenario: aborted before
                Then it is broken

              @fails-before
              Scenario: failed before
                Then all is well

              @lever-fails-before
              Scenario: lever failed before
                Then all is well

              Scenario: sends and breaks
                When the client sends a request that breaks it
                Then all is well

              @fails-after
              Scenario: failed after
                Then all is well

              @fails-after
              Scenario: broken and failed after
                Then it is broken
            """;

    @TempDir
    static Path folder;

    private static Map<String, ScenarioRecord> byName;

    @BeforeAll
    static void runCucumber() throws Exception {
        Path feature = Files.writeString(folder.resolve("promise.feature"), FEATURE);
        byName = run(feature, "reports/" + RunFiles.SCENARIOS).stream()
                .collect(Collectors.toMap(ScenarioRecord::name, Function.identity()));
    }

    private static List<ScenarioRecord> run(Path feature, String record) {
        Path file = folder.resolve(record);
        io.cucumber.core.cli.Main.run(
                new String[] {
                    "--glue",
                    "io.github.sessionsurvival.report.glue",
                    "--plugin",
                    ScenarioRecorder.class.getName() + ":" + file,
                    "--no-summary",
                    "--threads",
                    "4",
                    feature.toUri().toString()
                },
                Thread.currentThread().getContextClassLoader());
        return RunFiles.in(file.getParent()).scenarios();
    }

    @Test
    void recordsEveryScenarioOnce() {
        assertThat(byName.keySet(), hasSize(20));
    }

    @Test
    void keepsTheNarrativeRuleTagsAndAddress() {
        ScenarioRecord scenario = byName.get("breaks");
        assertThat(scenario.feature(), is("A promise"));
        assertThat(scenario.featureDescription(), is("A narrative of *two*\nlines."));
        assertThat(scenario.rule(), is("One law"));
        assertThat(scenario.ruleDescription(), is("Why it is a law."));
        assertThat(scenario.tags(), contains("@needs-sessions", "@RST-05"));
        assertThat(scenario.address(), endsWith("promise.feature:21"));
        assertThat(byName.get("passes").rule(), is(""));
    }

    @Test
    void namesAnOutlinesRowByItsLineAndItsValues() {
        ScenarioRecord row = byName.get("8 requests are shown");
        assertThat(row.address(), endsWith("promise.feature:39"));
        assertThat(row.outcome(), is(Outcome.PASSED));
        assertThat(row.steps().get(2).table(), contains(List.of("status", "503"), List.of("n", "8")));
        assertThat(row.steps().get(3).docString(), is("8 lines"));
    }

    @Test
    void listsBackgroundStepsWithTheirMeaningAndLeavesHooksOut() {
        List<Step> steps = byName.get("passes").steps();
        assertThat(steps.stream().map(Step::keyword).toList(), contains("Given ", "When ", "And ", "Then "));
        assertThat(steps.stream().map(Step::kind).toList(), contains("context", "action", "action", "outcome"));
    }

    @Test
    void givesEachExchangeToTheStepItEndedInAndCleanUpToNone() {
        ScenarioRecord scenario = byName.get("passes");
        assertThat(
                scenario.steps().stream().map(Step::exchanges).toList(),
                contains(List.of(), List.of(1), List.of(2), List.of()));
        assertThat(
                scenario.evidence().exchanges().stream()
                        .map(Evidence.Seen::number)
                        .toList(),
                contains(1, 2, 3));
        assertThat(scenario.evidence().exchanges().get(1).body(), is("body 2"));
        assertThat(scenario.evidence().receipts(), hasSize(1));
        assertThat(scenario.evidence().notes(), contains("weak proof"));
        assertThat(scenario.evidence().survivals(), contains(new Evidence.Survival("kill", true, false)));
    }

    @Test
    void takesWhatCannotBeProvedForNotTestable() {
        assertThat(byName.get("unproven").outcome(), is(Outcome.NOT_TESTABLE));
        assertThat(byName.get("unproven").reason(), is("session ids are not checked"));
    }

    @Test
    void takesAFailedOutcomeForBrokenWithItsMessageAndEvidence() {
        ScenarioRecord scenario = byName.get("breaks");
        assertThat(scenario.outcome(), is(Outcome.FAILED));
        assertThat(scenario.reason(), startsWith("RST-05: expected attempt 2"));
        assertThat(
                scenario.steps().stream().map(Step::status).toList(),
                contains("passed", "passed", "failed", "skipped"));
        assertThat(scenario.steps().get(2).message(), startsWith("RST-05:"));
        assertThat(scenario.steps().get(1).exchanges(), contains(1));
        assertThat(scenario.evidence().receipts(), hasSize(1));
    }

    @Test
    void theStepThatBrokeHasItsExchangeToo() {
        assertThat(byName.get("sends and breaks").steps().get(1).exchanges(), contains(1));
    }

    @Test
    void takesAFailedPrerequisiteForNotTestable() {
        assertThat(byName.get("unprepared").outcome(), is(Outcome.NOT_TESTABLE));
        assertThat(byName.get("unprepared").reason(), is("the server answered 500"));
    }

    /** Whatever step it came in: what was refused for there being too many says nothing of the server. */
    @Test
    void takesRequestsThatAreRefusedToTheEndForNotTestable() {
        ScenarioRecord throttled = byName.get("throttled");
        assertThat(throttled.outcome(), is(Outcome.NOT_TESTABLE));
        assertThat(throttled.reason(), is("the server answered 429 (too many requests) 3 times"));
    }

    @Test
    void takesADeclaredLeverThatFailsForBroken() {
        assertThat(byName.get("lever").outcome(), is(Outcome.FAILED));
        assertThat(byName.get("lever").reason(), is("the lever answered 500"));
        assertThat(byName.get("lever failed before").outcome(), is(Outcome.FAILED));
    }

    @Test
    void keepsTheReasonOfAnAbort() {
        assertThat(byName.get("not applicable").outcome(), is(Outcome.NOT_APPLICABLE));
        assertThat(byName.get("not applicable").reason(), is("the target has no \"evict\""));
        assertThat(byName.get("not run").outcome(), is(Outcome.NOT_RUN));
        assertThat(byName.get("not run").reason(), is("reach @disturbs is not allowed"));
        assertThat(byName.get("aborted before").outcome(), is(Outcome.NOT_APPLICABLE));
    }

    @Test
    void takesEverythingElseForAFaultOfTheSuite() {
        for (String name :
                List.of("suite breaks", "undefined", "ambiguous", "pending", "failed before", "failed after")) {
            assertThat(name, byName.get(name).outcome(), is(Outcome.SUITE_FAULT));
        }
        assertThat(
                byName.get("suite breaks").reason(),
                allOf(startsWith("IllegalArgumentException: our own fault"), containsString("RecordedSteps.java")));
        assertThat(byName.get("undefined").reason(), containsString("nobody wrote this"));
        assertThat(byName.get("failed after").reason(), containsString("clean-up crashed"));
    }

    @Test
    void aFailingHookNeitherHidesNorChangesTheVerdictBeforeIt() {
        ScenarioRecord scenario = byName.get("broken and failed after");
        assertThat(scenario.outcome(), is(Outcome.FAILED));
        assertThat(scenario.reason(), startsWith("RST-05"));
        assertThat(scenario.suiteFault(), containsString("clean-up crashed"));
        assertThat(byName.get("breaks").suiteFault(), is(""));
    }

    @Test
    void forgetsTheRecordOfAnOlderRun() throws Exception {
        Path feature = Files.writeString(
                folder.resolve("small.feature"), "Feature: small\n  Scenario: one\n    Then all is well\n");
        Files.createDirectories(folder.resolve("again"));
        Files.writeString(folder.resolve("again").resolve(RunFiles.SCENARIOS), "{\"old\": true}\n");
        assertThat(run(feature, "again/" + RunFiles.SCENARIOS), hasSize(1));
    }
}
