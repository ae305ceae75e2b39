package io.github.sessionsurvival.target;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * A server that the suite started, in a process group of its own: children of a Java process share its group, and a stop
 * of that group would freeze the suite itself. It may be stopped and started again on the same port.
 */
public final class StartedServer implements AutoCloseable {

    /** A stop takes as long as the kernel needs to halt each thread; longer is a machine at its end. */
    private static final Duration STANDSTILL = Duration.ofSeconds(10);

    private static final Duration AT_ONCE = Duration.ofSeconds(1);

    private final String name;
    private final StartCommand start;
    private final URI url;
    private final ChosenPorts ports;
    private final ServerOutput output;
    private final StartedServers records;
    private Process process;
    private ProcessGroup group;
    private StartedServers.Record record;

    private StartedServer(
            String name, StartCommand start, URI url, ChosenPorts ports, ServerOutput output, StartedServers records) {
        this.name = name;
        this.start = start;
        this.url = url;
        this.ports = ports;
        this.output = output;
        this.records = records;
    }

    /** Ports that nobody listens on at this moment, each where it is asked for, and never the same twice. */
    public static ChosenPorts freePorts(boolean server, boolean control) {
        int first = server ? freePort() : 0;
        int second = control ? freePort() : 0;
        for (int i = 0; i < 20 && first == second && control; i++) {
            second = freePort();
        }
        return new ChosenPorts(first, second);
    }

    /** A port of loopback that nobody listens on at this moment. */
    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new StartFailure("no free port on this machine");
        }
    }

    /**
     * Starts it and returns when it accepts a connection.
     *
     * @throws StartFailure when it does not within its time, with the last lines it wrote
     */
    public static StartedServer start(
            String name, StartCommand start, URI url, ChosenPorts ports, ServerOutput output, StartedServers records) {
        StartedServer server = new StartedServer(name, start, url, ports, output, records);
        if (server.accepts(Duration.ofMillis(500))) {
            throw new StartFailure("port " + UrlRule.port(url) + " is taken already, so " + name
                    + " cannot be started there; end what listens on it, or let the suite choose: url with ${port}");
        }
        server.launch();
        return server;
    }

    private void launch() {
        List<String> command = new ArrayList<>();
        command.add("setsid");
        command.addAll(start.commandFor(ports));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.directory(start.workdir().toFile());
        builder.redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")));
        for (Map.Entry<String, String> entry : start.environment().entrySet()) {
            builder.environment().put(entry.getKey(), ports.in(entry.getValue()));
        }
        builder.environment().putAll(start.secrets());
        String mark = UUID.randomUUID().toString();
        builder.environment().put(StartedServers.MARK, mark);
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new StartFailure("the start command of " + name + " cannot be run: "
                    + start.command().get(0) + " in " + start.workdir() + " (the command setsid is needed too)");
        }
        group = new ProcessGroup(process.pid());
        record = records.remember(group, mark);
        output.follow(process.getInputStream(), name);
        awaitReady();
    }

    private void awaitReady() {
        long deadline = System.nanoTime() + start.readyWithin().toNanos();
        while (!accepts(Duration.ofMillis(500))) {
            if (exitedWithin(Duration.ofMillis(30))) {
                String status = "ended by itself with status " + process.exitValue();
                endNow();
                throw new StartFailure(name + " " + status + " before it accepted a connection" + lastWords());
            }
            if (System.nanoTime() > deadline) {
                endNow();
                throw new StartFailure(name + " accepted no connection on port " + UrlRule.port(url) + " within "
                        + start.readyWithin().toMillis() / 1000.0 + " s (ready-within)" + lastWords());
            }
        }
    }

    private String lastWords() {
        List<String> said = output.lastWords(3);
        return said.isEmpty() ? "; it wrote nothing" : "; it wrote: " + String.join(" | ", said);
    }

    private boolean accepts(Duration within) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(url.getHost().replaceAll("[\\[\\]]", ""), UrlRule.port(url)), (int)
                    within.toMillis());
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private boolean exitedWithin(Duration moment) {
        try {
            return process.waitFor(moment.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            endNow();
            throw new StartFailure("the start of " + name + " was interrupted");
        }
    }

    /**
     * SIGTERM and the whole grace, then a start on the same port; returns when it accepts connections again.
     *
     * @return whether it ended by itself within the grace
     */
    public synchronized boolean restartGently() {
        return restart(start.grace());
    }

    /**
     * SIGTERM and no time to finish anything, then a start on the same port; returns when it accepts connections again.
     * What a server that ends at once needs to write is given it, or this would be a kill.
     */
    public synchronized void restartAtOnce() {
        restart(start.grace().compareTo(AT_ONCE) < 0 ? start.grace() : AT_ONCE);
    }

    private boolean restart(Duration grace) {
        boolean inTime = group.end(grace);
        record.forget();
        launch();
        return inTime;
    }

    /** SIGKILL, then a start on the same port; returns when it accepts connections again. */
    public synchronized void restartAfterKill() {
        group.kill();
        record.forget();
        launch();
    }

    /** Where it listens. */
    int port() {
        return UrlRule.port(url);
    }

    /** Whether the process that was started still runs. */
    public synchronized boolean isRunning() {
        return process.isAlive();
    }

    /** How it ended without having been told to, with its last lines; empty where it runs. */
    public synchronized Optional<String> endedByItself() {
        return isRunning()
                ? Optional.empty()
                : Optional.of(
                        name + " ended by itself during the run, with status " + process.exitValue() + lastWords());
    }

    /** Freezes the whole group: the kernel still accepts connections and bytes, nobody answers. */
    synchronized void stop() {
        if (!group.stop(STANDSTILL)) {
            group.signal("CONT");
            throw new LeverFailure(
                    "hold: " + name + (isRunning() ? " does not stand still" : " does not run any more"));
        }
    }

    /** Lets a frozen group go on. */
    synchronized void goOn() {
        group.signal("CONT");
    }

    /** Bytes that a frozen server has been sent and has not read, where this machine can tell. */
    Optional<Long> unreadBytes() {
        return UnreadBytes.onPort(UrlRule.port(url));
    }

    private void endNow() {
        group.kill();
        record.forget();
    }

    /** Ends it: SIGTERM, the grace, SIGKILL. Idempotent. */
    @Override
    public synchronized void close() {
        group.end(start.grace());
        record.forget();
    }
}
