package io.github.sessionsurvival.client;

import java.time.Duration;
import java.time.Instant;

/** Time that passes only when told to. */
final class ManualClock implements RunClock {

    static final Instant START = Instant.parse("2026-12-01T12:00:00Z");

    private Duration now = Duration.ZERO;

    synchronized void pass(Duration time) {
        now = now.plus(time);
    }

    @Override
    public synchronized Duration now() {
        return now;
    }

    @Override
    public synchronized Instant instant() {
        return START.plus(now);
    }
}
