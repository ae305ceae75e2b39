package io.github.sessionsurvival.cli;

import io.github.sessionsurvival.client.JournalFolder;
import io.github.sessionsurvival.client.RunClock;
import io.github.sessionsurvival.report.ConsoleSummary;
import io.github.sessionsurvival.target.ConfigurationFault;
import io.github.sessionsurvival.target.Environment;
import io.github.sessionsurvival.target.RunSettings;
import io.github.sessionsurvival.target.StartFailure;
import io.github.sessionsurvival.target.StartedServers;
import io.github.sessionsurvival.verdict.ExitStatus;
import io.github.sessionsurvival.wire.Redaction;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sweep}: ends the sessions that killed runs left. */
@Command(
        name = "sweep",
        description = "Ends the sessions that a killed run left on a server. Runs under way are never touched.",
        footer = {
            "",
            "Give the same --target or --url as the killed run. Without either, what killed runs of the embedded",
            "platform left is tidied up.",
            "Exit status: 0 nothing is left, 1 some sessions could not be ended, 2 wrong usage, 3 the server cannot be",
            "reached."
        })
final class SweepCommand implements Callable<Integer> {

    @Option(names = "--target", paramLabel = "NAME|FILE", description = "the killed run's target")
    private String target;

    @Option(names = "--url", paramLabel = "URL", description = "the killed run's URL")
    private String url;

    private final Environment environment;
    private final PrintStream out;

    SweepCommand(Environment environment, PrintStream out) {
        this.environment = environment;
        this.out = out;
    }

    @Override
    public Integer call() {
        RunSettings settings = new RunSettings(
                "sweep",
                Path.of("."),
                Optional.ofNullable(target),
                Optional.ofNullable(url),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                Set.of(),
                Optional.empty(),
                Optional.empty());
        TargetDeclaration declaration = TargetDeclaration.of(settings, environment);
        Redaction redaction = new Redaction();
        LeftSessions left = new LeftSessions(
                new JournalFolder(environment.stateFolder().resolve("journals")), RunClock.system(), redaction);
        if (Files.exists(environment.stateFolder()) && !Files.isDirectory(environment.stateFolder())) {
            throw new ConfigurationFault("the state folder " + environment.stateFolder()
                    + " is a file; set SESSION_SURVIVAL_STATE to the folder that the killed run used");
        }
        try {
            LeftSessions.serversEnded(new StartedServers(environment.stateFolder()).endForgotten())
                    .ifPresent(out::println);
            if (declaration.endsWithTheRun()) {
                left.forgetThoseOf(declaration);
                out.println("Nothing is left: the server of " + declaration.name() + " ends with its run.");
                return ExitStatus.MET.code();
            }
            return endOn(declaration, left, redaction);
        } catch (IOException e) {
            throw new ConfigurationFault(
                    "the state folder " + environment.stateFolder() + " cannot be used: " + e.getMessage());
        }
    }

    private int endOn(TargetDeclaration declaration, LeftSessions left, Redaction redaction) throws IOException {
        LeftSessions.Outcome outcome;
        try (OpenedTarget opened = OpenedTarget.open(declaration, environment, redaction, out::println)) {
            outcome = left.endOn(declaration, opened);
        } catch (StartFailure e) {
            out.println(ConsoleSummary.safe(redaction.apply(e.getMessage())));
            out.println("What killed runs left there stays noted; sweep again when it answers.");
            return ExitStatus.NOT_TESTED.code();
        }
        outcome.lines().forEach(line -> out.println(ConsoleSummary.safe(line)));
        if (outcome.lines().isEmpty()) {
            out.println("No killed run has left anything on " + ConsoleSummary.safe(declaration.name()) + ".");
        }
        return outcome.remaining().isEmpty() ? ExitStatus.MET.code() : ExitStatus.RED.code();
    }
}
