package io.github.sessionsurvival.cli;

import io.cucumber.core.gherkin.Pickle;
import io.github.sessionsurvival.report.ConsoleSummary;
import io.github.sessionsurvival.target.Environment;
import io.github.sessionsurvival.target.RunSettings;
import io.github.sessionsurvival.verdict.ExitStatus;
import io.github.sessionsurvival.verdict.RunResult;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code run}: the features against one server. */
@Command(
        name = "run",
        description = "Runs the features against a server and says whether its sessions survive.",
        footer = {
            "",
            "Without --target and --url the embedded platform is tested. With --url the bearer comes from the",
            "environment variable MCP_BEARER; unset means an open server. MCP_OTHER_BEARER is a second caller's.",
            "What a killed run left is noted in SESSION_SURVIVAL_STATE (~/.local/state/session-survival).",
            "Exit status: 0 met, 1 broken, 2 wrong usage, 3 nothing tested, 4 fault of the suite; 130 or 143 after",
            "Ctrl-C or SIGTERM, with a partial report and no session left behind."
        })
final class RunCommand implements Callable<Integer> {

    @Option(
            names = "--target",
            paramLabel = "NAME|FILE",
            description =
                    "a shipped target (embedded, everything, ts-sdk-v2, java-sdk, quarkus, go-mcp-cron) or a target"
                            + " file")
    private String target;

    @Option(names = "--url", paramLabel = "URL", description = "a server's MCP endpoint, used exactly as given")
    private String url;

    @Option(
            names = "--tags",
            paramLabel = "EXPR",
            description = "only scenarios with these tags, e.g. \"@RST-01 or @opens\"")
    private String tags;

    @Option(names = "--scenario", paramLabel = "NAME", description = "only scenarios whose name contains this text")
    private String scenario;

    @Option(
            names = "--revision",
            paramLabel = "REVISION",
            description = "the MCP revision to ask for: 2025-03-26, 2025-06-18 or 2025-11-25 (the default)")
    private String revision;

    @Option(
            names = "--contract",
            paramLabel = "NAME|FILE",
            description = "the contract that the server declares: restart-answer, none, or a contract file")
    private String contract;

    @Option(
            names = "--reports",
            paramLabel = "DIR",
            defaultValue = "reports/latest",
            description = "where the reports go (${DEFAULT-VALUE})")
    private Path reports;

    @Option(names = "--baseline", paramLabel = "FILE", description = "known failures that do not turn the run red")
    private Path baseline;

    @Option(
            names = "--parallelism",
            paramLabel = "N",
            description =
                    "scenarios at once (all on the embedded platform, 4 elsewhere unless the target file says more; fewer where it allows"
                            + " less than twice as many sessions)")
    private Integer parallelism;

    @Option(
            names = "--allow",
            paramLabel = "REACH",
            description = "on a server that is not on this machine: provokes, disturbs, or both with a comma; else only"
                    + " scenarios run that observe, or open and end sessions")
    private String allow;

    @Option(
            names = "--defect",
            paramLabel = "NAME",
            description =
                    "what is to be wrong with the embedded platform, to see that it is found out: docs/defects.md")
    private String defect;

    @Option(names = "--strict", description = "warnings turn the run red too")
    private boolean strict;

    @Option(
            names = "--list",
            description = "show which scenarios are chosen and what each needs, send nothing, and stop")
    private boolean list;

    @Option(names = "--quiet", description = "no line per scenario, only the verdict")
    private boolean quiet;

    @Spec
    private CommandSpec spec;

    private final Environment environment;
    private final PrintStream out;

    RunCommand(Environment environment, PrintStream out) {
        this.environment = environment;
        this.out = out;
    }

    @Override
    public Integer call() {
        RunSettings settings = settings();
        FeatureShelf features = FeatureShelf.read();
        List<Pickle> scenarios = features.selected(settings);
        if (scenarios.isEmpty()) {
            throw new NothingToRun("no scenario matches " + asked(settings)
                    + (settings.tags().filter(t -> !t.contains("@")).isPresent() ? "; a tag begins with @" : "")
                    + "; see what there is with: session-survival run --list");
        }
        TargetDeclaration declaration = TargetDeclaration.of(settings, environment);
        if (list) {
            print(features, scenarios, declaration, settings.within(declaration.limits()));
            return ExitStatus.MET.code();
        }
        return carryOut(features, settings.within(declaration.limits()), scenarios.size());
    }

    private int carryOut(FeatureShelf features, RunSettings settings, int scenarios) {
        TestRun run = TestRun.begin(
                () -> features,
                settings,
                environment,
                line -> out.println(ConsoleSummary.safe(line)),
                ended -> ended.lastLines(ended.end()).forEach(out::println));
        try {
            return carryOut(run, features, settings, scenarios);
        } finally {
            run.over();
        }
    }

    private int carryOut(TestRun run, FeatureShelf features, RunSettings settings, int scenarios) {
        if (run.isUnderWay()) {
            try {
                ScenarioRun.carryOut(features, settings, scenarios, quiet ? silence() : out);
            } catch (RuntimeException e) {
                run.suiteFault("Cucumber ended early: " + Trouble.of(e, settings.reports()));
            }
        }
        RunResult result = run.end();
        if (!result.facts().interrupted().isEmpty()) {
            // The signal's own thread prints, and ends the process.
            return ExitStatus.NOT_TESTED.code();
        }
        run.lastLines(result).forEach(out::println);
        return result.exit();
    }

    private RunSettings settings() {
        if (parallelism != null && (parallelism < 1 || parallelism > 999)) {
            throw new ParameterException(
                    spec.commandLine(), "--parallelism is a whole number from 1 to 999, not " + parallelism);
        }
        return new RunSettings(
                LocalDateTime.now().format(DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssSSS")) + "-"
                        + ProcessHandle.current().pid(),
                reports,
                given(target),
                given(url),
                given(tags),
                given(scenario),
                given(revision),
                given(contract),
                Optional.ofNullable(baseline),
                strict,
                RunSettings.allowed("--allow", given(allow).orElse("")),
                Optional.ofNullable(parallelism),
                given(defect));
    }

    private static Optional<String> given(String option) {
        return Optional.ofNullable(option).map(String::strip).filter(o -> !o.isEmpty());
    }

    private static String asked(RunSettings settings) {
        return ConsoleSummary.safe(java.util.stream.Stream.of(
                        settings.tags().map(t -> "--tags '" + t + "'"),
                        settings.scenario().map(s -> "--scenario '" + s + "'"))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(" and ")));
    }

    private void print(
            FeatureShelf features, List<Pickle> scenarios, TargetDeclaration declaration, RunSettings settings) {
        String file = "";
        for (Pickle pickle : scenarios) {
            String itsFile = pickle.getUri().toString().replaceFirst("^classpath:", "");
            if (!itsFile.equals(file)) {
                out.println(itsFile);
                file = itsFile;
            }
            String needs = withTag(pickle, true);
            out.println(String.format(
                    "  %4d  %s  [%s%s]",
                    pickle.getLocation().getLine(),
                    pickle.getName(),
                    withTag(pickle, false),
                    needs.isEmpty() ? "" : "; needs " + needs));
        }
        Announcement.ahead(
                        declaration,
                        settings,
                        OpenRun.allowed(settings, features),
                        scenarios.stream().map(Pickle::getTags).toList())
                .forEach(line -> out.println(ConsoleSummary.safe(line)));
        out.println(scenarios.size() + (scenarios.size() == 1 ? " scenario" : " scenarios") + "; nothing was sent."
                + " A scenario whose needs the server does not meet is left out when it runs.");
    }

    private static String withTag(Pickle pickle, boolean needs) {
        return pickle.getTags().stream()
                .map(t -> t.substring(1))
                .filter(t -> t.startsWith("needs-") == needs)
                .map(t -> t.replaceFirst("^needs-", ""))
                .collect(Collectors.joining(needs ? ", " : " "));
    }

    private static PrintStream silence() {
        return new PrintStream(java.io.OutputStream.nullOutputStream());
    }

    /** Nothing matches what was asked for: exit status 3, since nothing was tested. */
    static final class NothingToRun extends RuntimeException {

        private static final long serialVersionUID = 1L;

        NothingToRun(String message) {
            super(message);
        }
    }
}
