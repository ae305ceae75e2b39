package io.github.sessionsurvival.cli;

import io.cucumber.core.feature.FeatureParser;
import io.cucumber.core.feature.FeatureWithLines;
import io.cucumber.core.filter.Filters;
import io.cucumber.core.gherkin.Feature;
import io.cucumber.core.gherkin.FeatureParserException;
import io.cucumber.core.gherkin.Pickle;
import io.cucumber.core.options.RuntimeOptions;
import io.cucumber.core.options.RuntimeOptionsBuilder;
import io.cucumber.core.runtime.FeaturePathFeatureSupplier;
import io.cucumber.tagexpressions.TagExpressionException;
import io.cucumber.tagexpressions.TagExpressionParser;
import io.github.sessionsurvival.target.ConfigurationFault;
import io.github.sessionsurvival.target.RunSettings;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The shipped features, read before anything is sent, so that no scenario can vanish without a word. */
final class FeatureShelf {

    static final String FEATURES = "classpath:features";
    static final String GLUE = "classpath:io/github/sessionsurvival/steps";

    /**
     * Words that begin a line of a feature's body. A misspelt one is legal description text to Gherkin, which then drops
     * the scenario silently: what was not read would count as tested.
     */
    private static final Pattern STEP = Pattern.compile("(?i)^(given|when|then|and|but|\\*)\\s+\\S.*");

    private static final Pattern HEADING = Pattern.compile("^[A-Z][a-z]{3,}(?: [A-Z][a-z]+)?\\s*:.*");

    private static final Pattern PLACE =
            Pattern.compile("classpath:(\\S+\\.feature):? ?(?:Parser errors: )?\\((\\d+):(\\d+)\\): (.*)");

    private final List<Feature> features;

    private FeatureShelf(List<Feature> features) {
        this.features = features;
    }

    /**
     * Reads every feature.
     *
     * @throws SuiteFault when one cannot be read as it was meant, with its file and line
     */
    static FeatureShelf read() {
        RuntimeOptions all = new RuntimeOptionsBuilder()
                .addFeature(FeatureWithLines.parse(FEATURES))
                .build();
        List<Feature> features;
        try {
            features = new FeaturePathFeatureSupplier(
                            FeatureShelf.class::getClassLoader, all, new FeatureParser(UUID::randomUUID))
                    .get();
        } catch (FeatureParserException e) {
            throw new SuiteFault("a shipped feature is broken: " + place(e.getMessage()));
        }
        if (features.isEmpty()) {
            throw new SuiteFault("no feature is shipped with this suite");
        }
        FeatureShelf shelf = new FeatureShelf(features);
        shelf.demandThatNothingVanished();
        return shelf;
    }

    /** The parser's complaint with its place as people and editors write it: file, line, what was expected. */
    static String place(String complaint) {
        String line = complaint.replaceAll("\\s+", " ");
        Matcher matcher = PLACE.matcher(line);
        if (!matcher.find()) {
            return line;
        }
        return matcher.group(1) + ":" + matcher.group(2) + ": "
                + matcher.group(4).replaceFirst(" \\(\\d+:\\d+\\):.*", "");
    }

    /** The scenarios that a run with these settings would carry out, in the order of files and lines. */
    List<Pickle> selected(RunSettings settings) {
        Filters filters = new Filters(options(settings).build());
        return features.stream()
                .flatMap(f -> f.getPickles().stream())
                .filter(filters)
                .sorted(java.util.Comparator.comparing((Pickle p) -> p.getUri().toString())
                        .thenComparing(p -> p.getLocation().getLine()))
                .toList();
    }

    /**
     * Cucumber's own options for a run.
     *
     * @throws ConfigurationFault when the tag expression is none
     */
    static RuntimeOptionsBuilder options(RunSettings settings) {
        RuntimeOptionsBuilder options = new RuntimeOptionsBuilder()
                .addFeature(FeatureWithLines.parse(FEATURES))
                .addGlue(java.net.URI.create(GLUE))
                .setThreads(settings.scenariosAtOnce())
                .setPublishQuiet(true);
        settings.tags().ifPresent(tags -> {
            try {
                options.addTagFilter(TagExpressionParser.parse(tags));
            } catch (TagExpressionException e) {
                throw new ConfigurationFault("--tags '" + tags
                        + "' is no tag expression; write one such as \"@RST-01 or (@opens and not @slow)\"");
            }
        });
        settings.scenario().ifPresent(name -> options.addNameFilter(Pattern.compile(Pattern.quote(name))));
        return options;
    }

    private void demandThatNothingVanished() {
        for (Feature feature : features) {
            String file = feature.getUri().toString().replaceFirst("^classpath:", "");
            if (feature.getPickles().isEmpty()) {
                throw new SuiteFault("a shipped feature is broken: " + file + ":1: it has no scenario");
            }
            strayLine(feature).ifPresent(line -> {
                throw new SuiteFault("a shipped feature is broken: " + file + ":" + line
                        + ": this line looks like a keyword or a step, but is read as description text");
            });
        }
    }

    /** The first line that looks like Gherkin and was read as prose. */
    private static Optional<Integer> strayLine(Feature feature) {
        Set<Integer> steps = new HashSet<>();
        feature.getPickles().forEach(p -> p.getSteps().forEach(s -> steps.add(s.getLine())));
        return strayLine(feature.getSource(), steps);
    }

    /**
     * The same of a text.
     *
     * @param steps the lines that were read as steps
     */
    static Optional<Integer> strayLine(String source, Set<Integer> steps) {
        List<String> lines = source.lines().toList();
        Pattern known = Pattern.compile("^(Feature|Rule|Background|Scenario|Scenario Outline|Examples)\\s*:.*");
        boolean withinText = false;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.startsWith("\"\"\"") || line.startsWith("```")) {
                withinText = !withinText;
                continue;
            }
            if (withinText) {
                continue;
            }
            Matcher heading = HEADING.matcher(line);
            boolean strayHeading = heading.matches()
                    && !known.matcher(line).matches()
                    && line.length() < 120
                    && isNearKeyword(line.substring(0, line.indexOf(':')).strip());
            boolean strayStep =
                    STEP.matcher(line).matches() && !steps.contains(i + 1) && followsNoProse(lines, i, steps);
            if (strayHeading || strayStep) {
                return Optional.of(i + 1);
            }
        }
        return Optional.empty();
    }

    /** Prose may begin a line with "When" or "And"; a line after an empty one, or at a step's depth after a heading, may not. */
    private static boolean followsNoProse(List<String> lines, int at, Set<Integer> steps) {
        if (at == 0) {
            return false;
        }
        String before = lines.get(at - 1).strip();
        return before.matches("^[A-Z][a-z]+( [A-Z][a-z]+)?\\s*:.*") && !before.startsWith("Feature:")
                || steps.contains(at);
    }

    private static boolean isNearKeyword(String word) {
        return List.of(
                        "Feature",
                        "Rule",
                        "Background",
                        "Scenario",
                        "Scenario Outline",
                        "Examples",
                        "Example",
                        "Scenarios")
                .stream()
                .anyMatch(k ->
                        distance(k.toLowerCase(java.util.Locale.ROOT), word.toLowerCase(java.util.Locale.ROOT)) <= 2);
    }

    /** How many letters must be added, dropped or exchanged. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int exchanged = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(exchanged, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
