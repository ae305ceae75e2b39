package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.Body;
import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Headers;
import io.github.sessionsurvival.wire.JsonRpc;
import io.github.sessionsurvival.wire.Purpose;
import io.github.sessionsurvival.wire.Redaction;
import io.github.sessionsurvival.wire.Revision;
import io.github.sessionsurvival.wire.ServerSentEvents;
import io.github.sessionsurvival.wire.SessionId;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The suite's own client. Safe for many threads: two openings side by side are two openings. */
public final class ReferenceClient implements McpClient {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Sender sender;
    private final Handshake handshake;
    private final Waiter waiter;
    private final RetryPolicy policy;
    private final Optional<Probe> targetProbe;
    private final IntSupplier requestNumbers;

    /**
     * @param caller who sends
     * @param scenario the scenario's label: what the ledger files sessions under, and part of the client's name
     * @param endpoint what it speaks through
     * @param ledger where every session it hears of is noted
     * @param log where its exchanges are recorded
     * @param waiter waits between attempts, and before a stream is resumed
     * @param clock measures those waits
     * @param policy when an opening request is sent again, without a contract never; and the longest wait there is
     * @param redaction takes secrets out of what it says about failures
     * @param targetProbe the target's own real request, where it names one
     * @param requestNumbers the next number of a request; shared by clients that may ask for the same session, in which no
     *     number is used twice (RPC-06)
     */
    public ReferenceClient(
            Caller caller,
            String scenario,
            Endpoint endpoint,
            SessionLedger ledger,
            ExchangeLog log,
            Waiter waiter,
            RunClock clock,
            RetryPolicy policy,
            Redaction redaction,
            Optional<Probe> targetProbe,
            IntSupplier requestNumbers) {
        this.sender = new Sender(caller, scenario, endpoint, ledger, log);
        this.handshake = new Handshake(sender, policy, waiter, clock, redaction);
        this.waiter = waiter;
        this.policy = policy;
        this.targetProbe = targetProbe;
        this.requestNumbers = requestNumbers;
    }

    @Override
    public Caller caller() {
        return sender.caller();
    }

    @Override
    public Opening open(Revision asked) {
        return handshake.open(openingRequest(asked), true);
    }

    @Override
    public Opening openUnconfirmed(Revision asked) {
        return handshake.open(openingRequest(asked), false);
    }

    @Override
    public Exchange sendOpeningOnce(Revision asked) {
        return handshake.once(openingRequest(asked));
    }

    private OpeningRequest openingRequest(Revision asked) {
        return OpeningRequest.of(freshId(), asked, sender.scenario());
    }

    private String freshId() {
        return Integer.toString(requestNumbers.getAsInt());
    }

    @Override
    public Exchange confirm(Session session) {
        return handshake.confirm(session);
    }

    @Override
    public Exchange request(Session session, Purpose purpose, String method, String params) {
        String id = freshId();
        return request(session, purpose, JsonRpc.request(id, method, params), new Endpoint.Reading.UntilResponse(id));
    }

    @Override
    public Exchange requestToTheEnd(Session session, Purpose purpose, String method, String params) {
        return request(session, purpose, JsonRpc.request(freshId(), method, params), new Endpoint.Reading.Whole());
    }

    @Override
    public Exchange requestToItsFirstNamedEvent(Session session, Purpose purpose, String method, String params) {
        return request(
                session, purpose, JsonRpc.request(freshId(), method, params), new Endpoint.Reading.UntilNamedEvent());
    }

    @Override
    public Exchange watch(Session session, CompletableFuture<Void> letGo, Consumer<Exchange> begun) {
        return sender.send(
                Purpose.STREAM,
                "GET",
                Sender.addressed(
                        Headers.NONE.with("Accept", "text/event-stream"), session.id(), versionHeader(session)),
                Body.EMPTY,
                new Endpoint.Reading.UntilLetGo(letGo),
                begun);
    }

    private Exchange request(Session session, Purpose purpose, Body body, Endpoint.Reading reading) {
        return sender.post(purpose, session.id(), versionHeader(session), body, reading);
    }

    @Override
    public Optional<Exchange> resume(Session session, Exchange stream, String lastEventId, Endpoint.Reading reading)
            throws InterruptedException {
        Duration pause = stream.answer()
                .flatMap(answer -> ServerSentEvents.retry(answer.body()))
                .orElse(Duration.ZERO);
        if (pause.compareTo(policy.maxWait()) > 0) {
            return Optional.empty();
        }
        waiter.await(pause);
        return Optional.of(resume(session, lastEventId, reading));
    }

    private Exchange resume(Session session, String lastEventId, Endpoint.Reading reading) {
        return sender.send(
                Purpose.STREAM,
                "GET",
                Sender.addressed(
                        Headers.NONE.with("Accept", "text/event-stream").with("Last-Event-ID", lastEventId),
                        session.id(),
                        versionHeader(session)),
                Body.EMPTY,
                reading);
    }

    @Override
    public Exchange probe(Session session) {
        Probe probe = probeOf(session);
        return request(session, Purpose.PROBE, probe.method(), probe.params());
    }

    @Override
    public Probe probeOf(Session session) {
        return targetProbe.orElseGet(() -> Probe.firstDeclared(session.initializeResult()));
    }

    @Override
    public Exchange end(Session session) {
        Exchange ending = sender.send(
                Purpose.ENDING,
                "DELETE",
                Sender.addressed(Headers.NONE, session.id(), versionHeader(session)),
                Body.EMPTY,
                new Endpoint.Reading.Whole());
        if (ending.status() / 100 == 2) {
            session.id().ifPresent(sender.ledger()::endedByScenario);
        }
        return ending;
    }

    private static Optional<Revision> versionHeader(Session session) {
        return Optional.of(session.revision()).filter(Revision::carriesVersionHeader);
    }

    @Override
    public Exchange raw(
            Purpose purpose,
            String method,
            Optional<SessionId> id,
            Optional<Revision> revision,
            Headers extra,
            Body body) {
        return sender.send(
                purpose,
                method,
                Sender.addressed(usual(method, extra, body), id, revision),
                body,
                reading(method, body));
    }

    /** What a request needs to be understood, where it does not say so itself. */
    private static Headers usual(String method, Headers extra, Body body) {
        Headers headers = extra;
        if (!body.isEmpty() && !extra.has("Content-Type")) {
            headers = headers.with("Content-Type", "application/json");
        }
        if (!extra.has("Accept")) {
            headers = method.equals("GET")
                    ? headers.with("Accept", "text/event-stream")
                    : method.equals("POST") ? headers.with("Accept", Sender.JSON_AND_EVENTS) : headers;
        }
        return headers;
    }

    @Override
    public Exchange elsewhere(
            URI address,
            Purpose purpose,
            String method,
            Optional<SessionId> id,
            Optional<Revision> revision,
            Headers extra,
            Body body) {
        return sender.sendTo(
                address, purpose, method, Sender.addressed(usual(method, extra, body), id, revision), body);
    }

    /** A stream has no end to wait for, and a response stream need not end either. */
    private static Endpoint.Reading reading(String method, Body body) {
        if (method.equals("GET")) {
            return new Endpoint.Reading.HeadersOnly();
        }
        try {
            JsonNode message = body.isEmpty() ? JSON.nullNode() : JSON.readTree(body.text());
            JsonNode id = message.get("id");
            return message.has("method") && id != null && (id.isString() || id.isIntegralNumber())
                    ? new Endpoint.Reading.UntilResponse(id.toString())
                    : new Endpoint.Reading.Whole();
        } catch (JacksonException e) {
            return new Endpoint.Reading.Whole();
        }
    }
}
