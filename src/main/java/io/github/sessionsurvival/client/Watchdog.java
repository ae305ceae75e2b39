package io.github.sessionsurvival.client;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Cuts connections whose deadline has passed: a blocked read ends only when its socket is closed by somebody else.
 * Closing the watchdog cuts everything it still watches, so that nothing waits for a deadline nobody keeps.
 */
final class Watchdog implements AutoCloseable {

    private final ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1, task -> daemon(task));
    private final Set<Watch> watches = ConcurrentHashMap.newKeySet();

    Watchdog() {
        scheduler.setRemoveOnCancelPolicy(true);
    }

    /**
     * A watch that runs the cut when the watchdog is closed, and when a deadline passes that is set later. The cut must be
     * safe to repeat.
     */
    Watch watch(Runnable cut) {
        Watch watch = new Watch(cut);
        watches.add(watch);
        if (scheduler.isShutdown()) {
            watch.bite();
        }
        return watch;
    }

    /** One deadline. */
    final class Watch implements AutoCloseable {
        private final Runnable cut;
        private final AtomicBoolean over = new AtomicBoolean();
        private volatile boolean bitten;
        private volatile Future<?> task = CompletableFuture.completedFuture(null);

        private Watch(Runnable cut) {
            this.cut = cut;
        }

        /** Bites once the time has passed, unless the watch is closed before. */
        void within(Duration deadline) {
            try {
                task = scheduler.schedule(this::bite, deadline.toNanos(), TimeUnit.NANOSECONDS);
            } catch (RejectedExecutionException closed) {
                bite();
            }
        }

        /** Whether the deadline passed, or the endpoint was closed, before the watch was. */
        boolean hasBitten() {
            return bitten;
        }

        private void bite() {
            watches.remove(this);
            if (over.compareAndSet(false, true)) {
                bitten = true;
                // On a thread of its own: closing a TLS socket may block, and would hold up every other deadline.
                daemon(cut).start();
            }
        }

        @Override
        public void close() {
            over.set(true);
            watches.remove(this);
            task.cancel(false);
        }
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "session-survival watchdog");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void close() {
        scheduler.shutdownNow();
        watches.forEach(Watch::bite);
    }
}
