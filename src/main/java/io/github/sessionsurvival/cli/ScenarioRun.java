package io.github.sessionsurvival.cli;

import io.cucumber.core.options.RuntimeOptions;
import io.cucumber.core.runtime.Runtime;
import io.github.sessionsurvival.report.ScenarioRecorder;
import io.github.sessionsurvival.target.RunSettings;
import io.github.sessionsurvival.verdict.RunFiles;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Carries out the scenarios of a run by Cucumber's own runtime, without its banner and its walls of snippets. */
final class ScenarioRun {

    /** Held strongly: a logger that nobody holds forgets its level. */
    private static final Logger CUCUMBER = Logger.getLogger("io.cucumber");

    private ScenarioRun() {}

    static void carryOut(FeatureShelf features, RunSettings settings, int scenarios, PrintStream progress) {
        CUCUMBER.setLevel(Level.SEVERE);
        Path reports = settings.reports();
        RuntimeOptions options = FeatureShelf.options(settings)
                .addPluginName("html:" + reports.resolve("cucumber.html").toUri())
                .addPluginName("message:" + reports.resolve("messages.ndjson").toUri())
                .build();
        Runtime.builder()
                .withRuntimeOptions(options)
                .withFeatureSupplier(features::features)
                .withClassLoader(ScenarioRun.class::getClassLoader)
                .withAdditionalPlugins(
                        new ScenarioRecorder(reports.resolve(RunFiles.SCENARIOS).toFile()),
                        new Progress(scenarios, progress))
                .build()
                .run();
    }
}
