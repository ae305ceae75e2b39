package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Purpose;
import io.github.sessionsurvival.wire.RetryAfter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * An endpoint that keeps to the run's pace. Where a 429 is the server's own, it is obeyed: the request, which was refused
 * and not acted on, is sent again after the delay that the answer asks for, a few times. Every sending stands in the log.
 * Where answers can be scripted, a 429 is a scenario's subject and stays what it is.
 */
public final class PacedEndpoint implements Endpoint {

    /** What becomes of a request that cannot be sent or is refused to the end. */
    public enum Manner {
        /** The scenario ends: nothing can be said of the server. */
        SCENARIO,
        /** The answer is handed on: whoever clears up sends again by itself, within the time that it has. */
        CLEAN_UP
    }

    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SENDINGS = 3;

    private final Endpoint endpoint;
    private final Pace pace;
    private final Waiter waiter;
    private final RunClock clock;
    private final Duration longestWait;
    private final boolean obeys;
    private final Manner manner;

    /**
     * @param longestWait the longest delay of a 429 that is waited for
     * @param obeys whether a 429 is the server's own
     */
    public PacedEndpoint(
            Endpoint endpoint,
            Pace pace,
            Waiter waiter,
            RunClock clock,
            Duration longestWait,
            boolean obeys,
            Manner manner) {
        this.endpoint = endpoint;
        this.pace = pace;
        this.waiter = waiter;
        this.clock = clock;
        this.longestWait = longestWait;
        this.obeys = obeys;
        this.manner = manner;
    }

    /**
     * @throws Throttled for a scenario's request that is refused to the end
     * @throws OpeningsBarred for a scenario's request that would have had to wait while the run is being ended
     */
    @Override
    public Exchange send(Outgoing outgoing, ExchangeLog log, Consumer<Exchange> headersSeen) {
        try {
            return sendUntilItGetsThrough(outgoing, log, headersSeen);
        } finally {
            pace.letOthersGo();
        }
    }

    private Exchange sendUntilItGetsThrough(Outgoing outgoing, ExchangeLog log, Consumer<Exchange> headersSeen) {
        for (int sending = 1; ; sending++) {
            List<Turnstile.Passage> passages = await(outgoing.purpose() == Purpose.OPENING);
            Exchange exchange = send(outgoing, log, headersSeen, passages);
            if (!obeys || !isRefusal(exchange)) {
                if (manner == Manner.SCENARIO) {
                    // A server that lets sessions be ended while it refuses all else is refusing all the same.
                    pace.gotThrough();
                }
                return exchange;
            }
            Duration delay = RetryAfter.of(exchange.answer().orElseThrow().headers(), clock.instant())
                    .delay()
                    .orElse(Pace.UNSAID);
            boolean tooLong = delay.compareTo(longestWait) > 0;
            pace.askedToSlowDown(tooLong ? Duration.ZERO : delay);
            if (manner == Manner.CLEAN_UP) {
                return exchange;
            }
            if (tooLong || sending == SENDINGS) {
                throw givenUp(exchange, sending, tooLong ? Optional.of(delay) : Optional.empty());
            }
            goAhead();
        }
    }

    private Exchange send(
            Outgoing outgoing, ExchangeLog log, Consumer<Exchange> headersSeen, List<Turnstile.Passage> passages) {
        try {
            return endpoint.send(outgoing, log, exchange -> {
                passages.forEach(Turnstile.Passage::over);
                headersSeen.accept(exchange);
            });
        } finally {
            passages.forEach(Turnstile.Passage::over);
        }
    }

    private List<Turnstile.Passage> await(boolean opening) {
        try {
            return pace.beforeSending(opening, waiter);
        } catch (InterruptedException e) {
            if (manner == Manner.SCENARIO) {
                throw new OpeningsBarred();
            }
            // Whoever clears up is told to stop; the endpoint below then gives up by itself.
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    private void goAhead() {
        try {
            pace.goAhead();
        } catch (InterruptedException e) {
            throw new OpeningsBarred();
        }
    }

    private Throttled givenUp(Exchange exchange, int sendings, Optional<Duration> tooLong) {
        pace.gaveUp();
        String why = tooLong.map(d -> "and asked for a wait of " + RetryPolicy.inWords(d)
                        + ", above limits.max-wait of " + RetryPolicy.inWords(longestWait))
                .orElse(sendings + " times");
        return new Throttled("the server answered 429 (too many requests) " + why
                + ", so nothing can be said here (exchange " + exchange.number() + ")");
    }

    private static boolean isRefusal(Exchange exchange) {
        return exchange.answer().map(a -> a.status() == TOO_MANY_REQUESTS).orElse(false);
    }

    @Override
    public void close() {
        endpoint.close();
    }
}
