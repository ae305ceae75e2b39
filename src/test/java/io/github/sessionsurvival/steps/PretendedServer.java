package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.client.Endpoint;
import io.github.sessionsurvival.client.ExchangeLog;
import io.github.sessionsurvival.wire.Body;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Headers;
import io.github.sessionsurvival.wire.Revision;
import io.github.sessionsurvival.wire.ServerSentEvents;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/** A server without a network: keeps sessions, and answers pings wrongly on demand. */
final class PretendedServer implements Endpoint {

    private static final URI URL = URI.create("http://127.0.0.1:1/mcp");

    private final boolean issuesIds;
    private final boolean answersPings;
    private final AtomicInteger ids = new AtomicInteger();
    private final Set<String> live = ConcurrentHashMap.newKeySet();
    private final int unknown;
    private final AtomicInteger confirmationsToRefuse = new AtomicInteger();
    private final ConcurrentLinkedQueue<String> methods = new ConcurrentLinkedQueue<>();
    private final AtomicInteger failures = new AtomicInteger();
    private volatile Exchange.Answer standing = plain(405, "");
    private volatile boolean believesInvented;
    private volatile boolean endsNothing;
    private volatile Optional<String> offers = Optional.empty();

    PretendedServer(boolean issuesIds, boolean answersPings) {
        this(issuesIds, answersPings, 404);
    }

    /** @param unknown the status for a session that it does not know */
    PretendedServer(boolean issuesIds, boolean answersPings, int unknown) {
        this.issuesIds = issuesIds;
        this.answersPings = answersPings;
        this.unknown = unknown;
    }

    /** From now on answers requests for a standing stream so; a stream is over at once. */
    void stand(int status, String stream) {
        standing = new Exchange.Answer(
                status,
                Headers.NONE.with("Content-Type", "text/event-stream"),
                Body.of(stream),
                ServerSentEvents.all(Body.of(stream)));
    }

    /** Loses every session, as a server without storage does when it is killed. */
    void forget() {
        live.clear();
    }

    /** From now on answers that many requests with 503 before it comes back. */
    void failNext(int requests) {
        failures.set(requests);
    }

    /** From now on answers ids that it never issued. */
    void believeInvented() {
        believesInvented = true;
    }

    /** From now on says that it ends sessions and lets them live. */
    void endNothing() {
        endsNothing = true;
    }

    /** From now on speaks every revision, and offers this one where it is asked for another. */
    void offer(String revision) {
        offers = Optional.of(revision);
    }

    private String agreed(String asked) {
        return offers.map(offered -> new Revision(asked).isStateful() ? asked : offered)
                .orElse("2025-11-25");
    }

    int liveSessions() {
        return live.size();
    }

    /** As after a restart without a store. */
    void forgetAll() {
        live.clear();
    }

    /** As a server does that limits its callers. */
    void refuseOneConfirmation() {
        confirmationsToRefuse.set(1);
    }

    int requests() {
        return methods.size();
    }

    @Override
    public Exchange send(Outgoing outgoing, ExchangeLog log, Consumer<Exchange> headersSeen) {
        methods.add(outgoing.method());
        int number = log.nextNumber();
        Exchange.Answer answer = answer(outgoing);
        Headers sent = outgoing.caller()
                .bearer()
                .map(b -> outgoing.headers().with("Authorization", "Bearer " + b.reveal()))
                .orElse(outgoing.headers());
        Exchange exchange = new Exchange(
                number,
                outgoing.purpose(),
                outgoing.caller().id(),
                new Exchange.Request(outgoing.method(), URL, sent, outgoing.body()),
                Optional.of(answer),
                Optional.empty(),
                new Exchange.Timing(Instant.EPOCH, Duration.ZERO, Optional.of(Duration.ZERO), Duration.ZERO));
        headersSeen.accept(exchange);
        log.record(exchange);
        return exchange;
    }

    private Exchange.Answer answer(Outgoing outgoing) {
        Optional<String> id = outgoing.headers().sessionId().map(s -> s.value());
        if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            return plain(503, "coming back");
        }
        if (outgoing.method().equals("DELETE") && endsNothing) {
            return plain(204, "");
        }
        if (outgoing.method().equals("DELETE")) {
            return plain(id.filter(live::remove).isPresent() ? 204 : 404, "");
        }
        if (outgoing.method().equals("GET")) {
            return standing;
        }
        JsonNode message = Reply.json(outgoing.body().text()).orElseThrow();
        String method = message.path("method").asString("");
        if (method.equals("initialize")) {
            String fresh = "pretended-session-" + ids.incrementAndGet();
            Headers headers = Headers.NONE.with("Content-Type", "application/json");
            if (issuesIds) {
                live.add(fresh);
                headers = headers.with("Mcp-Session-Id", fresh);
            }
            return new Exchange.Answer(
                    200,
                    headers,
                    Body.of(result(
                            message,
                            "{\"protocolVersion\":\""
                                    + agreed(message.path("params")
                                            .path("protocolVersion")
                                            .asString(""))
                                    + "\",\"capabilities\":{},"
                                    + "\"serverInfo\":{\"name\":\"pretended\",\"version\":\"1\"}}")),
                    List.of());
        }
        if (issuesIds && !believesInvented && id.filter(live::contains).isEmpty()) {
            return plain(unknown, "");
        }
        if (message.get("id") == null && confirmationsToRefuse.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
            return new Exchange.Answer(429, Headers.NONE.with("Retry-After", "0"), Body.of(""), List.of());
        }
        if (message.get("id") == null) {
            return plain(202, "");
        }
        return answersPings ? plain(200, result(message, "{}")) : plain(500, "out of order");
    }

    private static String result(JsonNode request, String result) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"result\":" + result + "}";
    }

    private static Exchange.Answer plain(int status, String body) {
        return new Exchange.Answer(
                status, Headers.NONE.with("Content-Type", "application/json"), Body.of(body), List.of());
    }
}
