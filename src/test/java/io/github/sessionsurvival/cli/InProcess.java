package io.github.sessionsurvival.cli;

import io.github.sessionsurvival.target.Environment;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The command line within the process of a test, with an environment of its own. One after the other. */
public final class InProcess {

    private final Map<String, String> variables;

    /** @param state where journals go */
    public InProcess(Path state, Map<String, String> variables) {
        Map<String, String> all = new java.util.HashMap<>(variables);
        all.put("SESSION_SURVIVAL_STATE", state.toString());
        this.variables = Map.copyOf(all);
    }

    /** What came of it: the exit status, and all that was printed. */
    public record Ended(int exit, String output) {}

    public Ended run(String... arguments) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
        Environment environment = new Environment(
                variables::get,
                name -> Optional.ofNullable(System.getProperty(name)).orElse(null));
        int exit = SessionSurvival.execute(environment, out, out, arguments);
        return new Ended(exit, printed.toString(StandardCharsets.UTF_8));
    }
}
