package io.github.sessionsurvival.cli;

import io.github.sessionsurvival.verdict.RunFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Why a run under Maven never began: its own process can tell the gate only by a file.
 *
 * @param runId the run
 * @param exit the exit status
 * @param message a line or a few for people
 */
record Problem(String runId, int exit, String message) {

    static final String FILE = "problem.txt";

    void writeTo(Path reports) {
        try {
            RunFiles.in(reports).write(FILE, runId + "\n" + exit + "\n" + message + "\n");
        } catch (UncheckedIOException e) {
            // A report folder that cannot be written is the problem itself; the message went to the console.
        }
    }

    static Optional<Problem> in(Path reports, String runId) {
        try {
            List<String> lines = Files.readAllLines(reports.resolve(FILE));
            return lines.size() >= 3
                            && lines.get(0).equals(runId)
                            && lines.get(1).matches("[1-4]")
                    ? Optional.of(new Problem(
                            runId, Integer.parseInt(lines.get(1)), String.join("\n", lines.subList(2, lines.size()))))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
