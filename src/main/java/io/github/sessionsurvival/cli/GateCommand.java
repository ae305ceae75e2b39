package io.github.sessionsurvival.cli;

import io.github.sessionsurvival.report.ConsoleSummary;
import io.github.sessionsurvival.report.Page;
import io.github.sessionsurvival.verdict.ExitStatus;
import io.github.sessionsurvival.verdict.Gate;
import io.github.sessionsurvival.verdict.RunFiles;
import io.github.sessionsurvival.verdict.RunResult;
import io.github.sessionsurvival.verdict.UnusableFile;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code gate}: decides on a run result that another process wrote. */
@Command(
        name = "gate",
        description = "Reads a run's result and ends with the run's exit status (for builds).",
        footer = {
            "",
            "Exit status: the run's own (see run --help); 3 when the run left no result, 4 when the result is",
            "another run's, or a feature cannot be read."
        })
final class GateCommand implements Callable<Integer> {

    @Option(names = "--run-id", required = true, paramLabel = "ID", description = "the run that must have written it")
    private String runId;

    @Option(
            names = "--reports",
            paramLabel = "DIR",
            defaultValue = "reports/latest",
            description = "where its reports are (${DEFAULT-VALUE})")
    private Path reports;

    private final PrintStream out;

    GateCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() {
        Optional<Problem> problem = Problem.in(reports, runId);
        if (problem.isPresent()) {
            SessionSurvival.say(problem.get().message(), out);
            return problem.get().exit();
        }
        Optional<RunResult> result;
        try {
            result = RunFiles.in(reports).run();
        } catch (UnusableFile e) {
            out.println(ConsoleSummary.safe(e.getMessage()));
            return ExitStatus.SUITE_FAULT.code();
        }
        if (result.isEmpty()) {
            // Under Maven a feature that Gherkin refuses ends the run before any code of ours: nobody else would name
            // it.
            FeatureShelf.demandThatNothingVanished();
            out.println(ConsoleSummary.safe("No result of run " + runId + " in " + reports
                    + ": the run ended before it wrote one, so nothing was tested."));
            return ExitStatus.NOT_TESTED.code();
        }
        Optional<Gate.Refusal> refusal = Gate.refusal(result.get(), runId);
        if (refusal.isPresent()) {
            out.println(ConsoleSummary.safe(refusal.get().message()));
            return refusal.get().status().code();
        }
        ConsoleSummary.of(result.get(), reports.resolve(Page.FILE)).forEach(out::println);
        return result.get().exit();
    }
}
