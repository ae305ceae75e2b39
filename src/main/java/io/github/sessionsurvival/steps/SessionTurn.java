package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.client.McpClient;
import io.github.sessionsurvival.client.Session;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.RestartAnswer;
import io.github.sessionsurvival.wire.RetryAfter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** A real request of one session, asked again and again. */
final class SessionTurn implements Traffic.Turn {

    private static final int GONE = 404;
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

    private final Session session;
    private final Optional<IsTheRestartAnswer> toldToWait;
    private final AtomicBoolean endedWithItsStream = new AtomicBoolean();

    /** @param toldToWait the answer after which it waits; empty where none may come, since an ended session never comes back */
    SessionTurn(Session session, Optional<RestartAnswer> toldToWait) {
        this.session = session;
        this.toldToWait = toldToWait.map(IsTheRestartAnswer::isTheRestartAnswer);
    }

    @Override
    public Traffic.Met take(McpClient client) {
        Exchange exchange = client.probe(session);
        if (Reply.result(exchange).isPresent()) {
            return new Traffic.Met.Answered();
        }
        if (exchange.status() == GONE && exchange.fault().isEmpty()) {
            return new Traffic.Met.Gone();
        }
        if (isCutStream(exchange) && endedWithItsStream.compareAndSet(false, true)) {
            return new Traffic.Met.Nothing(Duration.ZERO);
        }
        return toldToWait.filter(answer -> answer.matches(exchange)).isPresent()
                ? new Traffic.Met.Nothing(pause(exchange))
                : new Traffic.Met.Failure(exchange);
    }

    private static Duration pause(Exchange told) {
        return told.answer()
                .flatMap(answer -> RetryAfter.of(answer.headers(), told.timing().startedAt())
                        .delay())
                .filter(delay -> delay.compareTo(LONGEST_PAUSE) < 0)
                .orElse(LONGEST_PAUSE);
    }

    /** An answer's stream may end with its session (SSE-03): that tells nothing yet, and the next request has to. */
    private static boolean isCutStream(Exchange exchange) {
        return exchange.answer().filter(Exchange.Answer::isEventStream).isPresent()
                && Reply.messages(exchange).isEmpty();
    }
}
