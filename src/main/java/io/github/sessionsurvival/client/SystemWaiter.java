package io.github.sessionsurvival.client;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Waits for real, on the system's monotonic clock. */
public final class SystemWaiter implements Waiter {

    /** Longer than any run; keeps the arithmetic of a hostile delay from overflowing. */
    private static final Duration LONGEST = Duration.ofDays(365);

    @Override
    public void await(Duration delay) throws InterruptedException {
        long nanos = delay.compareTo(LONGEST) > 0 ? LONGEST.toNanos() : delay.toNanos();
        long end = System.nanoTime() + nanos;
        if (nanos <= 0) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            return;
        }
        // A sleep may end a little early; an early retry would break RST-05 in our own name.
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.sleep(left);
        }
    }
}
