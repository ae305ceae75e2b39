package io.github.sessionsurvival.cli;

import io.github.sessionsurvival.client.Journal;
import io.github.sessionsurvival.client.JournalFolder;
import io.github.sessionsurvival.client.JournalHeader;
import io.github.sessionsurvival.client.RunClock;
import io.github.sessionsurvival.report.ConsoleSummary;
import io.github.sessionsurvival.target.ConfigurationFault;
import io.github.sessionsurvival.target.Environment;
import io.github.sessionsurvival.target.RunSettings;
import io.github.sessionsurvival.target.StartFailure;
import io.github.sessionsurvival.target.StartedServers;
import io.github.sessionsurvival.verdict.ExitStatus;
import io.github.sessionsurvival.wire.Redaction;
import io.github.sessionsurvival.wire.Revision;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code check}: one handshake, and what is in its way. */
@Command(
        name = "check",
        description = "Makes one handshake and says in a few lines whether a run can begin, and what to change if not.",
        footer = {
            "",
            "Exit status: 0 a run can begin, 2 wrong usage or configuration, 3 no session can be opened.",
            "One session is opened and ended again; no lever is pulled."
        })
final class CheckCommand implements Callable<Integer> {

    private static final Duration ENDING = Duration.ofSeconds(20);

    @Option(
            names = "--target",
            paramLabel = "NAME|FILE",
            description = "a shipped target or a target file; without it and --url the embedded platform")
    private String target;

    @Option(names = "--url", paramLabel = "URL", description = "a server's MCP endpoint, used exactly as given")
    private String url;

    @Option(names = "--contract", paramLabel = "NAME|FILE", description = "the contract that the server declares")
    private String contract;

    @Option(names = "--revision", paramLabel = "REVISION", description = "the MCP revision to ask for")
    private String revision;

    private final Environment environment;
    private final PrintStream out;

    CheckCommand(Environment environment, PrintStream out) {
        this.environment = environment;
        this.out = out;
    }

    @Override
    public Integer call() {
        RunSettings settings = new RunSettings(
                "check-" + ProcessHandle.current().pid() + "-" + System.nanoTime(),
                Path.of("."),
                given(target),
                given(url),
                Optional.empty(),
                Optional.empty(),
                given(revision),
                given(contract),
                Optional.empty(),
                false,
                Set.of(),
                Optional.empty(),
                Optional.empty());
        Revision asks = TestRun.revision(settings);
        TargetDeclaration declaration = TargetDeclaration.of(settings, environment);
        Redaction redaction = new Redaction();
        say("checking " + declaration.name());
        LeftSessions.serversEnded(new StartedServers(environment.stateFolder()).endForgotten())
                .ifPresent(this::say);
        try (OpenedTarget opened = OpenedTarget.open(declaration, environment, redaction, this::say)) {
            say(Diagnosis.line(
                    true,
                    "connection",
                    opened.target().url() + " accepts connections"
                            + opened.target()
                                    .way()
                                    .proxy()
                                    .map(p -> ", by way of " + p.inWords())
                                    .orElse("")));
            return check(opened, declaration, settings, asks, redaction);
        } catch (StartFailure e) {
            String step = e.part() == StartFailure.Part.LEVER ? "lever" : "connection";
            say(Diagnosis.line(false, step, redaction.apply(e.getMessage())));
            return over(Optional.of(e.getMessage()), settings);
        }
    }

    private int check(
            OpenedTarget opened,
            TargetDeclaration declaration,
            RunSettings settings,
            Revision asks,
            Redaction redaction) {
        JournalFolder journals = new JournalFolder(environment.stateFolder().resolve("journals"));
        try {
            Journal journal = journals.begin(new JournalHeader(
                    settings.runId(),
                    opened.target().name(),
                    opened.target().url(),
                    declaration.reference(),
                    Instant.now()));
            try (OpenRun open = OpenRun.of(
                    opened, journal, settings, Set.copyOf(settings.allow()), asks, redaction, RunClock.system())) {
                return check(open, settings, redaction);
            }
        } catch (IOException e) {
            throw new ConfigurationFault("the state folder " + environment.stateFolder()
                    + " cannot be used; set SESSION_SURVIVAL_STATE to a folder that can");
        }
    }

    private int check(OpenRun open, RunSettings settings, Redaction redaction) {
        Interruption interruption = Interruption.by(signal -> {
            open.waiter().end();
            open.ledger().endEverything(ENDING);
            open.cutOff();
        });
        try {
            FirstHandshake first = FirstHandshake.with(open.run());
            open.ledger().endEverything(ENDING);
            Diagnosis.of(first, open.opened(), redaction).forEach(this::say);
            return over(first.obstacle().map(Obstacle::inWords), settings);
        } finally {
            interruption.over();
        }
    }

    private int over(Optional<String> obstacle, RunSettings settings) {
        if (obstacle.isPresent()) {
            say("No run can begin.");
            return ExitStatus.NOT_TESTED.code();
        }
        say("A run can begin: session-survival run"
                + settings.target().map(t -> " --target " + t).orElse("")
                + settings.url().map(u -> " --url " + u).orElse(""));
        return ExitStatus.MET.code();
    }

    private void say(String line) {
        out.println(ConsoleSummary.safe(line));
    }

    private static Optional<String> given(String option) {
        return Optional.ofNullable(option).map(String::strip).filter(o -> !o.isEmpty());
    }
}
