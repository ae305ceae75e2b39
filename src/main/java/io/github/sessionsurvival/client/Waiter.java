package io.github.sessionsurvival.client;

import java.time.Duration;

/** The only place where the suite waits for time to pass. */
public interface Waiter {

    /**
     * Waits at least that long on the monotonic clock.
     *
     * @throws InterruptedException when the run is being ended
     */
    void await(Duration delay) throws InterruptedException;
}
