package io.github.sessionsurvival.cli;

import io.cucumber.core.gherkin.Pickle;
import io.github.sessionsurvival.client.Journal;
import io.github.sessionsurvival.client.JournalFolder;
import io.github.sessionsurvival.client.JournalHeader;
import io.github.sessionsurvival.client.Receipt;
import io.github.sessionsurvival.client.RunClock;
import io.github.sessionsurvival.report.ConsoleSummary;
import io.github.sessionsurvival.report.JUnitXml;
import io.github.sessionsurvival.report.Page;
import io.github.sessionsurvival.steps.CurrentRun;
import io.github.sessionsurvival.steps.Outlook;
import io.github.sessionsurvival.steps.Run;
import io.github.sessionsurvival.target.ConfigurationFault;
import io.github.sessionsurvival.target.Environment;
import io.github.sessionsurvival.target.ProxyAuthentication;
import io.github.sessionsurvival.target.RunSettings;
import io.github.sessionsurvival.target.StartFailure;
import io.github.sessionsurvival.target.StartedServers;
import io.github.sessionsurvival.target.Target;
import io.github.sessionsurvival.target.Verb;
import io.github.sessionsurvival.verdict.Baseline;
import io.github.sessionsurvival.verdict.Catalogue;
import io.github.sessionsurvival.verdict.Judgement;
import io.github.sessionsurvival.verdict.RunFacts;
import io.github.sessionsurvival.verdict.RunFiles;
import io.github.sessionsurvival.verdict.RunResult;
import io.github.sessionsurvival.verdict.ScenarioRecord;
import io.github.sessionsurvival.verdict.UnusableFile;
import io.github.sessionsurvival.wire.Redaction;
import io.github.sessionsurvival.wire.Revision;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The beginning and the end of a run, whoever carries out the scenarios: the command line, Maven or an IDE. Between the
 * two stands {@link CurrentRun}.
 */
public final class TestRun {

    /** What a run at its end may spend on sessions that scenarios left. */
    private static final Duration ENDING = Duration.ofSeconds(60);

    /** What a signal grants: a pipeline kills what does not end. */
    private static final Duration ENDING_AFTER_SIGNAL = Duration.ofSeconds(20);

    /** What a beginning that a signal met may take to undo itself. */
    private static final Duration BEGINNING_CUT_OFF = Duration.ofSeconds(15);

    private static final Duration SCENARIOS_LET_GO = Duration.ofSeconds(3);
    private static final Duration SCENARIOS_CUT_OFF = Duration.ofSeconds(10);

    private final RunSettings settings;
    private final Catalogue catalogue;
    private final Optional<Baseline> baseline;
    private final FeatureShelf features;
    private final String contractName;
    private final Instant startedAt = Instant.now();
    private final RunClock clock = RunClock.system();
    private final Redaction redaction = new Redaction();
    private final Thread beginner = Thread.currentThread();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch scenariosOver = new CountDownLatch(1);
    private final Object once = new Object();
    private Optional<OpenRun> under = Optional.empty();
    private String targetName;
    private String targetUrl;
    private FirstLook firstLook = FirstLook.NOTHING;
    private String unreachable = "";
    private String serverEnded = "";
    private volatile boolean current;
    private String suiteFault = "";
    private volatile String interrupted = "";
    private Optional<Interruption> interruption = Optional.empty();
    private Optional<RunResult> result = Optional.empty();

    private TestRun(
            RunSettings settings,
            Catalogue catalogue,
            Optional<Baseline> baseline,
            TargetDeclaration declaration,
            FeatureShelf features) {
        this.settings = settings;
        this.catalogue = catalogue;
        this.baseline = baseline;
        this.features = features;
        this.contractName = OpenedTarget.contractName(declaration);
        this.targetName = declaration.name();
        this.targetUrl = declaration instanceof TargetDeclaration.Address address
                ? address.url().toString()
                : declaration instanceof TargetDeclaration.Declared declared
                        ? declared.file().url()
                        : "";
    }

    /**
     * Begins a run: checks what was asked for, sweeps what killed runs left, opens the target and makes it the current
     * run. A target that cannot be reached is no error here: {@link #isUnderWay()} then is false, and the end says why.
     * From before anything is started until {@link #over()} a signal ends the run in order.
     *
     * @param features gives the features, or fails with what is wrong with them
     * @param say where to say what takes its time
     * @param afterSignal what to do with a run that a signal has ended
     * @throws ConfigurationFault when what was asked for cannot be used
     */
    static TestRun begin(
            Supplier<FeatureShelf> features,
            RunSettings settings,
            Environment environment,
            Consumer<String> say,
            Consumer<TestRun> afterSignal) {
        ProxyAuthentication.allow();
        try {
            return checked(features, settings, environment, say, afterSignal);
        } catch (ConfigurationFault e) {
            new Problem(settings.runId(), 2, e.getMessage()).writeTo(settings.reports());
            throw e;
        } catch (SuiteFault e) {
            new Problem(settings.runId(), 4, e.getMessage()).writeTo(settings.reports());
            throw e;
        }
    }

    /**
     * Begins the run that {@code survival.*} properties ask for, as Maven and an IDE do; a signal ends it in order.
     *
     * @param say where to say what takes its time
     */
    public static TestRun beginAsAskedByProperties(Consumer<String> say) {
        Environment environment = Environment.ofProcess();
        return begin(FeatureShelf::read, RunSettings.ofProperties(environment), environment, say, ended -> {});
    }

    /** How many scenarios that run lets go at once, as the command line would. */
    public static int scenariosAtOnceAsAskedByProperties() {
        return scenariosAtOnce(Environment.ofProcess());
    }

    /** One where the settings or the target file are wrong: the run that begins next says so. */
    static int scenariosAtOnce(Environment environment) {
        try {
            RunSettings settings = RunSettings.ofProperties(environment);
            return settings.within(TargetDeclaration.of(settings, environment).limits())
                    .scenariosAtOnce();
        } catch (ConfigurationFault e) {
            return 1;
        }
    }

    private static TestRun checked(
            Supplier<FeatureShelf> features,
            RunSettings settings,
            Environment environment,
            Consumer<String> say,
            Consumer<TestRun> afterSignal) {
        Revision asks = revision(settings);
        TargetDeclaration declaration = TargetDeclaration.of(settings, environment);
        Catalogue catalogue = catalogue();
        Optional<Baseline> baseline = baseline(settings, catalogue);
        FeatureShelf shelf = features.get();
        prepare(settings.reports());
        TestRun run = new TestRun(settings.within(declaration.limits()), catalogue, baseline, declaration, shelf);
        run.interruption = Optional.of(Interruption.by(signal -> {
            run.interrupt(signal);
            afterSignal.accept(run);
        }));
        try {
            run.open(declaration, asks, environment, say);
        } catch (StartFailure e) {
            run.unreachable = run.interrupted.isEmpty() ? run.redaction.apply(e.getMessage()) : "";
        } catch (RuntimeException e) {
            run.over();
            throw e;
        } finally {
            run.begun.countDown();
            // What a signal interrupted is undone by now; the run's end must not be cut short too.
            Thread.interrupted();
        }
        return run;
    }

    /** The run has ended in order, or will never begin: from now on a signal finds nothing to do. */
    public void over() {
        interruption.ifPresent(Interruption::over);
    }

    private void open(TargetDeclaration declaration, Revision asks, Environment environment, Consumer<String> say) {
        JournalFolder journals = new JournalFolder(environment.stateFolder().resolve("journals"));
        LeftSessions left = new LeftSessions(journals, clock, redaction);
        LeftSessions.serversEnded(new StartedServers(environment.stateFolder()).endForgotten())
                .ifPresent(say);
        OpenedTarget opened = null;
        Journal journal = null;
        try {
            left.forgetThoseOf(declaration);
            opened = OpenedTarget.open(declaration, environment, redaction, say);
            if (features.areSlowAskedFor(settings)) {
                opened = opened.forSlow();
            }
            Target target = opened.target();
            targetName = target.name();
            targetUrl = target.url().toString();
            announce(opened, say);
            if (!declaration.endsWithTheRun()) {
                LeftSessions.Outcome swept = left.endOn(declaration, opened);
                swept.lines().forEach(say);
            }
            journal = journals.begin(new JournalHeader(
                    settings.runId(), target.name(), target.url(), declaration.reference(), startedAt));
            begin(opened, journal, asks);
        } catch (IOException e) {
            close(opened, journal);
            throw new ConfigurationFault("the state folder " + environment.stateFolder() + " cannot be used ("
                    + e.getMessage() + "); set SESSION_SURVIVAL_STATE to a folder that can");
        } catch (RuntimeException e) {
            close(opened, journal);
            throw e;
        }
    }

    private void announce(OpenedTarget opened, Consumer<String> say) {
        List<List<String>> scenarios =
                features.selected(settings).stream().map(Pickle::getTags).toList();
        Outlook outlook = Outlook.of(opened.target(), opened.lever(), OpenRun.allowed(settings, features), scenarios);
        Announcement.of(opened.target(), outlook, settings).forEach(say);
    }

    private void begin(OpenedTarget opened, Journal journal, Revision asks) {
        // Before the first request: from here on there may be something to end.
        OpenRun open =
                OpenRun.of(opened, journal, settings, OpenRun.allowed(settings, features), asks, redaction, clock);
        under = Optional.of(open);
        Run run = open.run();
        FirstHandshake first = FirstHandshake.with(run);
        firstLook = FirstLook.of(first, run);
        if (first.obstacle().isPresent()) {
            unreachable = redaction.apply(first.obstacle().get().inWords());
        } else {
            CurrentRun.begin(run.speaking(first.keepsSessions(), first.sessionless()));
            current = true;
        }
    }

    /** Whether scenarios can be carried out. */
    public boolean isUnderWay() {
        return under.isPresent() && unreachable.isEmpty() && interrupted.isEmpty();
    }

    /** What the settings ask for, for the one who carries out the scenarios. */
    RunSettings settings() {
        return settings;
    }

    Path page() {
        return settings.reports().resolve(Page.FILE);
    }

    /** Notes a fault of the suite that kept scenarios from being carried out. */
    void suiteFault(String message) {
        suiteFault = redaction.apply(message);
    }

    Redaction redaction() {
        return redaction;
    }

    /**
     * Ends the run: ends every session, lets go of the target, judges what was recorded and writes the reports.
     *
     * @return the result, which the gate decides on
     */
    public RunResult end() {
        scenariosOver.countDown();
        return end(ENDING);
    }

    /**
     * Ends the run on a signal, whatever scenarios are doing; called once, by the one who caught it.
     *
     * @param signal its name
     */
    void interrupt(String signal) {
        synchronized (once) {
            if (result.isPresent()) {
                return;
            }
            interrupted = signal;
        }
        cutOffTheBeginning();
        under.ifPresent(open -> {
            open.ledger().barOpenings();
            open.waiter().end();
            // Scenarios heal what they armed and end what they opened by themselves, once they are let go.
            if (!scenariosEndWithin(SCENARIOS_LET_GO)) {
                open.cutOff();
                scenariosEndWithin(SCENARIOS_CUT_OFF);
            }
        });
        end(ENDING_AFTER_SIGNAL);
    }

    /** What is being started or opened is let go by the one who is at it: only there is known what there is. */
    private void cutOffTheBeginning() {
        try {
            if (begun.getCount() > 0) {
                beginner.interrupt();
                begun.await(BEGINNING_CUT_OFF.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean scenariosEndWithin(Duration time) {
        try {
            return scenariosOver.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private RunResult end(Duration within) {
        synchronized (once) {
            if (result.isEmpty()) {
                result = Optional.of(conclude(within));
            }
            return result.get();
        }
    }

    private RunResult conclude(Duration within) {
        under.ifPresent(open -> {
            open.ledger().endEverything(within);
            open.ledger().journalFault().ifPresent(this::suiteFault);
        });
        RunFacts.Sessions sessions = sessions();
        under.ifPresent(this::letGo);
        if (current) {
            CurrentRun.end();
        }
        try {
            return report(sessions);
        } catch (UncheckedIOException e) {
            throw new SuiteFault("the reports in " + settings.reports() + " cannot be written: "
                    + e.getCause().getMessage());
        }
    }

    private RunResult report(RunFacts.Sessions sessions) {
        RunFiles files = RunFiles.in(settings.reports());
        List<ScenarioRecord> scenarios = files.scenarios();
        RunFacts facts = facts(sessions, scenarios);
        files.writeFacts(facts);
        RunResult judged = Judgement.of(catalogue, facts, scenarios, baseline);
        files.write(Page.FILE, Page.of(judged));
        files.write(JUnitXml.FILE, JUnitXml.of(judged));
        // Last: whoever finds it finds the rest.
        files.writeRun(judged);
        return judged;
    }

    private RunFacts.Sessions sessions() {
        return under.map(open -> {
                    List<Receipt> receipts = open.ledger().receipts();
                    return new RunFacts.Sessions(
                            receipts.size(),
                            count(receipts, Receipt.Outcome.ENDED) + count(receipts, Receipt.Outcome.ENDED_BY_SCENARIO),
                            count(receipts, Receipt.Outcome.LEFT_TO_EXPIRE),
                            receipts.stream()
                                    .filter(r -> r.outcome() == Receipt.Outcome.LEFT_BEHIND)
                                    .map(r -> r.id().shortened() + " of " + r.scenario() + ": "
                                            + redaction.apply(r.detail()))
                                    .toList(),
                            open.ledger().possiblyLeftBehind());
                })
                .orElse(new RunFacts.Sessions(0, 0, 0, List.of(), List.of()));
    }

    private RunFacts.Throttling throttling() {
        return under.map(open -> open.pace().slowedDown())
                .map(s -> new RunFacts.Throttling(s.asked(), s.waited().toMillis(), s.givenUp()))
                .orElse(RunFacts.Throttling.NONE);
    }

    private static int count(List<Receipt> receipts, Receipt.Outcome outcome) {
        return (int) receipts.stream().filter(r -> r.outcome() == outcome).count();
    }

    private void letGo(OpenRun open) {
        serverEnded = open.opened().serverEnded().map(redaction::apply).orElse("");
        open.close();
        open.opened()
                .output()
                .ifPresent(output -> output.writeTo(settings.reports().resolve("server.log")));
    }

    private static void close(OpenedTarget opened, Journal journal) {
        if (opened != null) {
            opened.close();
        }
        if (journal != null) {
            try {
                journal.close();
            } catch (IOException e) {
                // It stays for a sweep, which finds its sessions dead.
            }
        }
    }

    private RunFacts facts(RunFacts.Sessions sessions, List<ScenarioRecord> scenarios) {
        double acceptance = scenarios.stream()
                        .mapToDouble(s -> s.startedAtMs() + s.durationMs())
                        .max()
                        .orElse(0)
                - scenarios.stream()
                        .mapToDouble(ScenarioRecord::startedAtMs)
                        .min()
                        .orElse(0);
        return new RunFacts(
                settings.runId(),
                interrupted.isEmpty(),
                interrupted,
                Version.ofThisSuite(),
                startedAt.toString(),
                clock.now().toMillis(),
                (long) acceptance,
                new RunFacts.TargetFacts(
                        targetName,
                        targetUrl,
                        firstLook.server(),
                        firstLook.revision(),
                        firstLook.capabilities(),
                        under.map(open -> open.opened().lever().verbs().stream()
                                        .sorted()
                                        .map(Verb::word)
                                        .toList())
                                .orElse(List.of()),
                        contractName),
                sessions,
                throttling(),
                new RunFacts.Selection(
                        settings.target().orElse(""),
                        settings.url().orElse(""),
                        settings.contract().orElse(""),
                        settings.tags().orElse(""),
                        settings.scenario().orElse(""),
                        settings.revision().orElse(""),
                        settings.strict(),
                        settings.allow().stream().sorted().toList(),
                        settings.scenariosAtOnce()),
                suiteFault.isEmpty() ? List.of() : List.of(suiteFault),
                unreachable,
                serverEnded);
    }

    /** The lines that a terminal shows at the end. */
    List<String> lastLines(RunResult judged) {
        return unreachable.isEmpty()
                ? ConsoleSummary.of(judged, page())
                : List.of(ConsoleSummary.safe(judged.verdict()));
    }

    static Revision revision(RunSettings settings) {
        Revision asked = settings.revision().map(Revision::new).orElse(Revision.R2025_11_25);
        if (!asked.isStateful()) {
            throw new ConfigurationFault("--revision '" + asked + "' is unknown; allowed: "
                    + String.join(
                            ", ", Revision.STATEFUL.stream().map(Revision::date).toList()));
        }
        return asked;
    }

    private static Catalogue catalogue() {
        try {
            return Catalogue.shipped();
        } catch (UnusableFile e) {
            throw new SuiteFault("the catalogue cannot be used: " + e.getMessage());
        }
    }

    private static Optional<Baseline> baseline(RunSettings settings, Catalogue catalogue) {
        try {
            return settings.baseline().map(file -> Baseline.read(file, catalogue));
        } catch (UnusableFile e) {
            throw new ConfigurationFault(e.getMessage());
        }
    }

    /** Removes what an older run left under the names that this one writes, so that none of it is read as this one's. */
    private static void prepare(Path reports) {
        try {
            Files.createDirectories(reports);
            for (String name : List.of(
                    RunFiles.RUN,
                    RunFiles.FACTS,
                    RunFiles.SCENARIOS,
                    Page.FILE,
                    JUnitXml.FILE,
                    Problem.FILE,
                    "server.log",
                    "fault.txt")) {
                Files.deleteIfExists(reports.resolve(name));
            }
            Path probe = Files.createTempFile(reports, ".writable", "");
            Files.delete(probe);
        } catch (IOException | UncheckedIOException e) {
            throw new ConfigurationFault(
                    "the report folder " + reports + " cannot be written; give another with --reports");
        }
    }
}
