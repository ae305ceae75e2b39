package io.github.sessionsurvival.platform;

import java.util.Optional;

/** What becomes of a request at one of its phases. */
sealed interface Ruling {

    Ruling GO_ON = new GoOn();
    Ruling CUT = new Cut();
    Ruling DESTROY = new Destroy();
    Ruling RESTART = new Restart(Optional.of(RestartNotice.RETRY_AFTER));

    /** As if nothing had happened. */
    record GoOn() implements Ruling {}

    /**
     * The session's runtime is dropped and the client is told to try again; the session lives on in storage.
     *
     * @param retryAfter the header's value; empty sends none
     */
    record Restart(Optional<String> retryAfter) implements Ruling {}

    /** The session is gone for good. */
    record Destroy() implements Ruling {}

    /** The connection ends without an answer, or in the middle of one. */
    record Cut() implements Ruling {}
}
