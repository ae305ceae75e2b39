package io.github.sessionsurvival.platform;

import com.sun.net.httpserver.HttpExchange;
import io.github.sessionsurvival.wire.SessionId;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** One request from its arrival to the end of its answer: what a restart strikes. */
final class Flight {

    /** Long enough for what comes at once to meet. */
    private static final Duration A_MOMENT = Duration.ofMillis(150);

    private final HttpExchange exchange;
    private final Defects defects;
    private final CompletableFuture<Ruling> interruption = new CompletableFuture<>();
    private volatile Incarnation incarnation;
    private volatile String caller = "";
    private volatile Operation operation = Operation.NOTICE;
    private Optional<SessionId> madeUp = Optional.empty();
    private volatile boolean byTheOtherDoor;
    private volatile boolean endless;
    private volatile boolean misbehaving;
    private volatile JsonNode heard = MissingNode.getInstance();
    private Optional<SessionRuntime> runtime = Optional.empty();

    Flight(HttpExchange exchange, Defects defects) {
        this.exchange = exchange;
        this.defects = defects;
    }

    /** What is wrong with the platform that it meets. */
    Defects defects() {
        return defects;
    }

    /** The message in its body; missing until it was read. */
    JsonNode heard() {
        return heard;
    }

    JsonNode hears(JsonNode message) {
        heard = message;
        return message;
    }

    HttpExchange exchange() {
        return exchange;
    }

    /** The platform's life that this request works with. */
    Incarnation incarnation() {
        return incarnation;
    }

    /** Ends that session, where the life that this request works with lasts. */
    void destroy(SessionId id) throws Gone {
        incarnation.within(store -> incarnation.destroy(id));
    }

    void begin(Incarnation current) {
        this.incarnation = current;
    }

    /** Keeps that runtime busy until {@link #rest()}; false when it has just been disposed of. */
    synchronized boolean worksIn(SessionRuntime session) {
        if (!session.begin()) {
            return false;
        }
        runtime = Optional.of(session);
        return true;
    }

    /** The runtime has nothing to do for it any more. */
    synchronized void rest() {
        runtime.ifPresent(SessionRuntime::finish);
        runtime = Optional.empty();
    }

    /** An opening that brings an id along, which becomes that of its session: what {@link Defect}s do. */
    void makesUp(SessionId id) {
        madeUp = Optional.of(id);
    }

    Optional<SessionId> madeUp() {
        return madeUp;
    }

    void comesByTheOtherDoor() {
        byTheOtherDoor = true;
    }

    boolean isByTheOtherDoor() {
        return byTheOtherDoor;
    }

    String caller() {
        return caller;
    }

    void calledBy(String id) {
        this.caller = id;
    }

    Operation operation() {
        return operation;
    }

    void asks(Operation what) {
        this.operation = what;
    }

    /** Its answer does not end by itself: nobody waits for it to finish. */
    void becomeEndless(boolean byOrder) {
        this.endless = true;
        this.misbehaving = byOrder;
    }

    boolean isMisbehaving() {
        return misbehaving;
    }

    boolean isEndless() {
        return endless;
    }

    /** Strikes it, wherever it is; the first ruling stands. */
    void interrupt(Ruling ruling) {
        interruption.complete(ruling);
    }

    /** The platform's ruling on this request so far. */
    Ruling ruling() {
        return interruption.getNow(Ruling.GO_ON);
    }

    /**
     * Parks until the event or an interruption; the platform's own ruling has the last word.
     *
     * @return the ruling; {@link Ruling#GO_ON} when the time ran out
     */
    Ruling park(CompletableFuture<?> event, Duration most) {
        try {
            event.get(most.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException nothingHappened) {
            return ruling();
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
            return Ruling.CUT;
        } catch (ExecutionException never) {
            throw new IllegalStateException(never);
        }
        Ruling own = ruling();
        return own instanceof Ruling.GoOn && event.getNow(null) instanceof Ruling told ? told : own;
    }

    /** The event or the interruption, whichever is first. */
    CompletableFuture<Object> orInterrupted(CompletableFuture<Ruling> event) {
        return CompletableFuture.anyOf(event, interruption);
    }

    /** Until others that came at the same time have come as far: where {@link Defect}s let them get into each other's way. */
    void waitForOthers() {
        pause(A_MOMENT);
    }

    /** Lets time pass in an endless answer; {@link Ruling#GO_ON} when nothing struck it meanwhile. */
    Ruling pause(Duration time) {
        return park(interruption, time);
    }
}
