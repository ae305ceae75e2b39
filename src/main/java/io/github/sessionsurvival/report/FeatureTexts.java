package io.github.sessionsurvival.report;

import io.cucumber.messages.types.Background;
import io.cucumber.messages.types.Feature;
import io.cucumber.messages.types.GherkinDocument;
import io.cucumber.messages.types.Rule;
import io.cucumber.messages.types.Scenario;
import io.cucumber.messages.types.Step;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What stands around a scenario in its feature file, found again by the ids of the syntax tree. */
final class FeatureTexts {

    /**
     * Where a scenario stands.
     *
     * @param rule the rule's title; empty where there is none
     */
    record Place(String feature, String description, String rule, String ruleDescription) {}

    private final Map<String, Place> placeByScenario = new HashMap<>();
    private final Map<String, Long> lineById = new HashMap<>();
    private final Map<String, String> keywordByStep = new HashMap<>();

    void add(GherkinDocument document) {
        document.getFeature().ifPresent(this::add);
    }

    private void add(Feature feature) {
        Place outside = new Place(feature.getName(), unindented(feature.getDescription()), "", "");
        feature.getChildren().forEach(child -> {
            child.getBackground().ifPresent(this::add);
            child.getScenario().ifPresent(s -> add(s, outside));
            child.getRule().ifPresent(rule -> add(rule, outside));
        });
    }

    private void add(Rule rule, Place outside) {
        Place inside =
                new Place(outside.feature(), outside.description(), rule.getName(), unindented(rule.getDescription()));
        rule.getChildren().forEach(child -> {
            child.getBackground().ifPresent(this::add);
            child.getScenario().ifPresent(s -> add(s, inside));
        });
    }

    private void add(Background background) {
        addSteps(background.getSteps());
    }

    private void add(Scenario scenario, Place place) {
        placeByScenario.put(scenario.getId(), place);
        lineById.put(scenario.getId(), scenario.getLocation().getLine());
        addSteps(scenario.getSteps());
        scenario.getExamples()
                .forEach(examples -> examples.getTableBody()
                        .forEach(row ->
                                lineById.put(row.getId(), row.getLocation().getLine())));
    }

    private void addSteps(List<Step> steps) {
        steps.forEach(step -> keywordByStep.put(step.getId(), step.getKeyword()));
    }

    /** The place of a scenario, by the ids its pickle names: the scenario's, then an outline's row. */
    Place place(List<String> astNodeIds) {
        return Optional.ofNullable(placeByScenario.get(astNodeIds.get(0))).orElseGet(() -> new Place("", "", "", ""));
    }

    /** The line that names exactly this scenario: an outline's row, else the scenario's own. */
    long line(List<String> astNodeIds) {
        return lineById.getOrDefault(astNodeIds.get(astNodeIds.size() - 1), 0L);
    }

    /** As written, such as {@code "Given "}; empty where unknown. */
    String keyword(List<String> astNodeIds) {
        return keywordByStep.getOrDefault(astNodeIds.get(0), "");
    }

    private static String unindented(String description) {
        return description == null ? "" : description.stripIndent().strip();
    }
}
