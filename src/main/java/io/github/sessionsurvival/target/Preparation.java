package io.github.sessionsurvival.target;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The command that a target needs once before its first start, such as an installation. */
public final class Preparation {

    private static final String DONE = ".session-survival-prepared";
    private static final Duration MOST = Duration.ofMinutes(10);
    private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(10);

    private Preparation() {}

    /**
     * Runs the command where it has not been run yet in that folder; two runs at once wait for each other.
     *
     * @param say where to say what is about to happen: an installation takes its time
     * @param records so that a later run ends the command of one that was killed meanwhile
     * @throws StartFailure when the command fails, with its last lines
     */
    public static void once(
            String name, StartCommand start, ServerOutput output, Consumer<String> say, StartedServers records) {
        if (start.prepare().isEmpty()) {
            return;
        }
        Path folder = start.workdir();
        Path done = folder.resolve(DONE);
        String mark = String.join(" ", start.prepare());
        try (FileChannel channel = FileChannel.open(
                        folder.resolve(DONE + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            if (!lock.isValid()
                    || (Files.exists(done) && Files.readString(done).strip().equals(mark))) {
                return;
            }
            say.accept("preparing " + name + ", which is done once and may take a minute or more: " + mark + " in "
                    + folder);
            long began = System.nanoTime();
            run(name, start, output, say, records);
            say.accept("prepared " + name + " in " + since(began).toSeconds() + " s");
            Files.write(done, List.of(mark), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new StartFailure(name + " cannot be prepared: the folder " + folder + " cannot be written");
        }
    }

    /** Whether it ends in time; meanwhile a line now and then shows that it has not stood still. */
    private static boolean ended(Process process, String name, ServerOutput output, Consumer<String> say)
            throws InterruptedException {
        long began = System.nanoTime();
        while (since(began).compareTo(MOST) < 0) {
            if (process.waitFor(SIGN_OF_LIFE.toMillis(), TimeUnit.MILLISECONDS)) {
                return true;
            }
            say.accept("preparing " + name + ", " + since(began).toSeconds() + " s so far"
                    + output.lastWords(1).stream()
                            .findFirst()
                            .map(l -> ": " + l)
                            .orElse(""));
        }
        return false;
    }

    /**
     * Starts what was prepared. Where it does not come up, what was prepared may be at fault, such as packages of another
     * version or half a download: the next run prepares it anew.
     *
     * @throws StartFailure when it does not come up
     */
    public static StartedService start(StartCommand start, Supplier<StartedService> starting) {
        try {
            return starting.get();
        } catch (StartFailure e) {
            Path done = start.workdir().resolve(DONE);
            if (start.prepare().isEmpty() || !Files.exists(done)) {
                throw e;
            }
            try {
                forget(start.workdir());
            } catch (IOException stays) {
                throw e;
            }
            throw new StartFailure(e.getMessage() + "; the next run prepares it anew");
        }
    }

    /** Makes the next start prepare again. */
    static void forget(Path folder) throws IOException {
        Files.deleteIfExists(folder.resolve(DONE));
    }

    private static Duration since(long began) {
        return Duration.ofNanos(System.nanoTime() - began);
    }

    private static void run(
            String name, StartCommand start, ServerOutput output, Consumer<String> say, StartedServers records) {
        List<String> command = new ArrayList<>();
        command.add("setsid");
        command.addAll(start.prepare());
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.directory(start.workdir().toFile());
        builder.redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")));
        // No port is meant yet: a preparation holds for every start.
        start.environment().entrySet().stream()
                .filter(e -> !ChosenPorts.asked(e.getValue()))
                .forEach(e -> builder.environment().put(e.getKey(), e.getValue()));
        String mark = UUID.randomUUID().toString();
        builder.environment().put(StartedServers.MARK, mark);
        try {
            Process process = builder.start();
            ProcessGroup group = new ProcessGroup(process.pid());
            StartedServers.Record record = records.remember(group, mark);
            output.follow(process.getInputStream(), "preparation");
            try {
                if (!ended(process, name, output, say)) {
                    group.kill();
                    throw new StartFailure(name + " cannot be prepared: the command did not end within "
                            + MOST.toMinutes() + " minutes");
                }
            } catch (InterruptedException e) {
                group.kill();
                Thread.currentThread().interrupt();
                throw new StartFailure("the preparation of " + name + " was interrupted");
            } finally {
                record.forget();
            }
            if (process.exitValue() != 0) {
                throw new StartFailure(name + " cannot be prepared: " + String.join(" ", start.prepare())
                        + " ended with status " + process.exitValue() + "; it wrote: "
                        + String.join(" | ", output.lastWords(3)));
            }
        } catch (IOException e) {
            throw new StartFailure(name + " cannot be prepared: the command "
                    + start.prepare().get(0) + " cannot be run; is it installed?");
        }
    }
}
