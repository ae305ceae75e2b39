package io.github.sessionsurvival.platform;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Disposes of runtimes, never of sessions: above a cap the one that has been unused for longest, past an idle window the
 * unused ones, on request all. Never one that is busy. Caps and windows are keyed by caller and outlive restarts, as faults
 * do. Safe for many threads.
 */
final class Disposer implements AutoCloseable {

    private static final String EVERYONE = "";
    private static final int MOST_RECORDS = 1000;
    private static final Duration LOOK_EVERY = Duration.ofMillis(20);

    private final Gate gate;
    private final Defects defects;
    private final Map<String, Integer> caps = new HashMap<>();
    private final Map<String, Duration> windows = new HashMap<>();
    private final Deque<Disposal> records = new ArrayDeque<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "platform-idle-clock");
        thread.setDaemon(true);
        return thread;
    });
    private final Object trimming = new Object();
    private Optional<ScheduledFuture<?>> looking = Optional.empty();

    Disposer(Gate gate, Defects defects) {
        this.gate = gate;
        this.defects = defects;
    }

    /** What came of a request to dispose of all. */
    record Eviction(int evicted, int busy) {}

    /** @param runtimes the most of that caller's, or of everyone's; empty lifts the cap */
    void cap(Optional<String> caller, Optional<Integer> runtimes) {
        set(caps, caller, runtimes);
        gate.ifPresent(life -> trim(life, Optional.empty()));
    }

    /** @param window how long that caller's runtimes may go unused; empty lifts it */
    synchronized void idle(Optional<String> caller, Optional<Duration> window) {
        set(windows, caller, window);
        if (looking.isEmpty()) {
            looking = Optional.of(clock.scheduleWithFixedDelay(
                    this::look, LOOK_EVERY.toMillis(), LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS));
        }
    }

    Eviction evict(Optional<String> caller) {
        int evicted = 0;
        int busy = 0;
        Incarnation life = gate.present();
        for (SessionRuntime runtime : life.runtimes(caller)) {
            if (dispose(life, runtime, Disposal.Reason.EVICT)) {
                evicted++;
            } else {
                busy++;
            }
        }
        return new Eviction(evicted, busy);
    }

    /** Lifts what was set for that caller; for everyone when empty. */
    synchronized void clear(Optional<String> caller) {
        if (caller.isEmpty()) {
            caps.clear();
            windows.clear();
        } else {
            caps.remove(caller.get());
            windows.remove(caller.get());
        }
    }

    /** Oldest first. */
    synchronized List<Disposal> records(Optional<String> caller) {
        return records.stream()
                .filter(r -> caller.isEmpty() || caller.get().equals(r.caller()))
                .toList();
    }

    /** One runtime more: where that is one too many, another goes. Whoever started it waits for nothing. */
    void started(Incarnation life, SessionRuntime fresh) {
        trim(life, Optional.of(fresh));
    }

    /** One after the other: two at once would both find the same one too many, and dispose of two. */
    private void trim(Incarnation life, Optional<SessionRuntime> fresh) {
        synchronized (trimming) {
            trimAlone(life, fresh);
        }
    }

    private void trimAlone(Incarnation life, Optional<SessionRuntime> fresh) {
        for (Map.Entry<String, Integer> cap : copy(caps).entrySet()) {
            List<SessionRuntime> runtimes = life.runtimes(ofKey(cap.getKey()));
            int over = runtimes.size() - cap.getValue();
            for (SessionRuntime runtime : inTurn(runtimes)) {
                if (over > 0
                        && fresh.filter(f -> f == runtime).isEmpty()
                        && dispose(life, runtime, Disposal.Reason.CAP)) {
                    over--;
                }
            }
        }
    }

    private void look() {
        gate.ifPresent(life -> copy(windows)
                .forEach((key, window) -> life.runtimes(ofKey(key)).stream()
                        .filter(r -> r.unused().compareTo(window) >= 0)
                        .forEach(r -> dispose(life, r, Disposal.Reason.IDLE))));
    }

    private boolean dispose(Incarnation life, SessionRuntime runtime, Disposal.Reason reason) {
        Duration idle = runtime.unused();
        if (!life.dispose(runtime)) {
            return false;
        }
        if (defects.has(Defect.CAP_ENDS_SESSIONS)) {
            life.destroy(runtime.id());
        }
        synchronized (this) {
            records.addLast(new Disposal(runtime.owner(), runtime.id(), reason, idle));
            if (records.size() > MOST_RECORDS) {
                records.removeFirst();
            }
        }
        return true;
    }

    private List<SessionRuntime> inTurn(List<SessionRuntime> runtimes) {
        List<SessionRuntime> inTurn = new ArrayList<>(leastRecentlyUsedFirst(runtimes));
        if (defects.has(Defect.LATEST_RUNTIME_DISPOSED)) {
            Collections.reverse(inTurn);
        }
        return inTurn;
    }

    /** By one look at each: they are used while they are put in order. */
    private static List<SessionRuntime> leastRecentlyUsedFirst(List<SessionRuntime> runtimes) {
        return runtimes.stream()
                .map(r -> Map.entry(r.usedAt(), r))
                .sorted(Map.Entry.comparingByKey())
                .map(Map.Entry::getValue)
                .toList();
    }

    private static Optional<String> ofKey(String key) {
        return key.equals(EVERYONE) ? Optional.empty() : Optional.of(key);
    }

    private synchronized <T> Map<String, T> copy(Map<String, T> limits) {
        return Map.copyOf(limits);
    }

    private synchronized <T> void set(Map<String, T> limits, Optional<String> caller, Optional<T> value) {
        String key = caller.orElse(EVERYONE);
        value.ifPresentOrElse(v -> limits.put(key, v), () -> limits.remove(key));
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
