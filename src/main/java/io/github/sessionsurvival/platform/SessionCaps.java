package io.github.sessionsurvival.platform;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;

/**
 * How many sessions a caller may have open at once. One too many is refused for the moment; none that is open goes for it
 * (LIM-01 to LIM-04). Kept by caller, and outlives restarts, as faults do.
 */
final class SessionCaps {

    private static final String COME_BACK_SECONDS = "1";

    private final Map<String, Integer> caps = new ConcurrentHashMap<>();

    /** @param sessions empty lifts the cap */
    void cap(String caller, Optional<Integer> sessions) {
        sessions.ifPresentOrElse(most -> caps.put(caller, most), () -> caps.remove(caller));
    }

    /** None any more: for that caller, or for everyone when empty. */
    void clear(Optional<String> caller) {
        caller.ifPresentOrElse(caps::remove, caps::clear);
    }

    /** The most that caller may have; without a cap more than there ever are. */
    int of(String caller) {
        return caps.getOrDefault(caller, caps.getOrDefault(Faults.EVERYONE, Integer.MAX_VALUE));
    }

    /** What one too many is told: no restart answer, which would have it sent again and again. */
    Refusal refusal(JsonNode requestId) {
        return Refusal.of(503, -32000, "Too many sessions are open; end one, or try again later", requestId)
                .with("retry-after", COME_BACK_SECONDS);
    }
}
