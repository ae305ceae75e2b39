package io.github.sessionsurvival.platform;

import io.github.sessionsurvival.wire.Revision;
import io.github.sessionsurvival.wire.SessionId;
import java.util.concurrent.CompletableFuture;

/**
 * What a session has in memory while the platform runs: read back from storage at its first request, dropped by a restart.
 */
final class SessionRuntime {

    private final SessionId id;
    private final String owner;
    private final Revision revision;
    private final EventLog events = new EventLog();
    private final CompletableFuture<Ruling> over = new CompletableFuture<>();

    SessionRuntime(SessionId id, StoredSession stored) {
        this.id = id;
        this.owner = stored.owner();
        this.revision = new Revision(stored.revision());
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

    EventLog events() {
        return events;
    }

    /** Completes when this runtime is dropped or its session ended: its open streams end then. */
    CompletableFuture<Ruling> over() {
        return over;
    }
}
