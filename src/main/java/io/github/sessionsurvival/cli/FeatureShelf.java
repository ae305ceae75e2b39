package io.github.sessionsurvival.cli;

import io.cucumber.core.feature.FeatureParser;
import io.cucumber.core.feature.FeatureWithLines;
import io.cucumber.core.filter.Filters;
import io.cucumber.core.gherkin.Feature;
import io.cucumber.core.gherkin.Pickle;
import io.cucumber.core.options.RuntimeOptions;
import io.cucumber.core.options.RuntimeOptionsBuilder;
import io.cucumber.core.runtime.FeaturePathFeatureSupplier;
import io.cucumber.tagexpressions.TagExpressionException;
import io.cucumber.tagexpressions.TagExpressionParser;
import io.github.sessionsurvival.steps.FeatureGuard;
import io.github.sessionsurvival.target.ConfigurationFault;
import io.github.sessionsurvival.target.RunSettings;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The shipped features, read before anything is sent, so that no scenario can vanish without a word. */
final class FeatureShelf {

    static final String FEATURES = "classpath:features";
    static final String GLUE = "classpath:io/github/sessionsurvival/steps";

    /** A break has often one cause and several symptoms: the first few lead to it. */
    private static final int PROBLEMS_TOLD = 3;

    private final List<Feature> features;

    private FeatureShelf(List<Feature> features) {
        this.features = features;
    }

    /**
     * Reads every feature.
     *
     * @throws SuiteFault when one cannot be read as it was meant, with file and line of each problem
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
        } catch (RuntimeException refused) {
            demandThatNothingVanished();
            throw refused;
        }
        demandNone(FeatureGuard.check(features));
        return new FeatureShelf(features);
    }

    /** As they were read, for whoever carries them out. */
    List<Feature> features() {
        return List.copyOf(features);
    }

    /**
     * Looks for features that Gherkin refuses and for those that it reads as something else than was written.
     *
     * @throws SuiteFault with file and line of each problem
     */
    static void demandThatNothingVanished() {
        demandNone(FeatureGuard.check());
    }

    private static void demandNone(List<String> problems) {
        if (!problems.isEmpty()) {
            throw new SuiteFault(inWords(problems));
        }
    }

    /** The first few problems, a line each. */
    static String inWords(List<String> problems) {
        int more = problems.size() - PROBLEMS_TOLD;
        return Stream.of(
                        Stream.of("a feature cannot be read as it was meant:"),
                        problems.stream().limit(PROBLEMS_TOLD),
                        more > 0 ? Stream.of("and " + more + " more") : Stream.<String>empty())
                .flatMap(lines -> lines)
                .collect(Collectors.joining("\n"));
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

    /** Whether scenarios that take long by their nature are asked for by their tag; {@code not @slow} asks for none. */
    boolean areSlowAskedFor(RunSettings settings) {
        return settings.mentionsSlow()
                && selected(settings).stream().anyMatch(p -> p.getTags().contains("@" + RunSettings.SLOW));
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
}
