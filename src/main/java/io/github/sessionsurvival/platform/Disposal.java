package io.github.sessionsurvival.platform;

import io.github.sessionsurvival.wire.SessionId;
import java.time.Duration;

/**
 * A runtime that the platform disposed of; its session lives on in storage.
 *
 * @param caller whose session it is
 * @param idle how long it had not been used
 */
record Disposal(String caller, SessionId session, Reason reason, Duration idle) {

    /** Why it went. */
    enum Reason {
        /** There were more than the cap allows, and this one had been unused for longest. */
        CAP("cap"),
        /** It had been unused for longer than the idle window. */
        IDLE("idle"),
        /** The lever asked for it. */
        EVICT("evict");

        /** As the control protocol spells it. */
        private final String word;

        Reason(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }
    }
}
