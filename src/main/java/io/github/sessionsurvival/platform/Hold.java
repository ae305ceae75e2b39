package io.github.sessionsurvival.platform;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** An order to park one request, and the place where it is parked. Safe for many threads. */
final class Hold implements Fault {

    /** A request whose lever was forgotten goes on by itself. */
    static final Duration LONGEST = Duration.ofMinutes(2);

    private final String ticket;
    private final String caller;
    private final Operation operation;
    private final Phase phase;
    private final CompletableFuture<Void> held = new CompletableFuture<>();
    private final CompletableFuture<Ruling> released = new CompletableFuture<>();

    Hold(String ticket, String caller, Operation operation, Phase phase) {
        this.ticket = ticket;
        this.caller = caller;
        this.operation = operation;
        this.phase = phase;
    }

    String ticket() {
        return ticket;
    }

    /** Whose requests it parks; empty for everyone's. */
    String caller() {
        return caller;
    }

    @Override
    public Operation operation() {
        return operation;
    }

    Phase phase() {
        return phase;
    }

    /** Parks the request until it is released or the platform strikes it. */
    Ruling park(Flight flight) {
        held.complete(null);
        try {
            return flight.park(flight.orInterrupted(released), LONGEST);
        } finally {
            released.complete(Ruling.GO_ON);
        }
    }

    /** The first ruling stands. */
    void release(Ruling ruling) {
        released.complete(ruling);
    }

    /** As the control protocol spells it. */
    String state() {
        return released.isDone() ? "released" : held.isDone() ? "held" : "armed";
    }

    /** Waits until a request is parked or the hold is released, at most that long. */
    void awaitHeld(Duration most) {
        try {
            CompletableFuture.anyOf(held, released).get(most.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException notYet) {
            // The state says so.
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException never) {
            throw new IllegalStateException(never);
        }
    }
}
