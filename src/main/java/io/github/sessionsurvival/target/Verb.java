package io.github.sessionsurvival.target;

import java.util.Arrays;
import java.util.Optional;

/** What a lever can make a platform do: the closed list. A scenario names its need with {@code @needs-<verb>}. */
public enum Verb {
    RESTART_IN_FLIGHT("restart-in-flight"),
    DESTROY("destroy"),
    HOLD("hold"),
    SCRIPTED_ANSWERS("scripted-answers"),
    PAUSED_ANSWERS("paused-answers"),
    RESTART("restart"),
    DRAIN("drain"),
    KILL("kill"),
    REPLACE("replace"),
    SLEEP("sleep"),
    EVICT("evict"),
    CAP("cap"),
    SESSION_CAP("session-cap"),
    IDLE("idle"),
    START_UP_TIMEOUT("start-up-timeout"),
    OUTAGE("outage"),
    ERA("era"),
    SAY("say"),
    NEW_CALLER("new-caller"),
    NEW_BEARER("new-bearer"),
    COUNT("count"),
    CLEAR("clear");

    private final String word;

    Verb(String word) {
        this.word = word;
    }

    /** The verb as tags, target files and the control protocol spell it. */
    public String word() {
        return word;
    }

    public static Optional<Verb> named(String word) {
        return Arrays.stream(values()).filter(v -> v.word.equals(word)).findFirst();
    }
}
