package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.RetryAfter;
import java.time.Duration;
import java.util.Optional;

/**
 * One sending of the opening request.
 *
 * @param exchange what was sent and received
 * @param restartAnswer whether the answer was the restart answer
 * @param advertised the delay its own answer advertised; meaningful for a restart answer
 * @param waited the wait that followed; empty after the last attempt
 */
public record Attempt(Exchange exchange, boolean restartAnswer, RetryAfter advertised, Optional<Wait> waited) {

    /**
     * A wait between two attempts.
     *
     * @param asked what was asked of the waiter: never shorter than advertised (RST-05)
     * @param measured what it took, on the monotonic clock; the overshoot is information
     */
    public record Wait(Duration asked, Duration measured) {}
}
