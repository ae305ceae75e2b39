package io.github.sessionsurvival.platform;

import io.github.sessionsurvival.wire.Revision;
import io.github.sessionsurvival.wire.SessionId;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * What a session has in memory while the platform runs: read back from storage at its first request, dropped by a restart.
 */
final class SessionRuntime {

    private static final Duration A_WHILE = Duration.ofSeconds(2);

    private final SessionId id;
    private final String owner;
    private final Revision revision;
    private final EventLog events;
    private final StandingStreams standing;
    private final Defects defects;
    private final boolean restored;
    private final CompletableFuture<Ruling> over = new CompletableFuture<>();
    private int working;
    private int begun;
    private boolean immortal;
    private boolean backFromIdling;
    private long usedAt = System.nanoTime();
    private boolean disposed;

    SessionRuntime(SessionId id, StoredSession stored, Defects defects) {
        this.id = id;
        this.defects = defects;
        this.restored = stored.named();
        this.events = new EventLog(defects);
        this.standing = new StandingStreams(defects);
        this.owner = stored.owner();
        this.revision = new Revision(stored.revision());
    }

    /** A request begins to be answered; false when this runtime has just been disposed of, and another has to take it. */
    synchronized boolean begin() {
        if (disposed) {
            return false;
        }
        working++;
        begun++;
        backFromIdling = begun > 1 && System.nanoTime() - usedAt > A_WHILE.toNanos();
        touch();
        return true;
    }

    /** That request is answered, or from now on only listens. */
    synchronized void finish() {
        working--;
        touch();
    }

    private void touch() {
        if (!defects.has(Defect.IDLE_CLOCK_NEVER_REARMED)) {
            usedAt = System.nanoTime();
        }
    }

    /** Whether it was read back from storage: one that was just made answers an opening first. */
    boolean isRestored() {
        return restored;
    }

    /** No ending ends its session: what {@link Defect}s do. */
    synchronized void becomesImmortal() {
        immortal = true;
    }

    synchronized boolean isImmortal() {
        return immortal;
    }

    /** Whether the request that has just begun came after a while without any. */
    synchronized boolean isBackFromIdling() {
        return backFromIdling;
    }

    /** How many requests have begun in it, and how many of them are being answered. */
    synchronized int begun() {
        return begun;
    }

    synchronized int working() {
        return working;
    }

    /** No request begins in it any more; false when one is being answered. */
    synchronized boolean dispose() {
        if (disposed || working > 0 && !defects.has(Defect.BUSY_RUNTIMES_DISPOSED)) {
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
        return working > 0 && !defects.has(Defect.BUSY_RUNTIMES_DISPOSED)
                ? Duration.ZERO
                : Duration.ofNanos(System.nanoTime() - usedAt);
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
