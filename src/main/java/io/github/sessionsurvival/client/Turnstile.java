package io.github.sessionsurvival.client;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets so many through in any span, in the order of their coming. Counted is the moment of passing; a little more than the
 * span lies between, since the first of a window may reach the server late and the next one early.
 */
final class Turnstile {

    private static final Duration LEAST_MARGIN = Duration.ofMillis(50);

    private final Allowance allowance;
    private final RunClock clock;
    private final ReentrantLock lock = new ReentrantLock(true);
    private final Deque<Duration> passed = new ArrayDeque<>();

    Turnstile(Allowance allowance, RunClock clock) {
        this.allowance = allowance;
        this.clock = clock;
    }

    /** Waits for its turn, then for the window. */
    void pass(Waiter waiter) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (passed.size() >= allowance.times()) {
                Duration left = passed.peekFirst().plus(span()).minus(clock.now());
                if (left.isNegative() || left.isZero()) {
                    passed.removeFirst();
                } else {
                    waiter.await(left);
                }
            }
            passed.addLast(clock.now());
        } finally {
            lock.unlock();
        }
    }

    private Duration span() {
        Duration margin = allowance.per().dividedBy(50);
        return allowance.per().plus(margin.compareTo(LEAST_MARGIN) < 0 ? LEAST_MARGIN : margin);
    }
}
