package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.Exchange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * Ends many sessions side by side, in bounded time whatever the server or a socket does. What is not ended in time is
 * left behind, and said so. Never throws; an interrupt does not stop it, since a scenario that was cancelled owes its
 * endings all the same.
 *
 * @param ending how one session is ended
 * @param workers how many sessions at once, for one call
 */
record CleanUp(SessionEnding ending, int workers) {

    /** A worker that was interrupted may need a moment to write down where it stood. */
    private static final Duration GRACE = Duration.ofMillis(200);

    /**
     * A session that is owed an ending.
     *
     * @param caller its owner; empty where the bearer cannot be found again
     * @param endedByScenario whether the scenario's own ending was accepted
     */
    record Owed(NotedSession noted, Optional<Caller> caller, boolean endedByScenario) {}

    /** Enough for every session to use up its own time. */
    Duration enoughFor(int sessions) {
        int rounds = (sessions + workers - 1) / workers;
        return ending.perSession().multipliedBy(rounds);
    }

    /** One receipt for each, in order. */
    List<Receipt> of(List<Owed> owed, ExchangeLog log, Duration within) {
        Map<Owed, Receipt> receipts = new ConcurrentHashMap<>();
        Map<Owed, List<Exchange>> exchanges = new ConcurrentHashMap<>();
        Queue<Owed> queue = new ConcurrentLinkedQueue<>(owed);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < Math.min(workers, owed.size()); i++) {
            Thread worker = new Thread(() -> work(queue, log, receipts, exchanges), "clean-up-" + (i + 1));
            worker.setDaemon(true);
            worker.start();
            threads.add(worker);
        }
        waitFor(threads, within);
        return owed.stream()
                .map(o -> receipts.computeIfAbsent(
                        o,
                        late -> leftBehind(
                                late,
                                "not ended within " + RetryPolicy.inWords(within),
                                SessionEnding.copy(exchanges.getOrDefault(late, new ArrayList<>())))))
                .toList();
    }

    private void work(
            Queue<Owed> queue, ExchangeLog log, Map<Owed, Receipt> receipts, Map<Owed, List<Exchange>> exchanges) {
        for (Owed owed = queue.poll(); owed != null && !Thread.currentThread().isInterrupted(); owed = queue.poll()) {
            List<Exchange> own = new ArrayList<>();
            exchanges.put(owed, own);
            try {
                receipts.putIfAbsent(owed, end(owed, log, own));
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException | Error e) {
                // The suite's own fault; it must not cost the other sessions their ending.
                receipts.putIfAbsent(
                        owed,
                        leftBehind(
                                owed,
                                "a fault of the suite itself: " + e.getClass().getName(),
                                SessionEnding.copy(own)));
            }
        }
    }

    private Receipt end(Owed owed, ExchangeLog log, List<Exchange> own) throws InterruptedException {
        return owed.caller().isPresent()
                ? ending.end(owed.noted(), owed.caller().get(), owed.endedByScenario(), log, own)
                : leftBehind(owed, "no bearer for caller " + owed.noted().caller(), List.of());
    }

    private static Receipt leftBehind(Owed owed, String detail, List<Exchange> exchanges) {
        return owed.noted().receipt(Receipt.Outcome.LEFT_BEHIND, detail, exchanges);
    }

    private static void waitFor(List<Thread> threads, Duration within) {
        boolean interrupted = joinAll(threads, within);
        if (threads.stream().anyMatch(Thread::isAlive)) {
            threads.forEach(Thread::interrupt);
            interrupted |= joinAll(threads, GRACE);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Real time, not the run's: a socket does not care for a virtual clock. */
    private static boolean joinAll(List<Thread> threads, Duration within) {
        boolean interrupted = false;
        long end = System.nanoTime() + within.toNanos();
        for (Thread thread : threads) {
            while (thread.isAlive() && end - System.nanoTime() > 0) {
                try {
                    TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, end - System.nanoTime()));
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        return interrupted;
    }
}
