package io.github.sessionsurvival.platform;

import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Where every request enters and leaves: it knows the present life of the platform and all that is in flight, so that a
 * restart misses nobody. Safe for many threads.
 */
final class Gate {

    private final Set<Flight> inFlight = new HashSet<>();
    private Optional<Incarnation> present = Optional.empty();
    private boolean draining;
    private boolean holding;
    private boolean shutToEveryone;
    private Optional<Runnable> alarm = Optional.empty();

    /**
     * Lets a request in, once there is a life to work with.
     *
     * @param connected false as soon as the request's listener is gone: its client can be told nothing any more
     * @return false when the request cannot be served: while draining, or without a connection
     */
    synchronized boolean enter(Flight flight, BooleanSupplier connected) {
        while ((present.isEmpty() || holding) && connected.getAsBoolean()) {
            wake();
            if (!await(Duration.ofSeconds(10))) {
                return false;
            }
        }
        if (!connected.getAsBoolean()) {
            flight.interrupt(Ruling.CUT);
            return false;
        }
        if (draining) {
            return false;
        }
        flight.begin(present.orElseThrow());
        inFlight.add(flight);
        return true;
    }

    synchronized void leave(Flight flight) {
        inFlight.remove(flight);
        notifyAll();
    }

    /** Does something with the present life, where there is one just now. */
    void ifPresent(Consumer<Incarnation> act) {
        Optional<Incarnation> life;
        synchronized (this) {
            life = present;
        }
        life.ifPresent(act);
    }

    /** The present life; waits for the next one while the platform restarts. */
    synchronized Incarnation present() {
        while (present.isEmpty()) {
            wake();
            if (!await(Duration.ofSeconds(10))) {
                throw new IllegalStateException("the platform did not come back");
            }
        }
        return present.get();
    }

    synchronized void open(Incarnation next) {
        present = Optional.of(next);
        alarm = Optional.empty();
        draining = false;
        holding = false;
        shutToEveryone = false;
        notifyAll();
    }

    /** From now on there is no life until somebody comes, who sets off the alarm; it must return at once. */
    synchronized Optional<Incarnation> sleep(Runnable wakesUp) {
        Optional<Incarnation> last = shut(Ruling.RESTART);
        alarm = Optional.of(wakesUp);
        return last;
    }

    private void wake() {
        Optional<Runnable> set = alarm;
        alarm = Optional.empty();
        set.ifPresent(Runnable::run);
    }

    /** Bars newcomers with the restart answer while what is in flight may finish. */
    synchronized void drain() {
        draining = true;
    }

    /** Bars newcomers with an error page that says nothing: what {@link Defect}s do. */
    synchronized void shutToEveryone() {
        draining = true;
        shutToEveryone = true;
    }

    synchronized boolean isShutToEveryone() {
        return shutToEveryone;
    }

    /** Lets newcomers wait for the next life while what is in flight may finish. */
    synchronized void holdNewcomers() {
        holding = true;
    }

    /** From now on nobody has a life to work with; what is in flight meets the ruling. */
    synchronized Optional<Incarnation> shut(Ruling ruling) {
        Optional<Incarnation> last = present;
        present = Optional.empty();
        inFlight.forEach(f -> f.interrupt(ruling));
        notifyAll();
        return last;
    }

    /**
     * From now on its answer does not end by itself. Said before its headers are sent: whoever has seen them must be able to
     * end it.
     *
     * @param misbehaving as an order of the lever, which clearing ends
     */
    synchronized void becomesEndless(Flight flight, boolean misbehaving) {
        flight.becomeEndless(misbehaving);
        if (draining || holding) {
            flight.interrupt(Ruling.RESTART);
        }
        notifyAll();
    }

    synchronized void interrupt(Predicate<Flight> whom, Ruling ruling) {
        inFlight.stream().filter(whom).forEach(f -> f.interrupt(ruling));
    }

    /** Waits until none of those is in flight, at most that long; whether none is. */
    synchronized boolean awaitNone(Predicate<Flight> whom, Duration most) {
        long end = System.nanoTime() + most.toNanos();
        while (inFlight.stream().anyMatch(whom)) {
            long left = end - System.nanoTime();
            if (left <= 0 || !await(Duration.ofNanos(left))) {
                return inFlight.stream().noneMatch(whom);
            }
        }
        return true;
    }

    /** Waits to be notified; false when the time ran out or the thread is to end. */
    private boolean await(Duration most) {
        long before = System.nanoTime();
        try {
            wait(Math.max(1, most.toMillis()));
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
            return false;
        }
        return System.nanoTime() - before < most.toNanos();
    }
}
