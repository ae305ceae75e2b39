package io.github.sessionsurvival.platform;

import io.github.sessionsurvival.wire.Revision;
import io.github.sessionsurvival.wire.SessionId;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * What a session has in memory while the platform runs: read back from storage at its first request, dropped by a restart.
 */
final class SessionRuntime {

    private final SessionId id;
    private final String owner;
    private final Revision revision;
    private final EventLog events = new EventLog();
    private final StandingStreams standing = new StandingStreams();
    private final CompletableFuture<Ruling> over = new CompletableFuture<>();
    private int working;
    private long usedAt = System.nanoTime();
    private boolean disposed;

    SessionRuntime(SessionId id, StoredSession stored) {
        this.id = id;
        this.owner = stored.owner();
        this.revision = new Revision(stored.revision());
    }

    /** A request begins to be answered; false when this runtime has just been disposed of, and another has to take it. */
    synchronized boolean begin() {
        if (disposed) {
            return false;
        }
        working++;
        usedAt = System.nanoTime();
        return true;
    }

    /** That request is answered, or from now on only listens. */
    synchronized void finish() {
        working--;
        usedAt = System.nanoTime();
    }

    /** No request begins in it any more; false when one is being answered. */
    synchronized boolean dispose() {
        if (working > 0 || disposed) {
            return false;
        }
        disposed = true;
        return true;
    }

    /** When a request last began or ended, on the clock of {@link System#nanoTime()}. */
    synchronized long usedAt() {
        return usedAt;
    }

    /** How long no request has begun or ended; nothing while one is being answered. */
    synchronized Duration unused() {
        return working > 0 ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - usedAt);
    }

    SessionId id() {
        return id;
    }

    String owner() {
        return owner;
    }

    /** The negotiated revision. */
    Revision revision() {
        return revision;
    }

    StandingStreams standing() {
        return standing;
    }

    EventLog events() {
        return events;
    }

    /** Completes when this runtime is dropped or its session ended: its open streams end then. */
    CompletableFuture<Ruling> over() {
        return over;
    }
}
