package io.github.sessionsurvival.platform;

import io.github.sessionsurvival.wire.Revision;
import io.github.sessionsurvival.wire.SessionId;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

/**
 * A request that passed every check, as work to do.
 *
 * @param operation what faults know it by
 * @param session the session it belongs to; empty for an opening
 * @param requestId its JSON-RPC id, for scripted bodies
 * @param revision the revision a session made for it would have
 * @param work does it, durably, and says what to answer
 */
record Errand(Operation operation, Optional<SessionId> session, JsonNode requestId, Revision revision, Work work) {

    static Errand in(SessionRuntime session, Operation operation, JsonNode requestId, Work work) {
        return new Errand(operation, Optional.of(session.id()), requestId, session.revision(), work);
    }

    static Errand in(SessionRuntime session, Operation operation, Work work) {
        return in(session, operation, NullNode.getInstance(), work);
    }

    /** The work itself. */
    interface Work {
        Outcome perform(SessionStore store) throws Refusal;
    }

    /**
     * What came of it.
     *
     * @param minted the session that was created, whose id the answer's headers name
     * @param tail what follows the answer's body on the same connection
     */
    record Outcome(Answer answer, Optional<SessionId> minted, Tail tail) {

        static Outcome of(Answer answer) {
            return new Outcome(answer, Optional.empty(), Tail.NONE);
        }
    }

    /** The rest of an answer that is not known when it begins. */
    interface Tail {
        Tail NONE = (flight, body) -> {};

        /** Just before the answer is sent. */
        default void begin() {}

        /** When nothing more is written, for whatever reason; called after every beginning. */
        default void end() {}

        void write(Flight flight, OutputStream body) throws IOException;
    }
}
