package io.github.sessionsurvival.steps;

import java.math.BigDecimal;
import java.time.Duration;

/** Durations as people write them. */
final class Seconds {

    private Seconds() {}

    static String inWords(Duration duration) {
        return BigDecimal.valueOf(duration.toMillis(), 3).stripTrailingZeros().toPlainString() + " s";
    }

    /** @param text such as {@code 2} or {@code 0.5} */
    static Duration of(String text) {
        return Duration.ofMillis(new BigDecimal(text).movePointRight(3).longValueExact());
    }
}
