package io.github.sessionsurvival.target;

import io.github.sessionsurvival.wire.Redaction;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A lever that is pulled by commands of the operator's own, such as {@code kubectl rollout restart deployment/mcp}: run
 * without a shell, in bounded time, one after the other.
 */
public final class CommandLever implements Lever {

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);
    /** A process that was just told to end may accept one more connection: its port closes only when it is gone. */
    private static final int CONNECTIONS_IN_A_ROW = 4;

    /** The last look is given this long, however late it is: cut short it would tell nothing. */
    private static final Duration LEAST_LOOK = Duration.ofSeconds(1);

    private static final int LONGEST_COMMAND = 120;

    private final LeverDeclaration.Command commands;
    private final Supplier<Optional<String>> unreachable;
    private final Duration within;
    private final Redaction redaction;
    private final Set<Verb> verbs;
    private final Set<Process> running = ConcurrentHashMap.newKeySet();

    /**
     * @param commands what to run, at least one of restart and replace
     * @param unreachable why the target accepts no connection; empty when it does
     * @param within how long a command may run, and after it how long the platform may take to come back
     * @param redaction takes secrets out of what a command wrote
     */
    public CommandLever(
            LeverDeclaration.Command commands,
            Supplier<Optional<String>> unreachable,
            Duration within,
            Redaction redaction) {
        this.commands = commands;
        this.unreachable = unreachable;
        this.within = within;
        this.redaction = redaction;
        Set<Verb> declared = EnumSet.noneOf(Verb.class);
        if (!commands.restart().isEmpty()) {
            declared.add(Verb.RESTART);
        }
        if (!commands.replace().isEmpty()) {
            declared.add(Verb.REPLACE);
        }
        this.verbs = Set.copyOf(declared);
    }

    @Override
    public Set<Verb> verbs() {
        return verbs;
    }

    @Override
    public synchronized void restart() {
        move(Verb.RESTART, commands.restart());
    }

    @Override
    public synchronized void replace() {
        move(Verb.REPLACE, commands.replace());
    }

    private void move(Verb verb, List<String> command) {
        if (!can(verb)) {
            throw LeverFailure.missing(verb);
        }
        Ended ended = run(verb, "the command", command, within);
        if (ended.status() != 0) {
            throw new LeverFailure(named(verb, "the command", command) + " ended with status " + ended.status()
                    + wrote(ended.lastLine()));
        }
        awaitBack(verb);
    }

    private void awaitBack(Verb verb) {
        long deadline = System.nanoTime() + within.toNanos();
        int good = 0;
        while (true) {
            Optional<String> complaint = commands.ready().isEmpty() ? unreachable.get() : notReady(verb, deadline);
            good = complaint.isEmpty() ? good + 1 : 0;
            if (good == (commands.ready().isEmpty() ? CONNECTIONS_IN_A_ROW : 1)) {
                return;
            }
            if (complaint.isPresent() && System.nanoTime() > deadline) {
                throw new LeverFailure(verb.word() + ": the platform was not back within " + within.toSeconds()
                        + " s after the command; " + complaint.get());
            }
            Pause.of(BETWEEN_LOOKS);
            if (Thread.currentThread().isInterrupted()) {
                throw interrupted(verb);
            }
        }
    }

    private Optional<String> notReady(Verb verb, long deadline) {
        Duration left = Duration.ofNanos(Math.max(LEAST_LOOK.toNanos(), deadline - System.nanoTime()));
        Ended ended = run(verb, "the ready command", commands.ready(), left);
        return ended.status() == 0
                ? Optional.empty()
                : Optional.of(shown("the ready command", commands.ready()) + " ended with status " + ended.status()
                        + wrote(ended.lastLine()));
    }

    /** How a command ended. */
    private record Ended(int status, Optional<String> lastLine) {}

    private Ended run(Verb verb, String what, List<String> command, Duration most) {
        ServerOutput output = new ServerOutput(redaction);
        Process process = start(verb, what, command);
        running.add(process);
        try {
            output.follow(process.getInputStream(), what);
            if (!process.waitFor(most.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new LeverFailure(
                        named(verb, what, command) + " did not end within " + Math.max(1, most.toSeconds()) + " s"
                                + wrote(output.tail(1).stream().findFirst()));
            }
            // A command that did well may leave a server behind which holds its output open: only a failure is waited
            // for.
            return new Ended(
                    process.exitValue(),
                    (process.exitValue() == 0 ? output.tail(1) : output.lastWords(1))
                            .stream().findFirst());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw interrupted(verb);
        } finally {
            running.remove(process);
            end(process);
        }
    }

    private Process start(Verb verb, String what, List<String> command) {
        try {
            return new ProcessBuilder(command)
                    .directory(commands.workdir().toFile())
                    .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            throw new LeverFailure(named(verb, what, command) + " cannot be started; is it installed, and in PATH?", e);
        }
    }

    /** What an ended command left running is its own affair: it may be the server. */
    private static void end(Process process) {
        if (process.isAlive()) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private String named(Verb verb, String what, List<String> command) {
        return verb.word() + ": " + shown(what, command);
    }

    private String shown(String what, List<String> command) {
        String words = redaction.apply(String.join(" ", command)).replaceAll("\\p{Cntrl}", " ");
        return what + " '" + (words.length() > LONGEST_COMMAND ? words.substring(0, LONGEST_COMMAND) + "…" : words)
                + "'";
    }

    private static String wrote(Optional<String> lastLine) {
        return lastLine.map(line -> "; it wrote: " + line).orElse("; it wrote nothing");
    }

    private static LeverFailure interrupted(Verb verb) {
        return new LeverFailure(verb.word() + " was interrupted: the run is being ended");
    }

    /** Ends a command that still runs. */
    @Override
    public void close() {
        running.forEach(CommandLever::end);
    }
}
