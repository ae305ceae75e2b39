package io.github.sessionsurvival.cli;

import io.github.sessionsurvival.client.Attempt;
import io.github.sessionsurvival.client.Opening;
import io.github.sessionsurvival.wire.Excerpt;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.JsonRpc;
import io.github.sessionsurvival.wire.Redaction;
import io.github.sessionsurvival.wire.ServerSentEvent;
import io.github.sessionsurvival.wire.WireFault;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Why no session can be opened at an address, and what to change: one message in place of one red row for every requirement.
 * Only what keeps every opening from succeeding is an obstacle; a server that does answer with a result, however wrong, is
 * for the features to judge (docs/decisions/0011).
 *
 * @param step which step of the way it stands on
 * @param seen what was seen
 * @param advice what to change
 */
record Obstacle(Step step, String seen, String advice) {

    /** The steps of the way to a session, in order. */
    enum Step {
        CONNECTION("connection"),
        TLS("TLS"),
        PATH("path"),
        BEARER("bearer"),
        HANDSHAKE("handshake");

        private final String word;

        Step(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }
    }

    /**
     * What else was found out about an address where no session opened.
     *
     * @param hasBearer whether the opening carried one
     * @param oldTransport whether a GET there begins an event stream
     */
    record Surroundings(boolean hasBearer, boolean oldTransport) {}

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int LONGEST = 160;

    /** One sentence. */
    String inWords() {
        return seen + "; " + advice;
    }

    /** What kept that opening from succeeding; empty where it succeeded, or got some result. */
    static Optional<Obstacle> of(Opening opening, Surroundings around, Redaction redaction) {
        if (opening.isOpen() || opening.attempts().isEmpty()) {
            return Optional.empty();
        }
        List<Attempt> attempts = opening.attempts();
        Exchange exchange = attempts.get(attempts.size() - 1).exchange();
        if (exchange.answer().isEmpty()) {
            return Optional.of(withoutAnswer(exchange));
        }
        if (hasResult(exchange)) {
            return Optional.empty();
        }
        return Optional.of(answered(exchange, around, redaction));
    }

    /** An address that accepts no connection at all. */
    static Obstacle unreachable(String complaint) {
        return new Obstacle(Step.CONNECTION, complaint, "check host, port and network");
    }

    private static Obstacle withoutAnswer(Exchange exchange) {
        WireFault fault = exchange.fault().orElseGet(() -> new WireFault(WireFault.Kind.LOST, ""));
        boolean plain = "http".equalsIgnoreCase(exchange.request().url().getScheme());
        return switch (fault.kind()) {
            case TLS -> new Obstacle(Step.TLS, fault.inWords(), "see 'tls' in docs/targets.md");
            case UNKNOWN_HOST ->
                new Obstacle(
                        Step.CONNECTION, fault.inWords(), "check the name, and whether this machine's DNS knows it");
            case REFUSED, CONNECT_TIMEOUT ->
                new Obstacle(Step.CONNECTION, fault.inWords(), "is the server running, and is this its port?");
            case PROXY ->
                new Obstacle(Step.CONNECTION, fault.inWords(), "check HTTPS_PROXY, or name the server in NO_PROXY");
            case NOT_HTTP ->
                new Obstacle(
                        Step.CONNECTION,
                        fault.inWords(),
                        plain ? "if the server speaks TLS there, the URL begins with https://" : "is this its port?");
            case NO_HEADERS ->
                new Obstacle(
                        Step.HANDSHAKE,
                        fault.inWords(),
                        "is something else listening there, or is limits.answer too short?");
            default ->
                new Obstacle(
                        Step.HANDSHAKE,
                        fault.inWords(),
                        plain
                                ? "the server's own log may say why"
                                : "the server's log may say why; it may also want a client certificate, tls.client-cert");
        };
    }

    private static Obstacle answered(Exchange exchange, Surroundings around, Redaction redaction) {
        int status = exchange.status();
        String path = exchange.request().url().getRawPath();
        String told = told(exchange, redaction);
        if (status / 100 == 3) {
            return redirect(exchange, redaction);
        }
        return switch (status) {
            case 401 -> unauthorized(exchange, around, redaction);
            case 403 ->
                new Obstacle(
                        Step.BEARER,
                        "403 to the opening" + told,
                        around.hasBearer()
                                ? "the bearer may not open sessions, or the server does not accept this host or client"
                                : "it may want a bearer: MCP_BEARER, or 'bearer' in the target file");
            case 404, 405, 410 ->
                around.oldTransport()
                        ? new Obstacle(
                                Step.PATH,
                                status + " to a POST there, and an event stream to a GET",
                                "this looks like the transport of 2024-11-05, which this suite does not test;"
                                        + " a Streamable HTTP endpoint often ends in /mcp")
                        : new Obstacle(Step.PATH, status + " to a POST to " + Excerpt.of(path) + told, wrongPath(path));
            case 406, 415 ->
                new Obstacle(
                        Step.HANDSHAKE,
                        status + " to the opening" + told,
                        "the server, or something in front of it, takes no application/json with an event stream as answer");
            case 407 -> new Obstacle(Step.CONNECTION, "407 to the opening", "a proxy in the way wants credentials");
            case 421 ->
                new Obstacle(
                        Step.PATH,
                        "421 to the opening" + told,
                        "the server does not answer to this host name; use the one that it expects");
            case 429 ->
                new Obstacle(
                        Step.HANDSHAKE, "429 to the opening", "the server has had too many requests; try again later");
            default -> other(exchange, told, redaction);
        };
    }

    private static Obstacle other(Exchange exchange, String told, Redaction redaction) {
        int status = exchange.status();
        Optional<JsonRpc.Answer.Failure> error = error(exchange);
        if (error.isPresent()) {
            return new Obstacle(
                    Step.HANDSHAKE,
                    "the server answered the opening with " + status + " and error "
                            + error.get().code() + ": " + shown(error.get().message(), redaction),
                    "the server's own log may say why");
        }
        if (status / 100 == 5) {
            return new Obstacle(
                    Step.HANDSHAKE,
                    status + " to the opening" + told,
                    "the server, or what stands behind it, is out of order");
        }
        if (exchange.fault().isPresent()) {
            return new Obstacle(
                    Step.HANDSHAKE,
                    status + " to the opening, then " + exchange.fault().get().inWords(),
                    "the server's own log may say why");
        }
        String type =
                exchange.answer().orElseThrow().headers().first("content-type").orElse("");
        if (type.toLowerCase(Locale.ROOT).startsWith("text/html")) {
            return new Obstacle(
                    Step.PATH,
                    status + " to the opening, with a web page",
                    wrongPath(exchange.request().url().getRawPath()));
        }
        return new Obstacle(
                status / 100 == 2 ? Step.PATH : Step.HANDSHAKE,
                status + " to the opening" + told + (status / 100 == 2 ? ", and no result" : ""),
                "is this an MCP endpoint?");
    }

    private static String wrongPath(String path) {
        return path.endsWith("/mcp")
                ? "is this the right host and port, and the server's MCP path? some use / or /api/mcp"
                : "the path is probably wrong; an MCP endpoint often ends in /mcp";
    }

    private static Obstacle redirect(Exchange exchange, Redaction redaction) {
        String location = exchange.answer()
                .orElseThrow()
                .headers()
                .first("location")
                .map(l -> shown(l, redaction))
                .orElse("nowhere");
        return new Obstacle(
                Step.PATH,
                exchange.status() + " to the opening, which points to " + location,
                "redirects are never followed, since they would carry the bearer elsewhere; give that URL if it is yours");
    }

    private static Obstacle unauthorized(Exchange exchange, Surroundings around, Redaction redaction) {
        String challenge = exchange.answer()
                .orElseThrow()
                .headers()
                .first("www-authenticate")
                .map(c -> ", " + shown(c, redaction))
                .orElse("");
        return new Obstacle(
                Step.BEARER,
                "401 to the opening" + challenge,
                around.hasBearer()
                        ? "the bearer was refused: is it expired, or for another server?"
                        : "the server wants a bearer: export MCP_BEARER=..., or name it under 'bearer' in the target file");
    }

    /** A short piece of what the body says, where it is text. */
    private static String told(Exchange exchange, Redaction redaction) {
        Optional<JsonRpc.Answer.Failure> error = error(exchange);
        if (error.isPresent()) {
            return ", error " + error.get().code() + ": " + shown(error.get().message(), redaction);
        }
        String body = exchange.answer().orElseThrow().body().text().strip();
        return body.isEmpty() || body.startsWith("<") ? "" : ", " + shown(body, redaction);
    }

    private static String shown(String text, Redaction redaction) {
        return "\"" + Excerpt.of(redaction.apply(text), LONGEST) + "\"";
    }

    private static Optional<JsonRpc.Answer.Failure> error(Exchange exchange) {
        String id = json(exchange.request().body().text())
                .map(request -> request.path("id").toString())
                .orElse("null");
        return exchange.answer()
                .map(answer -> JsonRpc.answer(answer, id))
                .filter(JsonRpc.Answer.Failure.class::isInstance)
                .map(JsonRpc.Answer.Failure.class::cast);
    }

    /** Whether some message in a 200 carries a result, whatever else is wrong with it. */
    private static boolean hasResult(Exchange exchange) {
        return exchange.answer().filter(a -> a.status() == 200).stream()
                .flatMap(a -> a.events().isEmpty()
                        ? Stream.of(a.body().text())
                        : a.events().stream().map(ServerSentEvent::data))
                .flatMap(text -> json(text).stream())
                .anyMatch(message -> message.has("result"));
    }

    private static Optional<JsonNode> json(String text) {
        try {
            return Optional.ofNullable(JSON.readTree(text));
        } catch (JacksonException notJson) {
            return Optional.empty();
        }
    }
}
