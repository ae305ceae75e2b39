package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.Body;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Headers;
import io.github.sessionsurvival.wire.Purpose;
import io.github.sessionsurvival.wire.ServerSentEvent;
import io.github.sessionsurvival.wire.WireFault;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Answers from a script, by the purpose of a request; the last answer of a purpose is repeated. */
final class ScriptedEndpoint implements Endpoint {

    static final String RESTART_BODY = "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32001,"
            + "\"message\":\"MCP session is restarting, please retry\"},\"id\":null}";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** What comes back. */
    record Reply(int status, Headers headers, String body, List<String> events, Optional<WireFault> fault) {

        static Reply of(int status, String body) {
            return new Reply(
                    status, Headers.NONE.with("Content-Type", "application/json"), body, List.of(), Optional.empty());
        }

        static Reply none(WireFault.Kind kind) {
            return new Reply(0, Headers.NONE, "", List.of(), Optional.of(new WireFault(kind, "")));
        }

        static Reply restart() {
            return of(503, RESTART_BODY);
        }

        static Reply restart(String retryAfter) {
            return restart().with("Retry-After", retryAfter);
        }

        Reply with(String name, String value) {
            return new Reply(status, headers.with(name, value), body, events, fault);
        }

        Reply naming(String sessionId) {
            return with("Mcp-Session-Id", sessionId);
        }

        Reply broken(WireFault.Kind kind) {
            return new Reply(status, headers, body, events, Optional.of(new WireFault(kind, "")));
        }

        static Reply stream(String... events) {
            return new Reply(
                    200, Headers.NONE.with("Content-Type", "text/event-stream"), "", List.of(events), Optional.empty());
        }
    }

    /** A reply that may depend on the request. */
    interface Script extends Function<Outgoing, Reply> {}

    private final ManualClock clock;
    private final Map<Purpose, Deque<Script>> scripts = new EnumMap<>(Purpose.class);
    private final List<Outgoing> sent = new ArrayList<>();
    private Consumer<Outgoing> afterHeaders = o -> {};

    ScriptedEndpoint(ManualClock clock) {
        this.clock = clock;
    }

    ScriptedEndpoint answers(Purpose purpose, Script... replies) {
        scripts.computeIfAbsent(purpose, p -> new ArrayDeque<>()).addAll(List.of(replies));
        return this;
    }

    ScriptedEndpoint answers(Purpose purpose, Reply... replies) {
        for (Reply reply : replies) {
            answers(purpose, (Script) o -> reply);
        }
        return this;
    }

    /** What to do between the headers and the body. */
    void afterHeaders(Consumer<Outgoing> then) {
        afterHeaders = then;
    }

    /** The request's id as JSON text. */
    static String id(Outgoing outgoing) {
        return JSON.readTree(outgoing.body().text()).get("id").toString();
    }

    static JsonNode json(Outgoing outgoing) {
        return JSON.readTree(outgoing.body().text());
    }

    static String result(Outgoing outgoing, String result) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id(outgoing) + ",\"result\":" + result + "}";
    }

    static String initializeResult(Outgoing outgoing, String revision, String capabilities) {
        return result(
                outgoing,
                "{\"protocolVersion\":\"" + revision + "\",\"capabilities\":" + capabilities
                        + ",\"serverInfo\":{\"name\":\"scripted\",\"version\":\"1\"}}");
    }

    /** An opening that succeeds in the revision asked for. */
    static Script opens(String sessionId) {
        return o -> Reply.of(
                        200,
                        initializeResult(
                                o,
                                json(o).path("params").path("protocolVersion").asString(),
                                "{\"tools\":{}}"))
                .naming(sessionId);
    }

    /** A request answered with an empty result. */
    static Script works() {
        return o -> Reply.of(200, result(o, "{}"));
    }

    List<Outgoing> sent(Purpose purpose) {
        synchronized (sent) {
            return sent.stream().filter(o -> o.purpose() == purpose).toList();
        }
    }

    List<Outgoing> sent() {
        synchronized (sent) {
            return List.copyOf(sent);
        }
    }

    @Override
    public Exchange send(Outgoing outgoing, ExchangeLog log, Consumer<Exchange> headersSeen) {
        int number = log.nextNumber();
        Script script;
        synchronized (sent) {
            sent.add(outgoing);
            Deque<Script> left = scripts.get(outgoing.purpose());
            if (left == null) {
                throw new AssertionError("no answer is scripted for: " + outgoing.purpose());
            }
            script = left.size() > 1 ? left.poll() : left.peek();
        }
        Duration at = clock.now();
        Reply reply = script.apply(outgoing);
        if (reply.status() != 0) {
            headersSeen.accept(exchange(number, outgoing, reply, at, false));
            afterHeaders.accept(outgoing);
        }
        Exchange exchange = exchange(number, outgoing, reply, at, true);
        log.record(exchange);
        return exchange;
    }

    private Exchange exchange(int number, Outgoing outgoing, Reply reply, Duration at, boolean whole) {
        Optional<Exchange.Answer> answer = reply.status() == 0
                ? Optional.empty()
                : Optional.of(new Exchange.Answer(
                        reply.status(),
                        reply.headers(),
                        whole ? Body.of(reply.body()) : Body.EMPTY,
                        whole
                                ? reply.events().stream()
                                        .map(e -> new ServerSentEvent("message", e, ""))
                                        .toList()
                                : List.of()));
        return new Exchange(
                number,
                outgoing.purpose(),
                outgoing.caller().id(),
                new Exchange.Request(
                        outgoing.method(), URI.create("http://127.0.0.1/mcp"), outgoing.headers(), outgoing.body()),
                answer,
                whole ? reply.fault() : Optional.empty(),
                new Exchange.Timing(ManualClock.START.plus(at), at, answer.map(a -> clock.now()), clock.now()));
    }
}
