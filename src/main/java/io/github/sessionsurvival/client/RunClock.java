package io.github.sessionsurvival.client;

import java.time.Duration;
import java.time.Instant;

/** The run's time: monotonic since its start, and the wall clock for people and HTTP dates. */
public interface RunClock {

    /** Monotonic time since the run's start. */
    Duration now();

    /** The wall clock. */
    Instant instant();

    /** The system's clocks, counting from this call. */
    static RunClock system() {
        long origin = System.nanoTime();
        return new RunClock() {
            @Override
            public Duration now() {
                return Duration.ofNanos(System.nanoTime() - origin);
            }

            @Override
            public Instant instant() {
                return Instant.now();
            }
        };
    }
}
