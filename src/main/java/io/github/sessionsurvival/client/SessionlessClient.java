package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.Body;
import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Headers;
import io.github.sessionsurvival.wire.JsonRpc;
import io.github.sessionsurvival.wire.LoneRequest;
import io.github.sessionsurvival.wire.Purpose;
import io.github.sessionsurvival.wire.Revision;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The suite's own client of a server without sessions: no handshake, and every request says by itself who asks and how
 * (MOD-24). What is lost is asked again as a new request (MOD-10). Safe for many threads.
 */
public final class SessionlessClient {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String DISCOVER = "server/discover";

    /** Errors that only a server of these revisions makes: header mismatch, missing capability, unsupported revision. */
    private static final Set<Integer> TELLING = Set.of(-32020, -32021, -32022);

    private static final int UNSUPPORTED = -32022;

    /** Statuses that refuse a request for what it is; all others tell of the moment, not of the server. */
    private static final Set<Integer> REFUSALS = Set.of(400, 404, 405, 406, 415);

    private final Sender sender;
    private final List<Revision> speaks;
    private final AtomicInteger requestIds;

    /**
     * @param caller who sends
     * @param scenario the scenario's label, part of the client's name
     * @param endpoint what it speaks through
     * @param ledger where a session would be noted that a server names all the same (MOD-23)
     * @param log where its exchanges are recorded
     * @param speaks the revisions it speaks, best first
     */
    public SessionlessClient(
            Caller caller,
            String scenario,
            Endpoint endpoint,
            SessionLedger ledger,
            ExchangeLog log,
            List<Revision> speaks) {
        this(new Sender(caller, scenario, endpoint, ledger, log), List.copyOf(speaks), new AtomicInteger());
    }

    private SessionlessClient(Sender sender, List<Revision> speaks, AtomicInteger requestIds) {
        this.sender = sender;
        this.speaks = speaks;
        this.requestIds = requestIds;
    }

    /** The same by another caller or endpoint; it counts on with the same numbers, so none is used twice (MOD-11). */
    public SessionlessClient through(Caller caller, Endpoint endpoint) {
        return new SessionlessClient(
                new Sender(caller, sender.scenario(), endpoint, sender.ledger(), sender.log()), speaks, requestIds);
    }

    /** Asks what the server is and speaks, in the best revision that both speak (MOD-28). */
    public Exchange discover() {
        Exchange answer = send(Purpose.DISCOVERY, request(DISCOVER, "{}"));
        Optional<Revision> other = mutual(answer);
        return other.map(revision -> send(Purpose.DISCOVERY, request(DISCOVER, "{}", revision)))
                .orElse(answer);
    }

    /** The best of this client's revisions that a refusal names; empty where nothing was refused, or none is mutual. */
    private Optional<Revision> mutual(Exchange answer) {
        return error(answer)
                .filter(error -> error.code() == UNSUPPORTED)
                .flatMap(JsonRpc.Answer.Failure::data)
                .flatMap(data -> speaks.stream()
                        .filter(revision -> !revision.equals(speaks.get(0)))
                        .filter(revision -> names(data.path("supported"), revision))
                        .findFirst());
    }

    /** A request with a number of its own, never one that is still waited for (MOD-11). */
    public LoneRequest request(String method, String paramsJson) {
        return request(method, paramsJson, speaks.get(0));
    }

    private LoneRequest request(String method, String paramsJson, Revision revision) {
        return LoneRequest.of(
                Integer.toString(requestIds.incrementAndGet()),
                method,
                paramsJson,
                revision,
                OpeningRequest.clientName(sender.scenario()));
    }

    /** Sends it once, whatever the answer. */
    public Exchange send(Purpose purpose, LoneRequest request) {
        return sender.send(
                purpose,
                "POST",
                addressed(request.headers()),
                request.body(),
                new Endpoint.Reading.UntilResponse(request.idJson()));
    }

    /** The same to the end of the answer, also where it is a stream. */
    public Exchange sendToTheEnd(Purpose purpose, LoneRequest request) {
        return sender.send(purpose, "POST", addressed(request.headers()), request.body(), new Endpoint.Reading.Whole());
    }

    /**
     * A subscription; returns when it is over.
     *
     * @param begun told as soon as its headers are there
     */
    public Exchange listen(Consumer<Exchange> begun) {
        LoneRequest request = subscription();
        return sender.send(
                Purpose.SUBSCRIPTION,
                "POST",
                addressed(request.headers()),
                request.body(),
                new Endpoint.Reading.UntilResponse(request.idJson()),
                begun);
    }

    /** A subscription that is let go of after its first message. */
    public Exchange listenForItsBeginning() {
        LoneRequest request = subscription();
        return sender.send(
                Purpose.SUBSCRIPTION,
                "POST",
                addressed(request.headers()),
                request.body(),
                new Endpoint.Reading.UntilMessage());
    }

    private LoneRequest subscription() {
        return request("subscriptions/listen", "{\"notifications\":{\"toolsListChanged\":true}}");
    }

    /**
     * Asks again what was lost: the same method and params as a new request, since nobody can tell whether the first one
     * was carried out, and a number that is still waited for must not be used twice (MOD-10, MOD-11).
     */
    public Exchange again(Exchange lost) {
        JsonNode message = JSON.readTree(lost.request().body().text());
        ObjectNode params = ((ObjectNode) message.path("params")).deepCopy();
        params.remove(LoneRequest.META);
        return send(lost.purpose(), request(message.path("method").asString(), JSON.writeValueAsString(params)));
    }

    /**
     * Finds out whether a server speaks a revision without sessions: a result that names one, or an error that only such
     * servers make. Being refused otherwise means that it does not; an outage, a refused credential or a lost connection
     * means nothing (MOD-14).
     */
    public Recognition recognise() {
        Exchange answer = discover();
        String seen = answer.outcomeInWords();
        Optional<JsonNode> result = result(answer);
        if (result.isPresent()) {
            boolean spoken =
                    speaks.stream().anyMatch(revision -> names(result.get().path("supportedVersions"), revision));
            return new Recognition(
                    spoken ? Recognition.Outcome.SPOKEN : Recognition.Outcome.NOT_SPOKEN,
                    spoken ? seen : seen + ", and names other revisions");
        }
        Optional<JsonRpc.Answer.Failure> error = error(answer);
        if (error.filter(e -> TELLING.contains(e.code())).isPresent()) {
            boolean unsupported = error.get().code() == UNSUPPORTED;
            return new Recognition(
                    unsupported ? Recognition.Outcome.NOT_SPOKEN : Recognition.Outcome.SPOKEN,
                    seen + ", error " + error.get().code());
        }
        boolean refused = answer.status() == 200 || REFUSALS.contains(answer.status());
        return new Recognition(
                refused && answer.fault().isEmpty() ? Recognition.Outcome.NOT_SPOKEN : Recognition.Outcome.UNDECIDED,
                seen);
    }

    private static boolean names(JsonNode list, Revision revision) {
        return list.valueStream().anyMatch(v -> v.isString() && v.stringValue().equals(revision.date()));
    }

    private static Optional<JsonNode> result(Exchange exchange) {
        return exchange.status() == 200 ? answer(exchange).flatMap(JsonRpc.Answer::resultIfAny) : Optional.empty();
    }

    private static Optional<JsonRpc.Answer.Failure> error(Exchange exchange) {
        return answer(exchange)
                .filter(JsonRpc.Answer.Failure.class::isInstance)
                .map(JsonRpc.Answer.Failure.class::cast);
    }

    private static Optional<JsonRpc.Answer> answer(Exchange exchange) {
        return exchange.answer()
                .map(answer -> JsonRpc.answer(answer, idOf(exchange.request().body())));
    }

    private static String idOf(Body request) {
        try {
            return JSON.readTree(request.text()).path("id").toString();
        } catch (JacksonException e) {
            return "null";
        }
    }

    private static Headers addressed(Headers headers) {
        return headers.with("Content-Type", "application/json").with("Accept", Sender.JSON_AND_EVENTS);
    }
}
