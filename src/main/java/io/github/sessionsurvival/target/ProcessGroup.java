package io.github.sessionsurvival.target;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A group of processes, named by its leader's id. Servers are often started by a script: a signal to the leader alone
 * would leave the server itself running.
 */
final class ProcessGroup {

    private static final Path PROCESSES = Path.of("/proc");

    private final long leader;

    ProcessGroup(long leader) {
        this.leader = leader;
    }

    long leader() {
        return leader;
    }

    /** Sends a signal, such as {@code STOP}, to every process of the group. False when there is none. */
    boolean signal(String name) {
        return kill("-s", name, "--", "-" + leader);
    }

    /**
     * Stops every process of the group and returns once each of their threads stands still: a stop is only begun when the
     * signal is sent, and a thread that still runs would answer the request that is said to be held. False when there is
     * no such group, or when it does not stand still within the time.
     */
    boolean stop(Duration within) {
        if (!signal("STOP")) {
            return false;
        }
        long deadline = System.nanoTime() + within.toNanos();
        while (!standsStill()) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            Pause.of(Duration.ofMillis(2));
        }
        return true;
    }

    private boolean standsStill() {
        if (!Files.isDirectory(PROCESSES)) {
            return true;
        }
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
            for (Path folder : folders) {
                if (runsInGroup(folder.resolve("stat")) && !threadsStandStill(folder.resolve("task"))) {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean threadsStandStill(Path tasks) {
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
            for (Path thread : threads) {
                String text = Files.readString(thread.resolve("stat"), StandardCharsets.ISO_8859_1);
                char state = text.charAt(text.lastIndexOf(')') + 2);
                if ("TtZX".indexOf(state) < 0) {
                    return false;
                }
            }
            return true;
        } catch (IOException | IndexOutOfBoundsException e) {
            // A thread that ended between two looks: look again.
            return false;
        }
    }

    /**
     * Whether any process of the group still runs. Ended ones that nobody has collected do not count: where the first
     * process of a container collects nothing, they stay for ever and still take signals.
     */
    boolean isAlive() {
        if (!Files.isDirectory(PROCESSES)) {
            return signal("0");
        }
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
            for (Path folder : folders) {
                if (runsInGroup(folder.resolve("stat"))) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            return signal("0");
        }
    }

    /** Whether a process of the group was started with that variable in its environment, such as {@code NAME=value}. */
    boolean carries(String variable) {
        if (!Files.isDirectory(PROCESSES)) {
            return false;
        }
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
            for (Path folder : folders) {
                if (runsInGroup(folder.resolve("stat")) && environment(folder).contains(variable)) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            return false;
        }
    }

    private static List<String> environment(Path process) {
        try {
            return List.of(Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1)
                    .split("\0"));
        } catch (IOException e) {
            // Ended meanwhile, or somebody else's.
            return List.of();
        }
    }

    private boolean runsInGroup(Path stat) {
        try {
            String text = Files.readString(stat, StandardCharsets.ISO_8859_1);
            // The name, in brackets, may hold anything; state, parent and group follow it.
            String[] columns = text.substring(text.lastIndexOf(')') + 2).split(" ");
            // The first thread of a process shows as ended while others still hold its sockets.
            boolean ended = (columns[0].equals("Z") || columns[0].equals("X")) && Integer.parseInt(columns[17]) <= 1;
            return !ended && columns[2].equals(Long.toString(leader));
        } catch (IOException | IndexOutOfBoundsException | NumberFormatException e) {
            return false;
        }
    }

    /**
     * SIGTERM, the grace, then SIGKILL; returns when the whole group is gone.
     *
     * @return whether it was gone within the grace
     */
    boolean end(Duration grace) {
        ProcessHandle handle = ProcessHandle.of(leader).orElse(null);
        if (signal("TERM")) {
            // A stopped process would take SIGTERM only when it goes on.
            signal("CONT");
            awaitGone(handle, grace);
        }
        if (!isAlive()) {
            return true;
        }
        signal("KILL");
        awaitGone(handle, Duration.ofSeconds(5));
        return false;
    }

    /** SIGKILL; returns when the whole group is gone. */
    void kill() {
        ProcessHandle handle = ProcessHandle.of(leader).orElse(null);
        if (signal("KILL")) {
            awaitGone(handle, Duration.ofSeconds(5));
        }
    }

    private void awaitGone(ProcessHandle handle, Duration within) {
        long deadline = System.nanoTime() + within.toNanos();
        if (handle != null) {
            try {
                handle.onExit().get(within.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException e) {
                return;
            }
        }
        // The leader is gone; what it left in its group is given the rest of the time.
        while (isAlive() && System.nanoTime() < deadline) {
            Pause.of(Duration.ofMillis(20));
        }
    }

    /** When the leader started; tells a process from a later one that was given the same id. */
    Optional<Instant> startedAt() {
        return ProcessHandle.of(leader).flatMap(h -> h.info().startInstant());
    }

    private static boolean kill(String... words) {
        try {
            Process process = new ProcessBuilder(java.util.stream.Stream.concat(
                                    java.util.stream.Stream.of("sh", "-c", "kill \"$@\"", "kill"),
                                    List.of(words).stream())
                            .toList())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor() == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (IOException e) {
            throw new StartFailure("the command 'sh' cannot be run; the process lever needs it");
        }
    }
}
