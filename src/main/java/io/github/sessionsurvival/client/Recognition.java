package io.github.sessionsurvival.client;

import java.util.Objects;

/**
 * Whether a server speaks a revision without sessions, as asking it came out (MOD-14).
 *
 * @param outcome what is known
 * @param seen what the answer was, for people
 */
public record Recognition(Outcome outcome, String seen) {

    /** Nobody has asked. */
    public static final Recognition NOT_ASKED = new Recognition(Outcome.UNDECIDED, "it was not asked");

    public Recognition {
        Objects.requireNonNull(outcome, "outcome");
        Objects.requireNonNull(seen, "seen");
    }

    /** What an answer tells. */
    public enum Outcome {
        SPOKEN,
        NOT_SPOKEN,
        /** An outage, a refused credential, a lost connection: nothing about the way a server speaks. */
        UNDECIDED
    }

    public boolean isSpoken() {
        return outcome == Outcome.SPOKEN;
    }
}
