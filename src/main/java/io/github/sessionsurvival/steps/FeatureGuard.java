package io.github.sessionsurvival.steps;

import io.cucumber.core.resource.Resource;
import io.cucumber.core.resource.ResourceScanner;
import io.cucumber.gherkin.GherkinParser;
import io.cucumber.messages.types.Background;
import io.cucumber.messages.types.Envelope;
import io.cucumber.messages.types.Examples;
import io.cucumber.messages.types.Feature;
import io.cucumber.messages.types.FeatureChild;
import io.cucumber.messages.types.GherkinDocument;
import io.cucumber.messages.types.Location;
import io.cucumber.messages.types.Rule;
import io.cucumber.messages.types.Scenario;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Looks at the feature files before a run. To Gherkin a misspelt keyword is a line of a description, and the scenario
 * behind it is gone without a word: a run without it would be green for the wrong reason.
 */
public final class FeatureGuard {

    private static final URI FEATURES = URI.create("classpath:/features");
    private static final String SUFFIX = ".feature";

    private static final List<String> BLOCK_KEYWORDS = List.of(
            "Feature",
            "Rule",
            "Background",
            "Scenario",
            "Scenario Outline",
            "Scenario Template",
            "Example",
            "Examples",
            "Scenarios");
    private static final Pattern STEP = Pattern.compile("(Given|When|Then|And|But|\\*) .*");
    private static final Pattern BEFORE_COLON = Pattern.compile("([A-Za-z]+(?: [A-Za-z]+)?) ?:(?: .*)?");
    private static final int SLIP = 2;

    private FeatureGuard() {}

    /** A feature file: its address and its text. */
    public record File(URI uri, byte[] text) {}

    /** The problems of the features on the class path, one line each with file and line; empty when all is well. */
    public static List<String> check() {
        List<File> files = shipped();
        if (files.isEmpty()) {
            return List.of("there are no feature files on the class path");
        }
        return files.stream().flatMap(file -> check(file).stream()).toList();
    }

    /**
     * The same for features that have been read already, which is most of the work.
     *
     * @param read what Cucumber made of the features on the class path
     */
    public static List<String> check(List<io.cucumber.core.gherkin.Feature> read) {
        Map<URI, Iterable<?>> byAddress =
                read.stream().collect(Collectors.toMap(f -> f.getUri(), f -> f.getParseEvents()));
        List<File> files = shipped();
        if (files.isEmpty()) {
            return check();
        }
        return files.stream()
                .flatMap(file -> Optional.ofNullable(byAddress.get(file.uri()))
                        .map(events -> check(file, events))
                        // Cucumber passes over a file without a feature.
                        .orElseGet(() -> check(file))
                        .stream())
                .toList();
    }

    private static List<String> check(File file, Iterable<?> events) {
        Findings findings = new Findings(file);
        events.forEach(event -> {
            if (event instanceof Envelope envelope) {
                findings.take(envelope);
            }
        });
        return findings.lines;
    }

    /** The features on the class path, by address. */
    public static List<File> shipped() {
        return new ResourceScanner<>(
                        () -> FeatureGuard.class.getClassLoader(),
                        path -> path.toString().endsWith(SUFFIX),
                        FeatureGuard::read)
                .scanForResourcesUri(FEATURES).stream()
                        .sorted(Comparator.comparing(File::uri))
                        .toList();
    }

    private static Optional<File> read(Resource resource) {
        try (var in = resource.getInputStream()) {
            return Optional.of(new File(resource.getUri(), in.readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The problems of one file. */
    public static List<String> check(File file) {
        Findings findings = new Findings(file);
        GherkinParser.builder()
                .includeSource(false)
                .includePickles(false)
                .build()
                .parse(file.uri().toString(), file.text())
                .forEach(findings::take);
        return findings.lines;
    }

    /** What is wrong with one file, as it is found. */
    private static final class Findings {

        private final List<String> lines = new ArrayList<>();
        private final File file;
        private int scenarios;

        Findings(File file) {
            this.file = file;
        }

        void take(Envelope envelope) {
            envelope.getParseError().ifPresent(error -> {
                long line =
                        error.getSource().getLocation().map(Location::getLine).orElse(1L);
                // The parser's own text starts with the place, which stands in front already.
                add(line, error.getMessage().replaceFirst("^\\(\\d+:\\d+\\): ", ""));
            });
            envelope.getGherkinDocument().ifPresent(this::take);
        }

        private void take(GherkinDocument document) {
            if (document.getFeature().isEmpty()) {
                add(1, "no feature in this file");
                return;
            }
            Feature feature = document.getFeature().get();
            description(feature.getLocation(), feature.getDescription());
            for (FeatureChild child : feature.getChildren()) {
                child.getBackground().ifPresent(this::take);
                child.getScenario().ifPresent(this::take);
                child.getRule().ifPresent(this::take);
            }
            if (scenarios == 0) {
                add(feature.getLocation().getLine(), "no scenario in this feature");
            }
        }

        private void take(Rule rule) {
            description(rule.getLocation(), rule.getDescription());
            rule.getChildren().forEach(child -> {
                child.getBackground().ifPresent(this::take);
                child.getScenario().ifPresent(this::take);
            });
        }

        private void take(Background background) {
            noDescription(background.getLocation(), background.getDescription(), background.getKeyword());
        }

        private void take(Scenario scenario) {
            scenarios++;
            noDescription(scenario.getLocation(), scenario.getDescription(), scenario.getKeyword());
            if (scenario.getSteps().isEmpty()) {
                add(scenario.getLocation().getLine(), "no step in this scenario");
            }
            for (Examples examples : scenario.getExamples()) {
                noDescription(examples.getLocation(), examples.getDescription(), examples.getKeyword());
                if (examples.getTableBody().isEmpty()) {
                    add(examples.getLocation().getLine(), "no example in this table");
                }
            }
        }

        /** Prose belongs to features and rules, so that a misspelt first step cannot pass for it. */
        private void noDescription(Location after, String description, String keyword) {
            firstLineOf(description)
                    .ifPresent(line -> add(
                            lineOf(line, after.getLine()),
                            "\"" + line + "\" is no step: a " + keyword
                                    + " has no description, so a keyword is misspelt"));
        }

        private void description(Location after, String description) {
            description
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .forEach(line -> lostKeyword(line)
                            .ifPresent(why -> add(lineOf(line, after.getLine()), "\"" + line + "\" " + why)));
        }

        private static Optional<String> lostKeyword(String line) {
            if (STEP.matcher(line).matches()) {
                return Optional.of("is a step without a scenario: the keyword above it is misspelt");
            }
            if (line.startsWith("@") || line.startsWith("|") || line.startsWith("\"\"\"")) {
                return Optional.of("belongs to no scenario: the keyword near it is misspelt");
            }
            Matcher colon = BEFORE_COLON.matcher(line);
            return colon.matches() ? nearest(colon.group(1)) : Optional.empty();
        }

        private static Optional<String> nearest(String word) {
            return BLOCK_KEYWORDS.stream()
                    .filter(keyword -> slips(word.toLowerCase(Locale.ROOT), keyword.toLowerCase(Locale.ROOT)) <= SLIP)
                    .min(Comparator.comparingInt(
                            keyword -> slips(word.toLowerCase(Locale.ROOT), keyword.toLowerCase(Locale.ROOT))))
                    .map(keyword -> "is taken for prose: write \"" + keyword + ":\"");
        }

        private static Optional<String> firstLineOf(String description) {
            return description
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .findFirst();
        }

        /** The parser keeps no line numbers of descriptions. */
        private long lineOf(String wanted, long after) {
            List<String> all =
                    new String(file.text(), StandardCharsets.UTF_8).lines().toList();
            for (int i = (int) after; i < all.size(); i++) {
                if (all.get(i).strip().equals(wanted)) {
                    return i + 1L;
                }
            }
            return after;
        }

        private void add(long line, String problem) {
            lines.add(name(file.uri()) + ":" + line + ": " + problem);
        }

        private static String name(URI uri) {
            String text = uri.toString();
            int start = text.lastIndexOf("features/");
            return start < 0 ? text : text.substring(start);
        }
    }

    /** How many letters have to be put in, taken out or changed to turn one word into the other. */
    private static int slips(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int above = row[j];
                int change = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(Math.min(row[j] + 1, row[j - 1] + 1), diagonal + change);
                diagonal = above;
            }
        }
        return row[to.length()];
    }
}
