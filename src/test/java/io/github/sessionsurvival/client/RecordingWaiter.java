package io.github.sessionsurvival.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Remembers what was asked of it, and lets a manual clock pass by as much, without waiting. */
final class RecordingWaiter implements Waiter {

    private final ManualClock clock;
    private final List<Duration> asked = new ArrayList<>();
    private boolean interrupted;

    RecordingWaiter(ManualClock clock) {
        this.clock = clock;
    }

    /** From now on every wait is interrupted. */
    void interruptWaits() {
        interrupted = true;
    }

    @Override
    public synchronized void await(Duration delay) throws InterruptedException {
        if (interrupted) {
            throw new InterruptedException();
        }
        asked.add(delay);
        clock.pass(delay);
    }

    synchronized List<Duration> asked() {
        return List.copyOf(asked);
    }
}
