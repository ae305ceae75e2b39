package io.github.sessionsurvival.client;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets so many through in any span as a server would count them, in the order of their coming. A request reaches the server
 * at some moment between its passing and its answer; so it counts from its passing on, and its span begins with its answer.
 */
final class Turnstile {

    private final Allowance allowance;
    private final RunClock clock;
    /** Fair, and held while the one in front waits: the others queue behind it. */
    private final ReentrantLock queue = new ReentrantLock(true);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition over = lock.newCondition();
    private final Deque<Passage> passed = new ArrayDeque<>();

    Turnstile(Allowance allowance, RunClock clock) {
        this.allowance = allowance;
        this.clock = clock;
    }

    /** One request on its way. */
    final class Passage {
        private Optional<Duration> answered = Optional.empty();

        /** The server has it, or never will. Safe to repeat. */
        void over() {
            lock.lock();
            try {
                if (answered.isEmpty()) {
                    answered = Optional.of(clock.now());
                    over.signalAll();
                }
            } finally {
                lock.unlock();
            }
        }
    }

    /** Waits for its turn, then for the window. */
    Passage pass(Waiter waiter) throws InterruptedException {
        queue.lockInterruptibly();
        try {
            for (Optional<Duration> left = left(); left.isPresent(); left = left()) {
                waiter.await(left.get());
            }
            return enter();
        } finally {
            queue.unlock();
        }
    }

    private Passage enter() {
        lock.lock();
        try {
            Passage passage = new Passage();
            passed.addLast(passage);
            return passage;
        } finally {
            lock.unlock();
        }
    }

    /** How long the window is still full; empty where it is not. */
    private Optional<Duration> left() throws InterruptedException {
        lock.lock();
        try {
            while (passed.size() >= allowance.times()) {
                Optional<Duration> first =
                        passed.stream().flatMap(p -> p.answered.stream()).min(Duration::compareTo);
                if (first.isEmpty()) {
                    // All of them are on their way, each within its own deadline.
                    over.await(1, TimeUnit.SECONDS);
                    continue;
                }
                Duration free = first.get().plus(allowance.per());
                if (free.compareTo(clock.now()) > 0) {
                    return Optional.of(free.minus(clock.now()));
                }
                passed.removeIf(p -> p.answered.equals(first));
            }
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }
}
