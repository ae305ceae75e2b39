package io.github.sessionsurvival.cli;

import io.github.sessionsurvival.client.Attempt;
import io.github.sessionsurvival.client.ExchangeLog;
import io.github.sessionsurvival.client.NoRoom;
import io.github.sessionsurvival.client.Opening;
import io.github.sessionsurvival.client.OpeningsBarred;
import io.github.sessionsurvival.client.Probe;
import io.github.sessionsurvival.client.Recognition;
import io.github.sessionsurvival.client.ReferenceClient;
import io.github.sessionsurvival.client.RetryPolicy;
import io.github.sessionsurvival.client.Session;
import io.github.sessionsurvival.client.SessionlessClient;
import io.github.sessionsurvival.client.Throttled;
import io.github.sessionsurvival.steps.Run;
import io.github.sessionsurvival.wire.Body;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Headers;
import io.github.sessionsurvival.wire.JsonRpc;
import io.github.sessionsurvival.wire.Purpose;
import io.github.sessionsurvival.wire.RetryAfter;
import io.github.sessionsurvival.wire.Revision;
import io.github.sessionsurvival.wire.WireFault;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One handshake at the beginning, by which a run learns what a server says of itself, and whether it can be tested at all.
 * A server that is still starting is given its time. The session is ended at once.
 *
 * @param obstacle why no session can be opened; empty where one can, or where the features shall say why not
 * @param session the session, where one opened
 * @param proof what its real request came to
 * @param ending what its ending came to
 * @param sessionless whether it speaks a revision without sessions
 * @param discovery what it says of itself there; empty where it speaks none
 * @param granted whether the opening was answered by something that is no refusal, even if nobody could make a session of it
 */
record FirstHandshake(
        Optional<Obstacle> obstacle,
        Optional<Session> session,
        Optional<Proof> proof,
        Optional<Exchange> ending,
        Recognition sessionless,
        Optional<JsonNode> discovery,
        boolean granted) {

    /**
     * A real request and its answer.
     *
     * @param answered whether it was answered with a result
     */
    record Proof(Probe request, Exchange exchange, boolean answered) {}

    private static final String LABEL = "first-handshake";
    private static final Duration BETWEEN_TRIES = Duration.ofSeconds(1);
    private static final int MOST_DISCOVERIES = 3;

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** What a server that is only just starting, or a gateway in front of it, may answer. */
    private static final Set<Integer> STARTING = Set.of(502, 503, 504);

    /** Statuses of an opening that say something of the server rather than of the moment. */
    private static final Set<Integer> TELLING = Set.of(200, 400, 404, 405, 406, 415);

    private static final Set<WireFault.Kind> STARTING_TOO =
            EnumSet.of(WireFault.Kind.REFUSED, WireFault.Kind.LOST, WireFault.Kind.LOST_IN_HEADERS);

    /**
     * Whether the server keeps sessions for all that is known; one that speaks the other way alone does not, and says so by
     * refusing the opening. One that grants it and does it wrong would else be taken for such a one, and be found faultless.
     */
    boolean keepsSessions() {
        return session.isPresent() || granted || !sessionless.isSpoken();
    }

    /** Shakes hands, probes and ends; whatever the server does, nothing is thrown. */
    static FirstHandshake with(Run run) {
        ExchangeLog log = new ExchangeLog();
        ReferenceClient client = new ReferenceClient(
                run.target().caller(),
                LABEL,
                run.patient(),
                run.ledger(),
                log,
                run.waiter(),
                run.clock(),
                new RetryPolicy(run.target().contract(), run.target().limits().maxWait()),
                run.redaction(),
                run.target().probe().map(probe -> new Probe(probe.method(), probe.params())),
                new AtomicInteger()::incrementAndGet);
        try {
            Opening opening = patiently(client, run);
            Recognition sessionless =
                    isAskable(opening) ? recognise(sessionlessClient(run, log), run, log) : Recognition.NOT_ASKED;
            Optional<JsonNode> discovery = sessionless.isSpoken()
                    ? log.all().stream()
                            .filter(exchange -> exchange.purpose() == Purpose.DISCOVERY)
                            .flatMap(exchange -> result(exchange, id(exchange)).stream())
                            .reduce((first, last) -> last)
                    : Optional.empty();
            Optional<Obstacle> obstacle = opening.isOpen() || opening.attempts().isEmpty() || sessionless.isSpoken()
                    ? Optional.empty()
                    : Obstacle.of(opening, around(opening, client, run), run.redaction());
            Optional<Proof> proof = opening.session().map(s -> proof(client, s));
            Optional<Exchange> ending =
                    opening.session().filter(s -> s.id().isPresent()).map(client::end);
            return new FirstHandshake(
                    obstacle, opening.session(), proof, ending, sessionless, discovery, isGranted(opening));
        } catch (Throttled e) {
            return without(Optional.of(new Obstacle(
                    Obstacle.Step.HANDSHAKE,
                    e.getMessage(),
                    "try again later, or set limits.rate and limits.openings to what the server allows")));
        } catch (NoRoom e) {
            return without(Optional.of(new Obstacle(
                    Obstacle.Step.HANDSHAKE,
                    "the server names a session with every refusal, and none of them ends: " + e.getMessage(),
                    "end sessions that no opening was granted for, or name none")));
        } catch (OpeningsBarred e) {
            return without(Optional.empty());
        } finally {
            run.ledger().endAllOf(LABEL);
        }
    }

    /** Nothing is known of the server. */
    private static FirstHandshake without(Optional<Obstacle> obstacle) {
        return new FirstHandshake(
                obstacle,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Recognition.NOT_ASKED,
                Optional.empty(),
                false);
    }

    /** Every try is an opening of its own: what a client may repeat by itself is the contract's business. */
    private static Opening patiently(ReferenceClient client, Run run) {
        Duration until = run.clock().now().plus(run.target().limits().coldStartWithin());
        while (true) {
            Opening opening = client.open(run.asks());
            Optional<Duration> wait = untilNextTry(opening, run);
            if (wait.isEmpty() || run.clock().now().plus(wait.get()).compareTo(until) > 0) {
                return opening;
            }
            try {
                run.waiter().await(wait.get());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return opening;
            }
            // A server that names a session with every refusal would be filled by asking it again and again.
            run.ledger().endAllOf(LABEL);
        }
    }

    private static Optional<Duration> untilNextTry(Opening opening, Run run) {
        if (opening.isOpen() || opening.attempts().isEmpty()) {
            return Optional.empty();
        }
        List<Attempt> attempts = opening.attempts();
        Exchange exchange = attempts.get(attempts.size() - 1).exchange();
        boolean starting = exchange.answer()
                .map(a -> STARTING.contains(a.status()))
                .orElseGet(() -> exchange.fault()
                        .map(f -> STARTING_TOO.contains(f.kind()))
                        .orElse(false));
        return starting
                ? Optional.of(exchange.answer()
                        .flatMap(a -> RetryAfter.of(a.headers(), run.clock().instant())
                                .delay())
                        .filter(d -> d.compareTo(BETWEEN_TRIES) > 0)
                        .orElse(BETWEEN_TRIES))
                : Optional.empty();
    }

    /** Where the opening met an outage, a refused credential or silence, another request would learn no more (MOD-14). */
    private static boolean isAskable(Opening opening) {
        List<Attempt> attempts = opening.attempts();
        return !attempts.isEmpty()
                && TELLING.contains(attempts.get(attempts.size() - 1).exchange().status());
    }

    private static boolean isGranted(Opening opening) {
        return opening.attempts().stream()
                .map(Attempt::exchange)
                .anyMatch(exchange -> exchange.sessionId().isPresent()
                        || exchange.answer()
                                .filter(answer -> answer.status() == 200
                                        && answer.body().text().contains("\"protocolVersion\""))
                                .isPresent());
    }

    private static SessionlessClient sessionlessClient(Run run, ExchangeLog log) {
        return new SessionlessClient(
                run.target().caller(), LABEL, run.swift(), run.ledger(), log, Revision.SESSIONLESS);
    }

    /** An outage never decides the era (MOD-14): it is asked again, a few times. */
    private static Recognition recognise(SessionlessClient client, Run run, ExchangeLog log) {
        for (int tries = 1; ; tries++) {
            Recognition recognition = client.recognise();
            Exchange last = log.all().get(log.all().size() - 1);
            if (recognition.outcome() != Recognition.Outcome.UNDECIDED
                    || !STARTING.contains(last.status())
                    || tries == MOST_DISCOVERIES) {
                return recognition;
            }
            try {
                run.waiter().await(BETWEEN_TRIES);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return recognition;
            }
        }
    }

    /** Asked only of a server that opened no session and did answer. */
    private static Obstacle.Surroundings around(Opening opening, ReferenceClient client, Run run) {
        int status =
                opening.attempts().get(opening.attempts().size() - 1).exchange().status();
        boolean hasBearer = run.target().caller().bearer().isPresent();
        return new Obstacle.Surroundings(hasBearer, (status == 404 || status == 405) && streams(client));
    }

    private static boolean streams(ReferenceClient client) {
        Exchange stream =
                client.raw(Purpose.STREAM, "GET", Optional.empty(), Optional.empty(), Headers.NONE, Body.EMPTY);
        return stream.answer().map(a -> a.status() == 200 && a.isEventStream()).orElse(false);
    }

    private static Proof proof(ReferenceClient client, Session session) {
        Probe request = client.probeOf(session);
        Exchange exchange = client.probe(session);
        return new Proof(
                request,
                exchange,
                exchange.status() == 200 && result(exchange, id(exchange)).isPresent());
    }

    private static Optional<JsonNode> result(Exchange exchange, String id) {
        return exchange.answer()
                .filter(a -> a.status() == 200)
                .flatMap(a -> JsonRpc.answer(a, id).resultIfAny());
    }

    private static String id(Exchange exchange) {
        try {
            return JSON.readTree(exchange.request().body().text()).path("id").toString();
        } catch (JacksonException e) {
            return "null";
        }
    }
}
