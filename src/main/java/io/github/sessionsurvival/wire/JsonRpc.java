package io.github.sessionsurvival.wire;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The messages of JSON-RPC 2.0 as MCP uses them: the exact bytes that are sent, and the answer in what comes back. */
public final class JsonRpc {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private JsonRpc() {}

    /** What a server answered to one request. */
    public sealed interface Answer {

        /** The request's result. */
        record Result(JsonNode result) implements Answer {}

        /**
         * An error.
         *
         * @param code as sent
         * @param message as sent
         * @param data empty when absent
         * @param named whether it carries the request's own id; false where its id is null or absent (RPC-04)
         */
        record Failure(int code, String message, Optional<JsonNode> data, boolean named) implements Answer {}

        /**
         * No answer by the rules of JSON-RPC.
         *
         * @param reason what is there instead, for people
         */
        record NotJsonRpc(String reason) implements Answer {}

        default Optional<JsonNode> resultIfAny() {
            return this instanceof Result r ? Optional.of(r.result()) : Optional.empty();
        }

        /** "a result", "error -32601: Method not found" or the reason. */
        default String inWords() {
            if (this instanceof Failure f) {
                return "error " + f.code() + ": " + Excerpt.of(f.message());
            }
            return this instanceof NotJsonRpc n ? n.reason() : "a result";
        }
    }

    /**
     * The opening request. The same arguments give the same bytes (RST-02).
     *
     * @param idJson the request id as JSON text
     */
    public static Body initialize(String idJson, Revision asked, String clientName, String clientVersion) {
        return request(
                idJson,
                "initialize",
                "{\"protocolVersion\":" + quoted(asked.date()) + ",\"capabilities\":{},\"clientInfo\":{\"name\":"
                        + quoted(clientName) + ",\"version\":" + quoted(clientVersion) + "}}");
    }

    /** The confirmation. */
    public static Body initialized() {
        return notification("notifications/initialized", "");
    }

    /**
     * Any request.
     *
     * @param idJson the request id as JSON text
     * @param paramsJson the params as JSON text, sent as they are; empty for none
     */
    public static Body request(String idJson, String method, String paramsJson) {
        return Body.of(
                "{\"jsonrpc\":\"2.0\",\"id\":" + idJson + ",\"method\":" + quoted(method) + params(paramsJson) + "}");
    }

    /** Any notification; params as for a request. */
    public static Body notification(String method, String paramsJson) {
        return Body.of("{\"jsonrpc\":\"2.0\",\"method\":" + quoted(method) + params(paramsJson) + "}");
    }

    /** The text as a JSON string, quotes included. */
    public static String quoted(String text) {
        return JSON.writeValueAsString(text);
    }

    private static String params(String paramsJson) {
        return paramsJson.isEmpty() ? "" : ",\"params\":" + paramsJson;
    }

    /** The answer to the request with that id, from the events of an event stream, else from the body. */
    public static Answer answer(Exchange.Answer answer, String idJson) {
        return answer.isEventStream() ? answer(answer.events(), idJson) : answer(answer.body(), idJson);
    }

    /** The answer to the request with that id, from a body that is one JSON object. */
    public static Answer answer(Body body, String idJson) {
        if (body.isEmpty()) {
            return new Answer.NotJsonRpc("the body is empty");
        }
        return read(body.text(), idJson);
    }

    /**
     * The first answer to the request with that id among the events; failing that, the first error that names no
     * request. Other messages, such as notifications, are passed over.
     */
    public static Answer answer(List<ServerSentEvent> events, String idJson) {
        Optional<Answer> unnamed = Optional.empty();
        for (ServerSentEvent event : events) {
            if (!isMessage(event)) {
                continue;
            }
            Answer read = read(event.data(), idJson);
            if (carriesId(event.data(), idJson)) {
                return read;
            }
            if (unnamed.isEmpty() && read instanceof Answer.Failure) {
                unnamed = Optional.of(read);
            }
        }
        return unnamed.orElseGet(() ->
                new Answer.NotJsonRpc(events.isEmpty() ? "the stream has no event" : "no event answers the request"));
    }

    /** Whether the event is the response with that id, however well or badly formed (RPC-05): reading may stop there. */
    public static boolean isResponse(ServerSentEvent event, String idJson) {
        return isMessage(event) && carriesId(event.data(), idJson);
    }

    /** Whether the event is a message: an empty one only primes the cursor (SSEP-08), other types are none (SSEP-11). */
    public static boolean isMessage(ServerSentEvent event) {
        return event.type().equals("message") && !event.data().isBlank();
    }

    private static boolean carriesId(String text, String idJson) {
        return tree(text)
                .filter(node -> node.isObject() && !node.has("method") && sameId(node.get("id"), idJson))
                .isPresent();
    }

    private static Answer read(String text, String idJson) {
        Optional<JsonNode> tree = tree(text);
        if (tree.isEmpty()) {
            return new Answer.NotJsonRpc("it is not JSON: \"" + Excerpt.of(text.strip(), 40) + "\"");
        }
        JsonNode node = tree.get();
        if (!node.isObject()) {
            return new Answer.NotJsonRpc("it is JSON, but no object");
        }
        JsonNode version = node.get("jsonrpc");
        if (version == null || !version.isString() || !version.stringValue().equals("2.0")) {
            return new Answer.NotJsonRpc("jsonrpc is " + shown(version) + ", not \"2.0\"");
        }
        JsonNode id = node.get("id");
        if (node.has("method")) {
            return new Answer.NotJsonRpc("it is a request or a notification, no answer");
        }
        boolean named = sameId(id, idJson);
        if (node.has("result") == node.has("error")) {
            return new Answer.NotJsonRpc(
                    node.has("result") ? "it has both a result and an error" : "it has neither a result nor an error");
        }
        if (node.has("result")) {
            return named
                    ? new Answer.Result(node.get("result"))
                    : new Answer.NotJsonRpc("its id is " + shown(id) + ", not " + Excerpt.of(idJson));
        }
        if (!named && id != null && !id.isNull()) {
            return new Answer.NotJsonRpc("its id is " + shown(id) + ", not " + Excerpt.of(idJson));
        }
        return failure(node.get("error"), named);
    }

    private static Answer failure(JsonNode error, boolean named) {
        JsonNode code = error.get("code");
        JsonNode message = error.get("message");
        if (code == null || !code.isIntegralNumber() || !code.canConvertToInt()) {
            return new Answer.NotJsonRpc("its error code is " + shown(code) + ", not a whole number");
        }
        if (message == null || !message.isString()) {
            return new Answer.NotJsonRpc("its error message is " + shown(message) + ", not a string");
        }
        return new Answer.Failure(
                code.intValue(), message.stringValue(), Optional.ofNullable(error.get("data")), named);
    }

    /** Strings and numbers only, each by its own kind: {@code "1"} is not {@code 1}. */
    private static boolean sameId(JsonNode id, String idJson) {
        if (id == null) {
            return false;
        }
        JsonNode expected = tree(idJson)
                .orElseThrow(() -> new IllegalArgumentException("a request id is JSON text, not " + idJson));
        return (id.isString() || id.isIntegralNumber()) && Objects.equals(id, expected);
    }

    private static String shown(JsonNode node) {
        if (node == null) {
            return "absent";
        }
        if (node.isContainer()) {
            return node.isObject() ? "an object" : "an array";
        }
        return Excerpt.of(node.toString(), 40);
    }

    private static Optional<JsonNode> tree(String text) {
        try {
            JsonNode node = JSON.readTree(text);
            return node.isMissingNode() ? Optional.empty() : Optional.of(node);
        } catch (JacksonException notJson) {
            return Optional.empty();
        }
    }
}
