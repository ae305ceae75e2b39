package io.github.sessionsurvival.platform;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which of MCP's two ways of speaking this platform serves: with sessions, by requests that stand alone, or both side by
 * side (MOD-16). Kept by caller, and outlives restarts, as faults do.
 */
final class Eras {

    /** What is served. */
    enum Era {
        BOTH("both"),
        SESSIONS("sessions"),
        SESSIONLESS("sessionless"),
        /** With sessions whose ids are never told, so that requests name none (SESS-19). */
        UNNAMED("unnamed");

        private final String word;

        Era(String word) {
            this.word = word;
        }

        static Optional<Era> named(String word) {
            return Arrays.stream(values()).filter(e -> e.word.equals(word)).findFirst();
        }
    }

    private final Map<String, Era> served = new ConcurrentHashMap<>();

    void serve(String caller, Era era) {
        served.put(caller, era);
    }

    /** Both again: for that caller, or for everyone when empty. */
    void clear(Optional<String> caller) {
        caller.ifPresentOrElse(served::remove, served::clear);
    }

    Era of(String caller) {
        return served.getOrDefault(caller, served.getOrDefault(Faults.EVERYONE, Era.BOTH));
    }

    boolean tellsNoIds(String caller) {
        return of(caller) == Era.UNNAMED;
    }

    /** Whether a request that describes itself in its body may stand alone. */
    boolean servesLone(String caller) {
        return of(caller) == Era.BOTH || of(caller) == Era.SESSIONLESS;
    }

    /** Whether a request is one that stands alone, by its headers; by its body it may be one all the same. */
    boolean isLone(String caller, String verb, Lines lines) {
        return switch (of(caller)) {
            case SESSIONS, UNNAMED -> false;
            case SESSIONLESS -> true;
            case BOTH -> verb.equals("POST") && LonePosts.announcesItself(lines);
        };
    }
}
