package io.github.sessionsurvival.steps;

import io.cucumber.java.Scenario;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A scenario's short name: its file and line. It stands in the ledger, in the client's name towards the server and in the
 * caller's id, so it has only characters that all of them take.
 *
 * @param text such as {@code ended-sessions-25}
 * @param tags with their {@code @}
 */
record ScenarioLabel(String text, List<String> tags) {

    private static final Pattern OTHER = Pattern.compile("[^A-Za-z0-9._-]");
    private static final Pattern ID_TAG = Pattern.compile("@[A-Z]+-\\d{2,}");

    static ScenarioLabel of(Scenario scenario) {
        String path = scenario.getUri().getSchemeSpecificPart();
        String file = path.substring(path.lastIndexOf('/') + 1).replaceFirst("\\.feature$", "");
        return new ScenarioLabel(
                OTHER.matcher(file).replaceAll("-") + "-" + scenario.getLine(),
                List.copyOf(scenario.getSourceTagNames()));
    }

    /** The scenario's requirement ids, without {@code @}. */
    List<String> requirementIds() {
        return tags.stream()
                .filter(t -> ID_TAG.matcher(t).matches())
                .map(t -> t.substring(1))
                .toList();
    }

    boolean has(String tag) {
        return tags.contains(tag);
    }
}
