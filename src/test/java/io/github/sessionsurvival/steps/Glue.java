package io.github.sessionsurvival.steps;

import io.cucumber.core.options.RuntimeOptionsBuilder;
import io.cucumber.core.runtime.Runtime;
import io.cucumber.plugin.ConcurrentEventListener;
import io.cucumber.plugin.event.EventPublisher;
import io.cucumber.plugin.event.PickleStepTestStep;
import io.cucumber.plugin.event.Status;
import io.cucumber.plugin.event.StepDefinedEvent;
import io.cucumber.plugin.event.StepDefinition;
import io.cucumber.plugin.event.TestStepFinished;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What Cucumber makes of the features and the step definitions, found out without running a step. */
record Glue(List<StepDefinition> definitions, List<Matched> matched) {

    /**
     * One step of one scenario.
     *
     * @param scenario its feature, line and name; an outline counts once per row
     * @param tags the scenario's, its table's included
     * @param words the parameters of the sentence, by the name of their type
     */
    record Matched(
            URI feature,
            int line,
            String text,
            String keyword,
            Status status,
            String definition,
            String scenario,
            List<String> tags,
            List<Map.Entry<String, String>> words) {}

    static Glue dryRun() {
        List<StepDefinition> definitions = new ArrayList<>();
        List<Matched> matched = new ArrayList<>();
        ConcurrentEventListener listener = new ConcurrentEventListener() {
            @Override
            public void setEventPublisher(EventPublisher publisher) {
                publisher.registerHandlerFor(StepDefinedEvent.class, e -> {
                    if (definitions.stream()
                            .noneMatch(d -> d.getLocation()
                                            .equals(e.getStepDefinition().getLocation())
                                    && d.getPattern()
                                            .equals(e.getStepDefinition().getPattern()))) {
                        definitions.add(e.getStepDefinition());
                    }
                });
                publisher.registerHandlerFor(TestStepFinished.class, e -> {
                    if (e.getTestStep() instanceof PickleStepTestStep step) {
                        matched.add(new Matched(
                                step.getUri(),
                                step.getStep().getLine(),
                                step.getStep().getText(),
                                step.getStep().getKeyword().strip(),
                                e.getResult().getStatus(),
                                String.valueOf(step.getCodeLocation()),
                                e.getTestCase().getUri() + ":"
                                        + e.getTestCase().getLocation().getLine() + ": "
                                        + e.getTestCase().getName(),
                                e.getTestCase().getTags(),
                                step.getDefinitionArgument().stream()
                                        .map(a -> Map.entry(
                                                String.valueOf(a.getParameterTypeName()), String.valueOf(a.getValue())))
                                        .toList()));
                    }
                });
            }
        };
        Runtime.builder()
                .withRuntimeOptions(new RuntimeOptionsBuilder()
                        .addGlue(URI.create("classpath:/io/github/sessionsurvival/steps"))
                        .addFeature(io.cucumber.core.feature.FeatureWithLines.parse("classpath:features"))
                        .setDryRun(true)
                        .setMonochrome()
                        .setPublishQuiet(true)
                        .setNoSummary()
                        .build())
                .withAdditionalPlugins(listener)
                .build()
                .run();
        return new Glue(List.copyOf(definitions), List.copyOf(matched));
    }
}
