package io.github.sessionsurvival.platform;

import io.github.sessionsurvival.wire.SessionId;
import java.util.Optional;

/** The answers for a session that is not there: 404 on every verb (SESS-06, SESS-07). */
final class Live {

    private Live() {}

    /** For the work itself: the session may have ended since the request was let in. */
    static StoredSession check(SessionStore store, SessionId id) throws Refusal {
        Optional<StoredSession> stored = store.find(id);
        if (stored.isEmpty()) {
            throw Refusal.of(404, -32001, "Session not found");
        }
        if (!stored.get().live()) {
            throw dead();
        }
        return stored.get();
    }

    static Refusal dead() {
        return Refusal.of(404, -32001, "Session timed out, please reconnect");
    }
}
