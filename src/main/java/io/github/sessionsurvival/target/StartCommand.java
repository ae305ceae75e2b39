package io.github.sessionsurvival.target;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * How the suite starts a server.
 *
 * @param command the command and its arguments; {@code ${port}} stands for the chosen port
 * @param prepare a command that is run once before the first start; empty for none
 * @param workdir where both are run
 * @param environment further variables for both; {@code ${port}} as above, and those that have it for the command alone
 * @param readyWithin how long it may take until it accepts a connection
 * @param grace how long it may take to end after SIGTERM
 */
public record StartCommand(
        List<String> command,
        List<String> prepare,
        Path workdir,
        Map<String, String> environment,
        Duration readyWithin,
        Duration grace) {

    static final String PORT = "${port}";

    public StartCommand {
        command = List.copyOf(command);
        prepare = List.copyOf(prepare);
        environment = Map.copyOf(environment);
    }

    /** Whether a port chosen by the suite has any way to reach the server. */
    boolean takesPort() {
        return command.stream().anyMatch(w -> w.contains(PORT))
                || environment.values().stream().anyMatch(v -> v.contains(PORT));
    }

    List<String> commandFor(int port) {
        return command.stream()
                .map(w -> w.replace(PORT, Integer.toString(port)))
                .toList();
    }
}
