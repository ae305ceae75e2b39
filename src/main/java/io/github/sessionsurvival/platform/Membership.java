package io.github.sessionsurvival.platform;

import io.github.sessionsurvival.wire.SessionId;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Whether a caller may use this platform at all, as somebody else knows it: the dependency that may fail for a while, or
 * say no (host contract, section I). What it says is kept by caller and outlives restarts, as faults do.
 */
final class Membership {

    /** What asking about a caller comes to. */
    enum State {
        /** The caller is a member. */
        KNOWN("over"),
        /** Nobody can tell: no reason to end anything. */
        FAILING("failing"),
        /** The caller is none, or no longer: what the caller had here ends. */
        REFUSING("refusing");

        private final String word;

        State(String word) {
            this.word = word;
        }

        static Optional<State> named(String word) {
            return Arrays.stream(values()).filter(s -> s.word.equals(word)).findFirst();
        }
    }

    private final Map<String, State> states = new ConcurrentHashMap<>();

    void become(String caller, State state) {
        states.put(caller, state);
    }

    /** Known again: that caller, or everyone when empty. */
    void clear(Optional<String> caller) {
        caller.ifPresentOrElse(states::remove, states::clear);
    }

    /**
     * Turns a caller away who may not come in; a session of such a caller that the request names ends.
     *
     * @throws Refusal where the caller is not known as a member
     */
    void demand(Flight flight, Lines lines) throws Refusal, Gone {
        State everyone = states.getOrDefault(Faults.EVERYONE, State.KNOWN);
        switch (states.getOrDefault(flight.caller(), everyone)) {
            case KNOWN -> {
                // Comes in.
            }
            case FAILING -> {
                if (flight.defects().has(Defect.OUTAGE_ENDS_SESSIONS)) {
                    condemn(flight, lines.all("Mcp-Session-Id"));
                }
                if (flight.defects().has(Defect.OUTAGE_LEAVES_SESSIONS)
                        && lines.all("Mcp-Session-Id").isEmpty()) {
                    flight.incarnation().within(store -> store.mint(flight.caller(), Versions.LATEST));
                }
                throw Refusal.of(503, -32001, "Organization authorization temporarily unavailable - please retry")
                        .with("retry-after", "2");
            }
            case REFUSING -> {
                if (!flight.defects().has(Defect.SHUT_OUT_COMES_BACK)) {
                    condemn(flight, lines.all("Mcp-Session-Id"));
                }
                throw Refusal.of(403, -32001, "No organization in session \u2014 log in via the web app first");
            }
        }
    }

    /** Only a session of the caller's own: who is turned away must not end what others have. */
    private static void condemn(Flight flight, List<String> named) throws Gone {
        if (named.size() != 1 || named.get(0).isEmpty()) {
            return;
        }
        SessionId id = new SessionId(named.get(0));
        flight.incarnation()
                .within(store -> store.find(id)
                                .filter(session -> session.owner().equals(flight.caller()))
                                .isPresent()
                        && flight.incarnation().destroy(id));
    }
}
