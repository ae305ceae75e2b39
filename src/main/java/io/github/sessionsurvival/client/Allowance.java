package io.github.sessionsurvival.client;

import java.time.Duration;

/** At most that many in any such span. */
public record Allowance(int times, Duration per) {

    public Allowance {
        if (times < 1 || per.isZero() || per.isNegative()) {
            throw new IllegalArgumentException("an allowance counts at least once in some time");
        }
    }
}
