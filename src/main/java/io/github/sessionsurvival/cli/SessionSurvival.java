package io.github.sessionsurvival.cli;

import io.github.sessionsurvival.report.ConsoleSummary;
import io.github.sessionsurvival.target.ConfigurationFault;
import io.github.sessionsurvival.target.Environment;
import io.github.sessionsurvival.target.ProxyAuthentication;
import io.github.sessionsurvival.verdict.ExitStatus;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line. Every error is a line or two that say what to do; a stack trace never reaches the console. */
@Command(
        name = "session-survival",
        description = "Shows whether the sessions of an MCP server survive what platforms do to them.",
        synopsisSubcommandLabel = "COMMAND",
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Begin with:  session-survival run                 the embedded platform",
            "             session-survival run --url URL       a server of yours",
            "             session-survival run --help          all options",
            "",
            "session-survival stands for: java -jar session-survival.jar"
        })
public final class SessionSurvival implements Runnable {

    @Spec
    private CommandSpec spec;

    private SessionSurvival() {}

    /** Ends with the exit status of the command. */
    public static void main(String[] arguments) {
        System.exit(execute(Environment.ofProcess(), System.out, System.err, arguments));
    }

    /** The same within a process. */
    static int execute(Environment environment, PrintStream out, PrintStream err, String... arguments) {
        ProxyAuthentication.allow();
        CommandLine line = new CommandLine(new SessionSurvival())
                .addSubcommand(new InitCommand(out))
                .addSubcommand(new CheckCommand(environment, out))
                .addSubcommand(new RunCommand(environment, out))
                .addSubcommand(new PlatformCommand(environment, out))
                .addSubcommand(new SweepCommand(environment, out))
                .addSubcommand(new RequirementsCommand(environment, out))
                .addSubcommand(new GateCommand(out))
                .addSubcommand(new CommandLine.HelpCommand());
        for (CommandLine command : line.getSubcommands().values()) {
            if (!(command.getCommand() instanceof CommandLine.HelpCommand)) {
                command.getCommandSpec().mixinStandardHelpOptions(true);
                command.getCommandSpec().versionProvider(new Version());
            }
        }
        line.setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .setUsageHelpWidth(100)
                .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
                .setExecutionStrategy(SessionSurvival::unlessBlank)
                .setParameterExceptionHandler((wrong, given) -> misused(wrong))
                .setExecutionExceptionHandler((error, command, parsed) -> failed(error, err));
        return line.execute(arguments);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }

    /**
     * An option whose value is empty is most often a variable that nobody set: taken for an option that is not there, it
     * would test the embedded platform in the place of the server that was meant.
     */
    private static int unlessBlank(CommandLine.ParseResult parsed) {
        for (CommandLine.ParseResult at = parsed; at != null; at = at.subcommand()) {
            for (CommandLine.Model.OptionSpec option : at.matchedOptions()) {
                if (option.stringValues().stream().anyMatch(String::isBlank)) {
                    throw new ParameterException(
                            at.commandSpec().commandLine(),
                            option.longestName() + " is empty; give it a value or leave it out");
                }
            }
        }
        return new CommandLine.RunLast().execute(parsed);
    }

    private static int misused(ParameterException wrong) {
        CommandLine command = wrong.getCommandLine();
        PrintWriter err = command.getErr();
        String message = wrong.getMessage()
                .lines()
                .findFirst()
                .orElse("this cannot be used")
                .replace("is not an int", "is not a whole number");
        err.println(ConsoleSummary.safe(message));
        List<String> near =
                wrong instanceof UnmatchedArgumentException unmatched ? unmatched.getSuggestions() : List.of();
        if (!near.isEmpty()) {
            err.println("Did you mean: " + ConsoleSummary.safe(String.join(", ", near)));
        } else if (message.startsWith("Unknown option")) {
            err.println("Options: "
                    + command.getCommandSpec().options().stream()
                            .map(o -> o.longestName())
                            .sorted()
                            .collect(Collectors.joining(", ")));
        } else if (command.getParent() == null) {
            err.println(
                    "Commands: " + String.join(", ", command.getSubcommands().keySet()));
        }
        err.println("Help: " + command.getCommandSpec().qualifiedName() + " --help");
        return ExitStatus.WRONG_USAGE.code();
    }

    private static int failed(Exception error, PrintStream err) {
        if (error instanceof ConfigurationFault) {
            say(error.getMessage(), err);
            return ExitStatus.WRONG_USAGE.code();
        }
        if (error instanceof RunCommand.NothingToRun) {
            err.println(ConsoleSummary.safe(error.getMessage()));
            return ExitStatus.NOT_TESTED.code();
        }
        if (error instanceof SuiteFault) {
            say("A fault of this suite, not of the server: " + error.getMessage(), err);
            return ExitStatus.SUITE_FAULT.code();
        }
        err.println("A fault of this suite, not of the server: "
                + ConsoleSummary.safe(Trouble.of(error, Path.of("reports", "latest"))));
        return ExitStatus.SUITE_FAULT.code();
    }

    /** A message of one line or a few, each made safe for a terminal. */
    static void say(String message, PrintStream to) {
        message.lines().map(ConsoleSummary::safe).forEach(to::println);
    }
}
