package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.client.Endpoint;
import io.github.sessionsurvival.client.ExchangeLog;
import io.github.sessionsurvival.wire.Body;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Headers;
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

    PretendedServer(boolean issuesIds, boolean answersPings) {
        this(issuesIds, answersPings, 404);
    }

    /** @param unknown the status for a session that it does not know */
    PretendedServer(boolean issuesIds, boolean answersPings, int unknown) {
        this.issuesIds = issuesIds;
        this.answersPings = answersPings;
        this.unknown = unknown;
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
        if (outgoing.method().equals("DELETE")) {
            return plain(id.filter(live::remove).isPresent() ? 204 : 404, "");
        }
        if (outgoing.method().equals("GET")) {
            return plain(405, "");
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
                            "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                                    + "\"serverInfo\":{\"name\":\"pretended\",\"version\":\"1\"}}")),
                    List.of());
        }
        if (issuesIds && id.filter(live::contains).isEmpty()) {
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
