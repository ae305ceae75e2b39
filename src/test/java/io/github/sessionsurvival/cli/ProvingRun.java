package io.github.sessionsurvival.cli;

import io.cucumber.core.options.RuntimeOptions;
import io.cucumber.core.runtime.Runtime;
import io.github.sessionsurvival.client.Endpoint;
import io.github.sessionsurvival.client.ExchangeLog;
import io.github.sessionsurvival.client.Journal;
import io.github.sessionsurvival.client.JournalFolder;
import io.github.sessionsurvival.client.JournalHeader;
import io.github.sessionsurvival.client.RunClock;
import io.github.sessionsurvival.platform.Defect;
import io.github.sessionsurvival.report.ScenarioRecorder;
import io.github.sessionsurvival.steps.CurrentRun;
import io.github.sessionsurvival.steps.Run;
import io.github.sessionsurvival.target.Environment;
import io.github.sessionsurvival.target.RunSettings;
import io.github.sessionsurvival.verdict.Catalogue;
import io.github.sessionsurvival.verdict.Judgement;
import io.github.sessionsurvival.verdict.RunFacts;
import io.github.sessionsurvival.verdict.RunFiles;
import io.github.sessionsurvival.verdict.RunResult;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Redaction;
import io.github.sessionsurvival.wire.Revision;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A run against the embedded platform with something wrong, as the command line carries it out, except that all requests go
 * through the swift endpoint and no page is written: proving takes hundreds of runs. Several may go on side by side.
 */
public final class ProvingRun {

    private final FeatureShelf features = FeatureShelf.read();
    private final Catalogue catalogue = Catalogue.shipped();
    private final String tags;
    private final int scenariosAtOnce;

    /** @param tags which scenarios */
    public ProvingRun(String tags, int scenariosAtOnce) {
        this.tags = tags;
        this.scenariosAtOnce = scenariosAtOnce;
    }

    /** @param defects what is to be wrong; empty: nothing */
    public RunResult against(Set<Defect> defects, Path folder) throws IOException {
        return against(defects, run -> run, folder);
    }

    /** A run against a sound platform, by clients of that kind. */
    public RunResult by(ClientDouble clients, Path folder) throws IOException {
        return against(Set.of(), clients::in, folder);
    }

    private RunResult against(Set<Defect> defects, UnaryOperator<Run> clients, Path folder) throws IOException {
        RunSettings settings = settings(defects, folder);
        Environment environment = new Environment(name -> null, System::getProperty);
        Redaction redaction = new Redaction();
        RunClock clock = RunClock.system();
        TargetDeclaration declaration =
                ((TargetDeclaration.Embedded) TargetDeclaration.of(settings, environment)).with(defects);
        OpenedTarget opened = OpenedTarget.open(declaration, environment, redaction, line -> {});
        Journal journal = new JournalFolder(folder)
                .begin(new JournalHeader(
                        settings.runId(), "embedded", opened.target().url(), Optional.empty(), Instant.now()));
        try (OpenRun open = OpenRun.of(opened, journal, settings, Set.of(), Revision.R2025_11_25, redaction, clock)) {
            FirstHandshake first = FirstHandshake.with(open.run());
            String unreachable = first.obstacle()
                    .map(Obstacle::inWords)
                    .map(redaction::apply)
                    .orElse("");
            if (unreachable.isEmpty()) {
                carryOut(
                        settings,
                        clients.apply(allSwift(open.run().speaking(first.keepsSessions(), first.sessionless()))));
            }
            open.ledger().endEverything(Duration.ofSeconds(20));
            RunFiles files = RunFiles.in(folder);
            return Judgement.of(catalogue, facts(settings, unreachable), files.scenarios(), Optional.empty());
        }
    }

    private void carryOut(RunSettings settings, Run run) {
        RuntimeOptions options = FeatureShelf.options(settings).build();
        CurrentRun.beginApart(run);
        try {
            Runtime.builder()
                    .withRuntimeOptions(options)
                    .withFeatureSupplier(features::features)
                    .withClassLoader(ProvingRun.class::getClassLoader)
                    .withAdditionalPlugins(new ScenarioRecorder(
                            settings.reports().resolve(RunFiles.SCENARIOS).toFile()))
                    .build()
                    .run();
        } finally {
            CurrentRun.endApart();
        }
    }

    private static Run allSwift(Run run) {
        return new Run(
                run.id(),
                run.target(),
                run.lever(),
                new SwiftWherePossible(run.patient(), run.swift()),
                run.swift(),
                run.ledger(),
                run.waiter(),
                run.clock(),
                run.redaction(),
                run.pace(),
                run.allowed(),
                run.asks(),
                run.keepsSessions(),
                run.sessionless());
    }

    private RunSettings settings(Set<Defect> defects, Path folder) {
        return new RunSettings(
                "proof-" + defects.stream().findFirst().map(Defect::word).orElse("sound"),
                folder,
                Optional.empty(),
                Optional.empty(),
                Optional.of(tags),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                Set.of(),
                Optional.of(scenariosAtOnce),
                Optional.empty());
    }

    private static RunFacts facts(RunSettings settings, String unreachable) {
        return new RunFacts(
                settings.runId(),
                true,
                "",
                "",
                Instant.now().toString(),
                0,
                0,
                new RunFacts.TargetFacts("embedded", "", "", "", List.of(), List.of(), ""),
                new RunFacts.Sessions(0, 0, 0, List.of(), List.of()),
                RunFacts.Throttling.NONE,
                new RunFacts.Selection("", "", "", "", "", "", false, List.of(), 1),
                List.of(),
                unreachable,
                "");
    }

    /** The swift endpoint sets the name of the host itself; what names another goes the other way. */
    private record SwiftWherePossible(Endpoint patient, Endpoint swift) implements Endpoint {
        @Override
        public Exchange send(Outgoing outgoing, ExchangeLog log, Consumer<Exchange> headersSeen) {
            return (outgoing.headers().has("Host") ? patient : swift).send(outgoing, log, headersSeen);
        }

        @Override
        public void close() {
            patient.close();
            swift.close();
        }
    }
}
