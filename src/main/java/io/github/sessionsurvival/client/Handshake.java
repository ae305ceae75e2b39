package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.Excerpt;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.JsonRpc;
import io.github.sessionsurvival.wire.Purpose;
import io.github.sessionsurvival.wire.Redaction;
import io.github.sessionsurvival.wire.Revision;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The opening request, repeated as the retry policy says, and the confirmation (design section 3). What is sent again is
 * the same object: the identical bytes, without a session header (RST-02).
 */
record Handshake(Sender sender, RetryPolicy policy, Waiter waiter, RunClock clock, Redaction redaction) {

    /** The opening request and, where asked for, the confirmation. */
    Opening open(OpeningRequest request, boolean withConfirmation) {
        List<Attempt> attempts = new ArrayList<>();
        while (true) {
            int number = attempts.size() + 1;
            Exchange exchange;
            try {
                exchange = once(request);
            } catch (OpeningsBarred e) {
                return failed(attempts, Optional.empty(), e.getMessage());
            }
            RetryPolicy.Decision decision = policy.decide(exchange, number);
            if (decision instanceof RetryPolicy.Final end) {
                attempts.add(attempt(exchange, Optional.empty()));
                return end.cause() == RetryPolicy.Cause.ANSWERED
                        ? answered(attempts, exchange, request, withConfirmation)
                        : failed(
                                attempts,
                                Optional.empty(),
                                "attempt " + number + " ended the opening: " + end.reason() + cited(exchange));
            }
            Duration asked = ((RetryPolicy.Again) decision).after();
            try {
                attempts.add(attempt(exchange, Optional.of(await(asked))));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                attempts.add(attempt(exchange, Optional.empty()));
                return failed(
                        attempts,
                        Optional.empty(),
                        "the run was ended during the wait after attempt " + number + cited(exchange));
            }
        }
    }

    /** The opening request a single time. */
    Exchange once(OpeningRequest request) {
        Exchange exchange = sender.post(
                Purpose.OPENING,
                Optional.empty(),
                // Whether the version header may stand on initialize is left open (VER-07); we leave it out.
                Optional.empty(),
                request.body(),
                new Endpoint.Reading.UntilResponse(request.idJson()));
        if (policy.isRestartAnswer(exchange)) {
            // What was created before the restart has an id that nobody was told (host contract A7).
            sender.mayExist(exchange);
        }
        return exchange;
    }

    Exchange confirm(Session session) {
        return sender.post(
                Purpose.CONFIRMATION,
                session.id(),
                Optional.of(session.revision()).filter(Revision::carriesVersionHeader),
                JsonRpc.initialized(),
                new Endpoint.Reading.Whole());
    }

    private Attempt attempt(Exchange exchange, Optional<Attempt.Wait> waited) {
        return new Attempt(exchange, policy.isRestartAnswer(exchange), RetryPolicy.advertised(exchange), waited);
    }

    /** Asked for after receipt, so that the whole advertised delay lies behind it (RST-05). */
    private Attempt.Wait await(Duration asked) throws InterruptedException {
        Duration from = clock.now();
        waiter.await(asked);
        return new Attempt.Wait(asked, clock.now().minus(from));
    }

    /** Status 200 is no open session yet: gateways answer it with an error, and a new id, when their backend is dead. */
    private Opening answered(
            List<Attempt> attempts, Exchange exchange, OpeningRequest request, boolean withConfirmation) {
        JsonRpc.Answer answer = JsonRpc.answer(exchange.answer().orElseThrow(), request.idJson());
        Optional<JsonNode> result = answer.resultIfAny();
        if (result.isEmpty()) {
            return failed(
                    attempts, Optional.empty(), "status 200, but no result: " + answer.inWords() + cited(exchange));
        }
        JsonNode version = result.get().path("protocolVersion");
        if (!version.isString()) {
            return failed(attempts, Optional.empty(), "the result names no protocol version" + cited(exchange));
        }
        Revision revision = new Revision(version.stringValue());
        if (!revision.isStateful()) {
            return failed(
                    attempts,
                    Optional.empty(),
                    "this client does not speak the revision " + Excerpt.of(version.stringValue())
                            + " that the server answered" + cited(exchange));
        }
        Session session = new Session(exchange.sessionId(), sender.caller(), revision, result.get());
        return withConfirmation
                ? confirmed(attempts, session)
                : new Opening(attempts, Optional.empty(), Optional.of(session), Optional.empty());
    }

    private Opening confirmed(List<Attempt> attempts, Session session) {
        Exchange confirmation = confirm(session);
        if (confirmation.status() / 100 == 2) {
            return new Opening(attempts, Optional.of(confirmation), Optional.of(session), Optional.empty());
        }
        String words = policy.isRestartAnswer(confirmation) ? "the restart answer" : confirmation.outcomeInWords();
        return failed(
                attempts,
                Optional.of(confirmation),
                "the confirmation was not accepted: " + words + cited(confirmation));
    }

    private Opening failed(List<Attempt> attempts, Optional<Exchange> confirmation, String failure) {
        return new Opening(attempts, confirmation, Optional.empty(), Optional.of(redaction.apply(failure)));
    }

    private static String cited(Exchange exchange) {
        return " (exchange " + exchange.number() + ")";
    }
}
