package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.Body;
import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Headers;
import io.github.sessionsurvival.wire.JsonRpc;
import io.github.sessionsurvival.wire.Purpose;
import io.github.sessionsurvival.wire.SessionId;
import io.github.sessionsurvival.wire.WireFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;

/**
 * Ends one session and checks that it is dead (design section 4; SESS-10, RST-07). An ending is sent again after the
 * restart answer, after a lost connection and when the server is told to slow down: it is idempotent. Asserts nothing.
 *
 * @param width how many requests of clean-up may be in flight towards the target
 * @param patience how long the server may put all of them off
 * @param perSession how long may be spent on one session; what the waits may not exceed, checked before each request
 */
record SessionEnding(
        Endpoint endpoint,
        Waiter waiter,
        RunClock clock,
        RetryPolicy policy,
        Semaphore width,
        Patience patience,
        Duration perSession) {

    private static final int TRIES_AFTER_LOSS = 4;
    /** More than for any other request, within the deadline: giving up leaves a session behind on a busy server. */
    private static final int TRIES_WHEN_TOLD_TO_SLOW_DOWN = 8;

    private static final Duration FIRST_PAUSE_AFTER_LOSS = Duration.ofMillis(250);
    private static final Duration PAUSE_WHEN_TOLD_TO_SLOW_DOWN = Duration.ofSeconds(1);
    private static final Set<Integer> GONE = Set.of(200, 202, 204, 404);
    private static final String CHECK_ID = "\"is-it-dead\"";
    private static final Body CHECK = JsonRpc.request(CHECK_ID, "ping", "");

    /**
     * Ends and checks.
     *
     * @param endedByScenario whether the scenario's own ending was accepted: then the check comes first
     * @param log where the exchanges are recorded
     * @throws InterruptedException when the time for clean-up is over; the exchanges so far are in the list
     */
    Receipt end(NotedSession noted, Caller caller, boolean endedByScenario, ExchangeLog log, List<Exchange> exchanges)
            throws InterruptedException {
        Duration deadline = clock.now().plus(perSession);
        Speaking speaking = new Speaking(noted.id(), caller, log, exchanges, deadline);
        if (endedByScenario) {
            Exchange check = speaking.check();
            if (!answersAsALivingSession(check)) {
                return noted.receipt(
                        Receipt.Outcome.ENDED_BY_SCENARIO, "the scenario ended it; " + checked(check), exchanges);
            }
        }
        Exchange ending = speaking.ending();
        Exchange check = speaking.check();
        return noted.receipt(
                outcome(ending, check),
                (endedByScenario ? "it still answered after the scenario's ending; " : "") + "ending: "
                        + ending.outcomeInWords() + "; " + checked(check),
                exchanges);
    }

    private static Receipt.Outcome outcome(Exchange ending, Exchange check) {
        boolean lives = answersAsALivingSession(check);
        if (lives) {
            return ending.status() == 405 ? Receipt.Outcome.LEFT_TO_EXPIRE : Receipt.Outcome.LEFT_BEHIND;
        }
        if (GONE.contains(ending.status()) || saysNothingLives(check)) {
            return Receipt.Outcome.ENDED;
        }
        return ending.status() == 405 ? Receipt.Outcome.LEFT_TO_EXPIRE : Receipt.Outcome.LEFT_BEHIND;
    }

    /** A result to a ping; an answer such as 200 with a JSON-RPC error is what dead sessions give too. */
    private static boolean answersAsALivingSession(Exchange check) {
        return check.status() == 200
                && check.answer()
                        .map(a -> JsonRpc.answer(a, CHECK_ID))
                        .flatMap(JsonRpc.Answer::resultIfAny)
                        .isPresent();
    }

    /**
     * Whether the check alone is proof enough, where no ending was accepted. A server that says 400 for a dead session
     * leaks nothing; but a server that is down, or no longer lets this caller in, has said nothing about the session, and
     * calling that an ending would make a sweep forget sessions that live.
     */
    private static boolean saysNothingLives(Exchange check) {
        int status = check.status();
        boolean speaksOfTheSession =
                status / 100 == 2 || status / 100 == 4 && status != 401 && status != 403 && status != 429;
        return check.fault().isEmpty() && speaksOfTheSession;
    }

    private static String checked(Exchange check) {
        if (check.answer().isEmpty()) {
            return "the check got " + check.outcomeInWords();
        }
        return answersAsALivingSession(check)
                ? "a check found it alive (" + check.outcomeInWords() + ")"
                : "a check found no living session (" + check.outcomeInWords() + ")";
    }

    private final class Speaking {

        private final SessionId id;
        private final Caller caller;
        private final ExchangeLog log;
        private final List<Exchange> exchanges;
        private final Duration deadline;

        Speaking(SessionId id, Caller caller, ExchangeLog log, List<Exchange> exchanges, Duration deadline) {
            this.id = id;
            this.caller = caller;
            this.log = log;
            this.exchanges = exchanges;
            this.deadline = deadline;
        }

        /** With the caller's bearer and the session id, nothing else (host contract C2). */
        Exchange ending() throws InterruptedException {
            return patiently(new Endpoint.Outgoing(
                    Purpose.CLEAN_UP_ENDING,
                    caller,
                    "DELETE",
                    Headers.NONE.with("Mcp-Session-Id", id.value()),
                    Body.EMPTY,
                    new Endpoint.Reading.Whole()));
        }

        Exchange check() throws InterruptedException {
            return patiently(new Endpoint.Outgoing(
                    Purpose.CLEAN_UP_CHECK,
                    caller,
                    "POST",
                    Headers.NONE
                            .with("Content-Type", "application/json")
                            .with("Accept", "application/json, text/event-stream")
                            .with("Mcp-Session-Id", id.value()),
                    CHECK,
                    new Endpoint.Reading.UntilResponse(CHECK_ID)));
        }

        private Exchange patiently(Endpoint.Outgoing outgoing) throws InterruptedException {
            for (int attempt = 1; ; attempt++) {
                Exchange exchange = once(outgoing);
                Optional<Duration> pause = pauseAfter(exchange, attempt);
                if (pause.isEmpty() || clock.now().plus(pause.get()).compareTo(deadline) > 0) {
                    learn(exchange);
                    return exchange;
                }
                waiter.await(pause.get());
            }
        }

        private void learn(Exchange last) {
            if (policy.isRestartAnswer(last) || isALoss(last)) {
                patience.wasInVain(last.purpose());
            } else {
                patience.wasRewarded(last.purpose());
            }
        }

        private Exchange once(Endpoint.Outgoing outgoing) throws InterruptedException {
            width.acquire();
            try {
                Exchange exchange = endpoint.send(outgoing, log, headers -> {});
                synchronized (exchanges) {
                    exchanges.add(exchange);
                }
                return exchange;
            } finally {
                width.release();
            }
        }

        private Optional<Duration> pauseAfter(Exchange exchange, int attempt) {
            if (isALoss(exchange)) {
                return attempt < TRIES_AFTER_LOSS && patience.isWorth(exchange.purpose(), attempt)
                        ? Optional.of(FIRST_PAUSE_AFTER_LOSS.multipliedBy(1L << (attempt - 1)))
                        : Optional.empty();
            }
            if (exchange.status() == 429 && attempt < TRIES_WHEN_TOLD_TO_SLOW_DOWN) {
                return RetryPolicy.advertised(exchange).delay().or(() -> Optional.of(PAUSE_WHEN_TOLD_TO_SLOW_DOWN));
            }
            return patience.isWorth(exchange.purpose(), attempt)
                    ? policy.pauseBeforeNextEnding(exchange, attempt)
                    : Optional.empty();
        }

        /** No answer at all; a body that breaks off behind a status is an answer all the same. */
        private static boolean isALoss(Exchange exchange) {
            return exchange.answer().isEmpty()
                    && exchange.fault()
                            .map(WireFault::kind)
                            .filter(k -> k != WireFault.Kind.UNKNOWN_HOST)
                            .isPresent();
        }
    }

    static List<Exchange> copy(List<Exchange> exchanges) {
        synchronized (exchanges) {
            return new ArrayList<>(exchanges);
        }
    }
}
