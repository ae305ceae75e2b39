package io.github.sessionsurvival.platform;

import io.github.sessionsurvival.wire.Revision;

/**
 * A session as it lies in storage: all that survives a restart.
 *
 * @param owner the caller's id
 * @param revision the negotiated revision's name
 * @param state whether it would answer
 * @param named whether its id was sent to the client
 * @param confirmed whether the handshake was completed
 * @param count how often the tool {@code count} ran in it
 */
record StoredSession(String owner, String revision, State state, boolean named, boolean confirmed, long count) {

    /** What became of a session. */
    enum State {
        LIVE,
        /** Ended by its client. */
        ENDED,
        /** Destroyed by a fault, or reclaimed because nobody could name it. */
        DESTROYED
    }

    static StoredSession minted(String owner, Revision revision) {
        return new StoredSession(owner, revision.date(), State.LIVE, false, false, 0);
    }

    boolean live() {
        return state == State.LIVE;
    }

    StoredSession become(State next) {
        return new StoredSession(owner, revision, next, named, confirmed, count);
    }

    StoredSession nowNamed() {
        return new StoredSession(owner, revision, state, true, confirmed, count);
    }

    StoredSession nowConfirmed() {
        return new StoredSession(owner, revision, state, named, true, count);
    }

    StoredSession forgetful() {
        return new StoredSession(owner, revision, state, named, confirmed, 0);
    }

    StoredSession counted() {
        return new StoredSession(owner, revision, state, named, confirmed, count + 1);
    }
}
