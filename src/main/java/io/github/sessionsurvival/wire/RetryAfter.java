package io.github.sessionsurvival.wire;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The advertised delay of an answer (RFC 9110 section 10.2.3; HTTP-01, HTTP-07).
 *
 * @param delay how long to wait, counted from receipt; empty when the header is absent or invalid
 * @param text the header as it came; empty when absent
 * @param why why it is invalid, for people; empty when it is valid
 */
public record RetryAfter(Optional<Duration> delay, Optional<String> text, Optional<String> why) {

    /**
     * What a delay is cut to: far beyond every limit on waiting, yet its nanoseconds fit a long, so that no arithmetic on
     * a hostile header overflows.
     */
    public static final Duration LONGEST = Duration.ofDays(36_500);

    private static final Pattern SECONDS = Pattern.compile("[0-9]+");
    private static final int DIGITS_OF_A_LONG = 18;

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
        List<String> lines = headers.all("retry-after");
        if (lines.isEmpty()) {
            return new RetryAfter(Optional.empty(), Optional.empty(), Optional.empty());
        }
        if (lines.size() > 1) {
            return invalid(String.join(", ", lines), "it is given " + lines.size() + " times");
        }
        String text = lines.get(0);
        if (SECONDS.matcher(text).matches()) {
            return valid(seconds(text), text);
        }
        Optional<Instant> until = HttpDate.parse(text, receivedAt);
        if (until.isEmpty()) {
            return invalid(text, text.isEmpty() ? "it is empty" : "it is neither whole seconds nor an HTTP date");
        }
        return valid(Duration.between(answeredAt(headers, receivedAt), until.get()), text);
    }

    /** The server's own clock where it tells it: its dates are meant by that clock, which may be far from ours. */
    private static Instant answeredAt(Headers headers, Instant receivedAt) {
        List<String> dates = headers.all("date");
        return dates.size() == 1 ? HttpDate.parse(dates.get(0), receivedAt).orElse(receivedAt) : receivedAt;
    }

    private static Duration seconds(String digits) {
        String significant = digits.replaceFirst("^0+(?=.)", "");
        return significant.length() > DIGITS_OF_A_LONG ? LONGEST : Duration.ofSeconds(Long.parseLong(significant));
    }

    private static RetryAfter valid(Duration delay, String text) {
        Duration notNegative = delay.isNegative() ? Duration.ZERO : delay;
        Duration bounded = notNegative.compareTo(LONGEST) > 0 ? LONGEST : notNegative;
        return new RetryAfter(Optional.of(bounded), Optional.of(text), Optional.empty());
    }

    private static RetryAfter invalid(String text, String why) {
        return new RetryAfter(Optional.empty(), Optional.of(text), Optional.of(why));
    }
}
