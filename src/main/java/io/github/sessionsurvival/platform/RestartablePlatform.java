package io.github.sessionsurvival.platform;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An MCP server whose sessions live in storage and whose platform can be restarted, drained and killed at any moment, by
 * itself and through its control interface. Listens on loopback only. Its threads are daemons: a process that does nothing
 * else must wait for itself.
 */
public final class RestartablePlatform implements AutoCloseable {

    /** How long a drain lets what is in flight finish. */
    static final Duration GRACE = Duration.ofSeconds(5);

    /** How long it takes to come back from sleep. */
    private static final Duration COLD_START = Duration.ofMillis(300);

    private static final Duration TOO_LATE = Duration.ofSeconds(6);

    /** What a change of versions takes where it is not a matter of a moment. */
    private static final Duration A_WHILE = Duration.ofMillis(300);

    private final PlatformOptions options;
    private final ExecutorService threads = Executors.newCachedThreadPool(named("platform-"));
    private final Defects defects;
    private final Executor afterColdStart;
    private final Gate gate = new Gate();
    private final Faults faults = new Faults();
    private final Disposer disposer;
    private final Membership membership = new Membership();
    private final Eras eras = new Eras();
    private final SessionCaps caps = new SessionCaps();
    private final AtomicInteger versions = new AtomicInteger();
    private final McpEndpoint endpoint;
    private final int port;
    private final Optional<Listener> control;
    private final int otherPort;
    private Listener listener;
    private Listener otherDoor;
    private boolean asleep;
    private boolean closed;

    private RestartablePlatform(PlatformOptions options) {
        this.options = options;
        this.defects = new Defects(options.defects());
        this.afterColdStart = CompletableFuture.delayedExecutor(
                (defects.has(Defect.WAKES_UP_LATE) ? TOO_LATE : COLD_START).toMillis(), TimeUnit.MILLISECONDS, threads);
        this.disposer = new Disposer(gate, defects);
        Incarnation first = Incarnation.first(options.store(), disposer::started, defects);
        Optional<Listener> bound = Optional.empty();
        Optional<Listener> other = Optional.empty();
        Optional<Listener> controlled = Optional.empty();
        try {
            Callers callers = new Callers(options.bearer(), options.otherBearer(), first.secret(), defects);
            LonePosts lone = new LonePosts(faults, new LoneMethods(callers, version(), defects));
            Posts posts = new Posts(faults, eras, caps, lone, this::deployedVersion);
            this.endpoint = new McpEndpoint(gate, new Door(callers, membership, eras, posts, lone), faults, defects);
            bound = Optional.of(Listener.open(options.port(), endpoint::serve, threads));
            this.listener = bound.get();
            this.port = listener.port();
            this.otherDoor = Listener.open(0, endpoint::serveElsewhere, threads);
            other = Optional.of(otherDoor);
            this.otherPort = otherDoor.port();
            controlled = options.controlToken()
                    .map(token -> Listener.open(
                            options.controlPort(),
                            new ControlEndpoint(
                                            token,
                                            new ControlDesk(
                                                    this, gate, faults, disposer, callers, membership, eras, caps))
                                    ::serve,
                            threads));
            this.control = controlled;
            gate.open(first);
        } catch (RuntimeException broken) {
            bound.ifPresent(Listener::stop);
            other.ifPresent(Listener::stop);
            first.end(false);
            disposer.close();
            threads.shutdownNow();
            throw broken;
        }
    }

    /**
     * Starts a platform; it answers when this returns.
     *
     * @throws PlatformFailure when a port is taken or the storage cannot be used; the message is for users
     */
    public static RestartablePlatform start(PlatformOptions options) {
        return new RestartablePlatform(options);
    }

    private static String version() {
        return Optional.ofNullable(RestartablePlatform.class.getPackage().getImplementationVersion())
                .orElse("development");
    }

    private static ThreadFactory named(String prefix) {
        AtomicInteger numbers = new AtomicInteger();
        return work -> {
            Thread thread = new Thread(work, prefix + numbers.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    /** The MCP endpoint; the same over restarts. */
    public URI mcpUrl() {
        return URI.create("http://127.0.0.1:" + port + McpEndpoint.PATH);
    }

    /** Another address of the same endpoint, as a server has that is reached by several ways; the same over restarts. */
    public URI otherUrl() {
        return URI.create("http://127.0.0.1:" + otherPort + McpEndpoint.PATH);
    }

    /** The base of the control interface; empty where no control token was given. */
    public Optional<URI> controlUrl() {
        return control.map(c -> URI.create("http://127.0.0.1:" + c.port() + ControlEndpoint.PATH));
    }

    /** How many sessions would answer now, of all callers together, unnamed ones included. */
    public int liveSessions() {
        for (int tries = 0; ; tries++) {
            try {
                return gate.present()
                        .alone(store -> store.census(Optional.empty()))
                        .live();
            } catch (Gone restarting) {
                if (tries == 3) {
                    throw new IllegalStateException("the platform restarts without end");
                }
            }
        }
    }

    /** How many sessions have a runtime in memory. */
    int residentRuntimes() {
        return gate.present().resident();
    }

    /** Drops every runtime at once; what is in flight gets the restart answer; returns when the platform answers again. */
    public synchronized void restart() {
        demandOpen();
        comeBack(gate.shut(Ruling.RESTART), true);
    }

    /**
     * Lets what is in flight finish, within a grace, then restarts; newcomers get the restart answer meanwhile.
     *
     * @return whether everything in flight was over within the grace
     */
    public synchronized boolean drain() {
        demandOpen();
        if (defects.has(Defect.DRAIN_SHUTS_EVERYONE_OUT)) {
            gate.shutToEveryone();
            await(A_WHILE);
        } else {
            gate.drain();
        }
        boolean waitsForStreams = defects.has(Defect.DRAIN_WAITS_FOR_STREAMS);
        if (!waitsForStreams) {
            gate.interrupt(Flight::isEndless, Ruling.RESTART);
        }
        boolean inTime = gate.awaitNone(f -> waitsForStreams || !f.isEndless(), GRACE);
        comeBack(gate.shut(Ruling.RESTART), true);
        return inTime;
    }

    /**
     * Another version in this one's place, as a deploy behind a balancer does it: newcomers wait for it, what is in flight
     * may finish within a grace, open streams end.
     */
    public synchronized void replace() {
        demandOpen();
        if (defects.has(Defect.DEPLOY_SHUTS_EVERYONE_OUT)) {
            gate.shutToEveryone();
            await(A_WHILE);
        } else {
            gate.holdNewcomers();
        }
        gate.interrupt(Flight::isEndless, Ruling.RESTART);
        gate.awaitNone(f -> !f.isEndless(), GRACE);
        versions.incrementAndGet();
        comeBack(gate.shut(Ruling.RESTART), true, defects.has(Defect.SESSIONS_LOST_IN_A_DEPLOY));
    }

    /**
     * Goes down as a platform does that keeps nothing running for nobody; the next request, or pull of the lever, brings it
     * back after a while.
     */
    public synchronized void sleep() {
        demandOpen();
        asleep = true;
        gate.sleep(() -> afterColdStart.execute(this::wakeUp)).ifPresent(last -> last.end(true));
    }

    private synchronized void wakeUp() {
        if (asleep && !closed) {
            comeBack(Optional.empty(), true);
        }
    }

    /** What the platform calls its version: one more with every deploy. */
    private String deployedVersion() {
        int deploys = versions.get();
        return version() + (deploys == 0 ? "" : "+" + deploys);
    }

    /** Cuts every connection without an answer, then comes back on the same port and storage. */
    public synchronized void kill() {
        demandOpen();
        // The connections first: a stream that merely saw its life end would close in good order, which is no kill.
        listener.stop();
        otherDoor.stop();
        comeBack(gate.shut(Ruling.CUT), false);
        listener = Listener.open(port, endpoint::serve, threads);
        otherDoor = Listener.open(otherPort, endpoint::serveElsewhere, threads);
    }

    private void comeBack(Optional<Incarnation> last, boolean orderly) {
        comeBack(last, orderly, defects.has(Defect.SESSIONS_LOST_IN_A_RESTART));
    }

    private void comeBack(Optional<Incarnation> last, boolean orderly, boolean losesSessions) {
        last.ifPresent(l -> l.end(orderly));
        asleep = false;
        gate.open(Incarnation.another(options.store(), disposer::started, defects, losesSessions));
    }

    private static void await(Duration time) {
        try {
            new CompletableFuture<Void>().get(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException over) {
            // As it should be.
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException never) {
            throw new IllegalStateException(never);
        }
    }

    private void demandOpen() {
        if (closed) {
            throw new IllegalStateException("the platform is closed");
        }
    }

    /** Ends the platform; its sessions stay in storage. Idempotent. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        control.ifPresent(Listener::stop);
        listener.stop();
        otherDoor.stop();
        gate.shut(Ruling.CUT).ifPresent(last -> last.end(true));
        disposer.close();
        threads.shutdownNow();
    }
}
