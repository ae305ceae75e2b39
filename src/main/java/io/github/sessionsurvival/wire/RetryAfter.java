package io.github.sessionsurvival.wire;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * The advertised delay of an answer (RFC 9110 section 10.2.3; HTTP-01, HTTP-07).
 *
 * @param delay how long to wait, counted from receipt; empty when the header is absent or invalid
 * @param text the header as it came; empty when absent
 * @param why why it is invalid, for people; empty when it is valid
 */
public record RetryAfter(Optional<Duration> delay, Optional<String> text, Optional<String> why) {

    public RetryAfter {
        Objects.requireNonNull(delay, "delay");
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(why, "why");
    }

    /**
     * Reads the header: delay-seconds, or any of the three HTTP-date forms less the answer's own {@code Date}, or less
     * {@code receivedAt} where the answer has no readable {@code Date}. A date in the past is no wait. Two field lines,
     * signs, fractions and units are invalid.
     */
    public static RetryAfter of(Headers headers, Instant receivedAt) {
        throw new UnsupportedOperationException("to be written");
    }
}
