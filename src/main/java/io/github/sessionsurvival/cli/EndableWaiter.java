package io.github.sessionsurvival.cli;

import io.github.sessionsurvival.client.Waiter;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The scenarios' waiter: waits for real until the run is being ended; then every wait ends at once. */
final class EndableWaiter implements Waiter {

    private final CountDownLatch ended = new CountDownLatch(1);

    @Override
    public void await(Duration delay) throws InterruptedException {
        if (ended.await(delay.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new InterruptedException("the run is being ended");
        }
    }

    void end() {
        ended.countDown();
    }
}
