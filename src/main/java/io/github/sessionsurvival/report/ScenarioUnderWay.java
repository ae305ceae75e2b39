package io.github.sessionsurvival.report;

import io.cucumber.messages.types.Attachment;
import io.cucumber.messages.types.AttachmentContentEncoding;
import io.cucumber.messages.types.Hook;
import io.cucumber.messages.types.HookType;
import io.cucumber.messages.types.Pickle;
import io.cucumber.messages.types.PickleStep;
import io.cucumber.messages.types.PickleStepArgument;
import io.cucumber.messages.types.PickleStepType;
import io.cucumber.messages.types.PickleTableCell;
import io.cucumber.messages.types.PickleTag;
import io.cucumber.messages.types.TestCase;
import io.cucumber.messages.types.TestStep;
import io.cucumber.messages.types.TestStepResult;
import io.cucumber.messages.types.TestStepResultStatus;
import io.github.sessionsurvival.verdict.Evidence;
import io.github.sessionsurvival.verdict.RunFiles;
import io.github.sessionsurvival.verdict.ScenarioRecord;
import io.github.sessionsurvival.verdict.ScenarioRecord.Outcome;
import io.github.sessionsurvival.verdict.UnusableFile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A scenario while it runs: gathers what the messages say and makes its record when it ends. */
final class ScenarioUnderWay {

    private final Pickle pickle;
    private final TestCase testCase;
    private final FeatureTexts texts;
    private final Function<String, Hook> hooks;
    private final double startedAtMs;
    private final Map<String, PickleStep> pickleSteps;
    private final Map<String, TestStepResult> results = new LinkedHashMap<>();
    private final Map<String, Set<Integer>> exchangesByStep = new LinkedHashMap<>();
    private final Map<Integer, Evidence.Seen> exchanges = new LinkedHashMap<>();
    private final List<Evidence.OpeningSeen> openings = new ArrayList<>();
    private final List<Evidence.ReceiptSeen> receipts = new ArrayList<>();
    private final Set<String> notes = new LinkedHashSet<>();
    private final List<Evidence.Survival> survivals = new ArrayList<>();
    private final List<String> suiteFaults = new ArrayList<>();

    private Outcome outcome;
    private String reason = "";

    ScenarioUnderWay(
            Pickle pickle, TestCase testCase, FeatureTexts texts, Function<String, Hook> hooks, double startedAtMs) {
        this.pickle = pickle;
        this.testCase = testCase;
        this.texts = texts;
        this.hooks = hooks;
        this.startedAtMs = startedAtMs;
        this.pickleSteps = pickle.getSteps().stream()
                .collect(Collectors.toMap(PickleStep::getId, Function.identity(), (a, b) -> a, LinkedHashMap::new));
    }

    void stepFinished(String testStepId, TestStepResult result) {
        results.put(testStepId, result);
        TestStep step = step(testStepId);
        if (step == null) {
            return;
        }
        if (step.getPickleStepId().isPresent()) {
            judge(pickleSteps.get(step.getPickleStepId().get()), result);
        } else {
            judgeHook(step, result);
        }
    }

    private void judge(PickleStep step, TestStepResult result) {
        switch (result.getStatus()) {
            case PASSED -> {}
            case SKIPPED -> judgeAbort(result);
            case UNDEFINED -> suiteFault("no step is defined for \"" + step.getText() + "\"");
            case AMBIGUOUS -> suiteFault("several steps are defined for \"" + step.getText() + "\"");
            case PENDING, UNKNOWN -> suiteFault("the step \"" + step.getText() + "\" is not written yet");
            case FAILED -> {
                if (isNoVerdict(result)) {
                    decideWithoutVerdict(result);
                } else if (FailureText.kind(result).equals("LeverFailure")) {
                    // Declared but missing is broken, wherever it shows.
                    decide(Outcome.FAILED, FailureText.message(result));
                } else if (!FailureText.isAssertion(result)) {
                    suiteFault(FailureText.forTheSuite(result));
                } else if (step.getType()
                        .filter(t -> t == PickleStepType.CONTEXT)
                        .isPresent()) {
                    decide(Outcome.NOT_TESTABLE, FailureText.message(result));
                } else {
                    decide(Outcome.FAILED, FailureText.message(result));
                }
            }
        }
    }

    private void judgeHook(TestStep step, TestStepResult result) {
        if (result.getStatus() == TestStepResultStatus.SKIPPED) {
            judgeAbort(result);
        } else if (result.getStatus() == TestStepResultStatus.FAILED) {
            if (isNoVerdict(result)) {
                decideWithoutVerdict(result);
            } else if (FailureText.kind(result).equals("LeverFailure") && type(step) == HookType.BEFORE_TEST_CASE) {
                decide(Outcome.FAILED, FailureText.message(result));
            } else {
                suiteFault("a hook failed: " + FailureText.forTheSuite(result));
            }
        } else if (result.getStatus() == TestStepResultStatus.PENDING) {
            suiteFault("a hook is not written yet");
        }
    }

    /** Whether nothing went wrong but that the server, or the run's own bounds, let no request through. */
    private static boolean isNoVerdict(TestStepResult result) {
        return List.of("Throttled", "NoRoom", "OpeningsBarred").contains(FailureText.kind(result));
    }

    private void decideWithoutVerdict(TestStepResult result) {
        boolean throttled = FailureText.kind(result).equals("Throttled");
        decide(throttled ? Outcome.NOT_TESTABLE : Outcome.NOT_RUN, FailureText.message(result));
    }

    private void judgeAbort(TestStepResult result) {
        // A step that is skipped because an earlier one ended the scenario has no exception of its own.
        if (result.getException().isPresent()) {
            Outcome ended =
                    switch (FailureText.kind(result)) {
                        case "NotApplicable" -> Outcome.NOT_APPLICABLE;
                        case "NotTestable" -> Outcome.NOT_TESTABLE;
                        default -> Outcome.NOT_RUN;
                    };
            decide(ended, FailureText.message(result));
        }
    }

    /** The first thing that went wrong decides: what follows, clean-up above all, can neither hide nor change it. */
    private void decide(Outcome ended, String why) {
        if (outcome == null) {
            outcome = ended;
            reason = why;
        }
    }

    private void suiteFault(String what) {
        if (outcome == null) {
            decide(Outcome.SUITE_FAULT, what);
        } else {
            suiteFaults.add(what);
        }
    }

    void attached(String testStepId, Attachment attachment) {
        if (!attachment.getMediaType().equals(Evidence.MEDIA_TYPE)) {
            return;
        }
        String json = attachment.getContentEncoding() == AttachmentContentEncoding.BASE64
                ? new String(Base64.getDecoder().decode(attachment.getBody()), StandardCharsets.UTF_8)
                : attachment.getBody();
        try {
            add(RunFiles.evidence(json), testStepId);
        } catch (UnusableFile e) {
            suiteFaults.add(e.getMessage());
        }
    }

    private void add(Evidence evidence, String testStepId) {
        String step = stepOf(testStepId);
        for (Evidence.Seen exchange : evidence.exchanges()) {
            exchanges.put(exchange.number(), exchange);
            if (!step.isEmpty()) {
                exchangesByStep
                        .computeIfAbsent(step, k -> new LinkedHashSet<>())
                        .add(exchange.number());
            }
        }
        openings.addAll(evidence.openings());
        receipts.addAll(evidence.receipts());
        notes.addAll(evidence.notes());
        survivals.addAll(evidence.survivals());
    }

    /**
     * The step an attachment belongs to: the one it was made in, or the one before the hook that follows each step. What
     * the scenario's last hooks attach is clean-up and belongs to none.
     */
    private String stepOf(String testStepId) {
        String last = "";
        for (TestStep step : testCase.getTestSteps()) {
            if (step.getPickleStepId().isPresent()) {
                last = step.getId();
            }
            if (step.getId().equals(testStepId)) {
                return step.getPickleStepId().isPresent() || type(step) == HookType.AFTER_TEST_STEP ? last : "";
            }
        }
        return "";
    }

    ScenarioRecord ended(double endedAtMs) {
        FeatureTexts.Place place = texts.place(pickle.getAstNodeIds());
        List<ScenarioRecord.Step> steps = testCase.getTestSteps().stream()
                .filter(s -> s.getPickleStepId().isPresent())
                .map(this::record)
                .toList();
        if (outcome == null && steps.isEmpty()) {
            decide(Outcome.SUITE_FAULT, "the scenario has no steps, so it tests nothing");
        } else if (outcome == null && steps.stream().anyMatch(s -> !s.status().equals("passed"))) {
            decide(Outcome.NOT_RUN, "its steps were skipped");
        }
        return new ScenarioRecord(
                pickle.getUri() + ":" + texts.line(pickle.getAstNodeIds()),
                pickle.getName(),
                place.feature(),
                place.description(),
                place.rule(),
                place.ruleDescription(),
                pickle.getTags().stream().map(PickleTag::getName).distinct().toList(),
                outcome == null ? Outcome.PASSED : outcome,
                reason,
                startedAtMs,
                endedAtMs - startedAtMs,
                steps,
                new Evidence(
                        exchanges.values().stream()
                                .sorted(java.util.Comparator.comparingInt(Evidence.Seen::number))
                                .toList(),
                        openings,
                        receipts,
                        List.copyOf(notes),
                        survivals),
                String.join("\n", suiteFaults));
    }

    private ScenarioRecord.Step record(TestStep step) {
        PickleStep pickleStep = pickleSteps.get(step.getPickleStepId().orElseThrow());
        TestStepResult result = results.get(step.getId());
        boolean silent = result == null || result.getStatus() == TestStepResultStatus.PASSED;
        return new ScenarioRecord.Step(
                texts.keyword(pickleStep.getAstNodeIds()),
                pickleStep.getText(),
                pickleStep
                        .getType()
                        .filter(t -> t != PickleStepType.UNKNOWN)
                        .map(t -> t.name().toLowerCase(Locale.ROOT))
                        .orElse(""),
                pickleStep.getArgument().map(ScenarioUnderWay::table).orElse(List.of()),
                pickleStep
                        .getArgument()
                        .flatMap(PickleStepArgument::getDocString)
                        .map(d -> d.getContent())
                        .orElse(""),
                // A step without a result never began: the run was ended before it.
                result == null ? "skipped" : result.getStatus().name().toLowerCase(Locale.ROOT),
                silent ? "" : FailureText.message(result),
                result == null ? 0 : milliseconds(result),
                List.copyOf(exchangesByStep.getOrDefault(step.getId(), Set.of())));
    }

    private static List<List<String>> table(PickleStepArgument argument) {
        return argument.getDataTable()
                .map(table -> table.getRows().stream()
                        .map(row -> row.getCells().stream()
                                .map(PickleTableCell::getValue)
                                .toList())
                        .toList())
                .orElse(List.of());
    }

    private static double milliseconds(TestStepResult result) {
        return result.getDuration().getSeconds() * 1e3 + result.getDuration().getNanos() / 1e6;
    }

    private HookType type(TestStep step) {
        Hook hook = step.getHookId().map(hooks).orElse(null);
        return hook == null ? null : hook.getType().orElse(null);
    }

    private TestStep step(String id) {
        return testCase.getTestSteps().stream()
                .filter(s -> s.getId().equals(id))
                .findFirst()
                .orElse(null);
    }
}
