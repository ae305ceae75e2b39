package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.RestartAnswer;
import io.github.sessionsurvival.wire.RetryAfter;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Decides whether a request that makes or ends a session is sent again: only after the whole, exact restart answer that
 * names no session (RST-04, HTTP-03). Without a contract nothing is ever sent again, since then no answer promises that
 * the request was not carried out. Pure.
 *
 * @param contract the documented restart answer, where the target declares one
 * @param maxWait the longest advertised delay that is waited for
 */
public record RetryPolicy(Optional<RestartAnswer> contract, Duration maxWait) {

    public RetryPolicy {
        Objects.requireNonNull(contract, "contract");
        Objects.requireNonNull(maxWait, "maxWait");
    }

    /** What follows an answer. */
    public sealed interface Decision {}

    /** The attempts are over: the answer is to be judged as it stands. */
    public record Final(Cause cause, String reason) implements Decision {}

    /** The same request is due again, that long after receipt. */
    public record Again(Duration after) implements Decision {}

    /** Why the attempts are over. */
    public enum Cause {
        /** Status 200: a success, or what claims to be one. */
        ANSWERED,
        /** A session id came with another status; the session is noted, never adopted (SESS-16). */
        NAMED_A_SESSION,
        /** No whole answer (RST-15). */
        FAULT,
        /** A restart answer, but one too many (RST-03). */
        EXHAUSTED,
        /** A restart answer that asks for more patience than is allowed. */
        TOO_LONG,
        /** Any other answer, look-alikes included (RST-04). */
        REFUSED
    }

    /** The decision on the answer to an attempt, counted from 1. */
    public Decision decide(Exchange exchange, int attempt) {
        if (exchange.fault().isPresent()) {
            return new Final(Cause.FAULT, exchange.outcomeInWords());
        }
        if (exchange.answer().isEmpty()) {
            return new Final(Cause.FAULT, "no answer");
        }
        boolean restarting = isRestartAnswer(exchange);
        if (exchange.sessionId().isPresent() && (restarting || exchange.status() != 200)) {
            return new Final(
                    Cause.NAMED_A_SESSION,
                    (restarting ? "the restart answer" : "status " + exchange.status())
                            + " together with a session id, which is noted and not adopted");
        }
        if (!restarting) {
            return exchange.status() == 200
                    ? new Final(Cause.ANSWERED, "status 200")
                    : new Final(Cause.REFUSED, refusal(exchange));
        }
        int attempts = contract.orElseThrow().attempts();
        if (attempt >= attempts) {
            return new Final(Cause.EXHAUSTED, "the restart answer to each of " + attempts + " attempts");
        }
        Duration delay = delay(exchange);
        if (delay.compareTo(maxWait) > 0) {
            return new Final(
                    Cause.TOO_LONG,
                    "the restart answer asks to wait " + inWords(delay) + ", more than the " + inWords(maxWait)
                            + " allowed (limits.max-wait)");
        }
        return new Again(delay);
    }

    /** The wait before an ending or its check is sent again; its id is known, so an echoed one changes nothing. */
    Optional<Duration> pauseBeforeNextEnding(Exchange exchange, int attempt) {
        if (!isRestartAnswer(exchange) || attempt >= contract.orElseThrow().attempts()) {
            return Optional.empty();
        }
        return Optional.of(delay(exchange)).filter(d -> d.compareTo(maxWait) <= 0);
    }

    /** Whether it is the contract's restart answer, whole; whatever it names. */
    public boolean isRestartAnswer(Exchange exchange) {
        return contract.isPresent()
                && exchange.fault().isEmpty()
                && exchange.answer()
                        .map(a -> contract.get().matches(a.status(), a.body()))
                        .orElse(false);
    }

    /** The delay an answer advertises, whatever the answer. */
    public static RetryAfter advertised(Exchange exchange) {
        return exchange.answer()
                .map(a -> RetryAfter.of(
                        a.headers(),
                        exchange.timing()
                                .startedAt()
                                .plus(exchange.timing()
                                        .headersSeen()
                                        .orElse(exchange.timing().ended())
                                        .minus(exchange.timing().sent()))))
                .orElseGet(() -> new RetryAfter(Optional.empty(), Optional.empty(), Optional.empty()));
    }

    /** We follow tolerantly: an absent or invalid delay is the contract's own, and the server is judged elsewhere. */
    private Duration delay(Exchange exchange) {
        Duration advertised =
                advertised(exchange).delay().orElse(contract.orElseThrow().defaultDelay());
        return advertised.isNegative() ? Duration.ZERO : advertised;
    }

    private String refusal(Exchange exchange) {
        String status = "status " + exchange.status();
        Exchange.Answer answer = exchange.answer().orElseThrow();
        if (answer.body().isEmpty() || contract.isEmpty()) {
            return status;
        }
        return contract.get()
                .difference(answer.status(), answer.body())
                .map(d -> status + ", which is not the restart answer: " + d.inWords())
                .orElse(status);
    }

    /** Seconds as people write them. */
    static String inWords(Duration duration) {
        return BigDecimal.valueOf(duration.getSeconds())
                        .add(BigDecimal.valueOf(duration.getNano() / 1_000_000, 3))
                        .stripTrailingZeros()
                        .toPlainString()
                + " s";
    }
}
