package io.github.sessionsurvival.target;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How the suite starts a server.
 *
 * @param command the command and its arguments; {@code ${port}} and {@code ${control-port}} stand for the chosen ports
 * @param prepare a command that is run once before the first start; empty for none
 * @param workdir where both are run
 * @param environment further variables for both; with ports as above, and those that have one for the command alone
 * @param secrets variables for the command alone
 * @param readyWithin how long it may take until it accepts a connection
 * @param grace how long it may take to end after SIGTERM
 * @param replicas how many instances run side by side, behind a balancer
 * @param next another version of it, which a deploy puts in its place; empty where none is known
 */
public record StartCommand(
        List<String> command,
        List<String> prepare,
        Path workdir,
        Map<String, String> environment,
        Map<String, String> secrets,
        Duration readyWithin,
        Duration grace,
        int replicas,
        Optional<StartCommand> next) {

    public StartCommand {
        command = List.copyOf(command);
        prepare = List.copyOf(prepare);
        environment = Map.copyOf(environment);
        secrets = Map.copyOf(secrets);
    }

    /** As a target file says it: secrets are made up later. */
    StartCommand(
            List<String> command,
            List<String> prepare,
            Path workdir,
            Map<String, String> environment,
            Duration readyWithin,
            Duration grace) {
        this(command, prepare, workdir, environment, Map.of(), readyWithin, grace, 1, Optional.empty());
    }

    /** The same with that many instances. */
    StartCommand times(int instances) {
        return new StartCommand(command, prepare, workdir, environment, secrets, readyWithin, grace, instances, next);
    }

    /** The same, to be replaced by another version that differs in its command and has these variables more. */
    StartCommand thenBy(List<String> nextCommand, Map<String, String> nextEnvironment) {
        Map<String, String> more = new HashMap<>(environment);
        more.putAll(nextEnvironment);
        StartCommand other = new StartCommand(nextCommand, List.of(), workdir, more, readyWithin, grace);
        return new StartCommand(
                command, prepare, workdir, environment, secrets, readyWithin, grace, replicas, Optional.of(other));
    }

    /** Whether its instances come and go, so that something has to stand before them. */
    boolean needsBalancer() {
        return replicas > 1 || next.isPresent();
    }

    /** Whether a port chosen by the suite has any way to reach the server. */
    boolean takesPort() {
        return command.stream().anyMatch(w -> w.contains(ChosenPorts.SERVER))
                || environment.values().stream().anyMatch(v -> v.contains(ChosenPorts.SERVER));
    }

    /** Whether the server is told where its control interface shall listen. */
    boolean takesControlPort() {
        return command.stream().anyMatch(w -> w.contains(ChosenPorts.CONTROL))
                || environment.values().stream().anyMatch(v -> v.contains(ChosenPorts.CONTROL));
    }

    List<String> commandFor(ChosenPorts ports) {
        return command.stream().map(ports::in).toList();
    }

    /** The same with variables for the server alone: secrets that were made up for it. */
    public StartCommand with(Map<String, String> forTheServer) {
        return new StartCommand(
                command,
                prepare,
                workdir,
                environment,
                forTheServer,
                readyWithin,
                grace,
                replicas,
                next.map(other -> other.with(forTheServer)));
    }
}
