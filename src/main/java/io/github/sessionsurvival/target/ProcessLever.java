package io.github.sessionsurvival.target;

import io.github.sessionsurvival.wire.Caller;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The lever of a server that the suite started: signals to its process group. A kill in flight is deterministic: stop the
 * group, send, see the bytes arrive, kill, read (design section 5).
 */
public final class ProcessLever implements Lever {

    private static final Set<Verb> VERBS = Set.of(Verb.RESTART, Verb.DRAIN, Verb.KILL, Verb.HOLD, Verb.CLEAR);

    private final StartedService server;
    private boolean stopped;

    public ProcessLever(StartedService server) {
        this.server = server;
    }

    @Override
    public Set<Verb> verbs() {
        if (!server.canBeReplaced()) {
            return VERBS;
        }
        Set<Verb> more = EnumSet.copyOf(VERBS);
        more.add(Verb.REPLACE);
        return more;
    }

    /** A rolling deploy behind a balancer. */
    @Override
    public synchronized void replace() {
        again(server::replace);
    }

    /** Freezes the server: whatever is sent next stays in flight, before anything was created or done. */
    @Override
    public synchronized Hold hold(Caller caller, Operation operation, Phase phase) {
        if (phase != Phase.BEFORE_MINT) {
            throw new LeverFailure("hold: a process can be stopped only before a request is read, not " + phase.word());
        }
        server.stop();
        stopped = true;
        return new Frozen();
    }

    /** A deploy that waits for nobody: SIGTERM, and SIGKILL a second later. */
    @Override
    public synchronized void restart() {
        again(server::restartAtOnce);
    }

    /** SIGTERM and the whole grace: what is under way may finish. */
    @Override
    public synchronized boolean drain() {
        AtomicBoolean inTime = new AtomicBoolean();
        again(() -> inTime.set(server.restartGently()));
        return inTime.get();
    }

    @Override
    public synchronized void kill() {
        again(server::restartAfterKill);
    }

    private void again(Runnable start) {
        try {
            start.run();
            stopped = false;
        } catch (StartFailure e) {
            throw new LeverFailure("the server did not come back: " + e.getMessage());
        }
    }

    /** Lets a frozen server go on, and starts again one that does not run. */
    @Override
    public synchronized int clear(Caller caller) {
        if (stopped) {
            server.goOn();
            stopped = false;
        }
        if (!server.isRunning()) {
            again(server::restartAfterKill);
        }
        return 0;
    }

    @Override
    public synchronized void close() {
        if (stopped) {
            server.goOn();
            stopped = false;
        }
    }

    /** A frozen server with a request on its way. */
    private final class Frozen implements Hold {

        private final long before = server.unreadBytes().orElse(0L);

        @Override
        public void awaitHeld(Duration within) {
            long deadline = System.nanoTime() + within.toNanos();
            while (server.unreadBytes().map(b -> b <= before).orElse(false)) {
                if (System.nanoTime() > deadline) {
                    throw new LeverFailure(
                            "hold: no request reached the stopped server within " + within.toMillis() + " ms");
                }
                Pause.of(Duration.ofMillis(5));
            }
        }

        @Override
        public void goOn() {
            synchronized (ProcessLever.this) {
                server.goOn();
                stopped = false;
            }
        }

        @Override
        public void restart() {
            ProcessLever.this.restart();
        }

        @Override
        public void cut() {
            ProcessLever.this.kill();
        }
    }
}
