package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.target.Operation;
import io.github.sessionsurvival.target.ScriptedAnswer;
import io.github.sessionsurvival.target.ScriptedAnswer.Shape;
import io.github.sessionsurvival.wire.Headers;
import io.github.sessionsurvival.wire.RestartAnswer;
import io.github.sessionsurvival.wire.RestartAnswer.Part;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Answers that are nearly the restart answer of a contract, or are it in another wrapping: what an opening may meet, as
 * the tables of look-alikes word it (host contract, section B).
 */
final class RestartLookAlike {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String JSON_TYPE = "application/json";
    private static final String EVENTS = "text/event-stream";
    private static final String MISSING = "missing";
    private static final String OWN_ID = "{request-id}";

    private final RestartAnswer contract;

    RestartLookAlike(RestartAnswer contract) {
        this.contract = contract;
    }

    /** The restart answer with another value of one part; the words {@code missing} and {@code text} are no values. */
    ScriptedAnswer differing(Part part, String value) {
        if (part == Part.STATUS) {
            return answer(Integer.parseInt(value), JSON_TYPE, exact().toString());
        }
        ObjectNode envelope = exact();
        ObjectNode error = (ObjectNode) envelope.get("error");
        switch (part) {
            case JSONRPC -> put(envelope, "jsonrpc", value);
            case REQUEST_ID -> {
                if (value.matches("\\d+")) {
                    envelope.put("id", Integer.parseInt(value));
                } else {
                    put(envelope, "id", value.equals("text") ? "initialize" : value);
                }
            }
            case ERROR_CODE -> {
                if (value.equals("text")) {
                    error.put("code", Integer.toString(contract.code()));
                } else if (value.equals(MISSING)) {
                    error.remove("code");
                } else {
                    error.put("code", Integer.parseInt(value));
                }
            }
            case MESSAGE -> put(error, "message", value.equals("trailing space") ? contract.message() + " " : value);
            case STATUS, JSON_OBJECT, RESULT ->
                throw new IllegalArgumentException("no table of values for " + part.inWords());
        }
        // The platform fills in the request's own id, whose kind only it knows.
        return answer(contract.status(), JSON_TYPE, envelope.toString().replace("\"the request's\"", OWN_ID));
    }

    private static void put(ObjectNode node, String member, String value) {
        if (value.equals(MISSING)) {
            node.remove(member);
        } else {
            node.put(member, value);
        }
    }

    /** The restart answer itself; empty advice sends no header. */
    ScriptedAnswer exact(Operation operation, Optional<String> advice) {
        Headers headers = Headers.NONE.with("Content-Type", JSON_TYPE);
        return new ScriptedAnswer(
                operation,
                1,
                contract.status(),
                advice.map(value -> headers.with("Retry-After", value)).orElse(headers),
                exact().toString(),
                Shape.WHOLE,
                false);
    }

    /** A success, by its name in the table: whatever a client has to understand (INIT-13). */
    static ScriptedAnswer result(String name) {
        String result = "{\"jsonrpc\":\"2.0\",\"id\":{request-id},\"result\":{\"protocolVersion\":\"2025-11-25\","
                + "\"capabilities\":{},\"serverInfo\":{\"name\":\"scripted\",\"version\":\"1\"}}}";
        // A comment, an event without data and a notification may all come before the response.
        String events = ": hello\n\nid: 0\ndata:\n\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\","
                + "\"params\":{\"level\":\"debug\",\"data\":\"hello\"}}\n\nid: 1\ndata: " + result + "\n\n";
        return switch (name) {
            case "a result in one piece" -> success(JSON_TYPE, result, Shape.WHOLE);
            case "a result as a stream" -> success(EVENTS, events, Shape.WHOLE);
            case "a result in an endless stream" -> success(EVENTS, events, Shape.ENDLESS_EVENTS);
            default -> throw new IllegalArgumentException("no result is called \"" + name + "\"");
        };
    }

    private static ScriptedAnswer success(String mediaType, String body, Shape shape) {
        return scripted(200, Headers.NONE.with("Content-Type", mediaType), body, shape, true);
    }

    /** A confirmation accepted as it should be. */
    static ScriptedAnswer accepted() {
        return new ScriptedAnswer(Operation.CONFIRMATION, 1, 202, Headers.NONE, "", Shape.WHOLE, false);
    }

    /** A look-alike by its name in the table. */
    ScriptedAnswer named(String lookAlike) {
        String exact = exact().toString();
        int status = contract.status();
        return switch (lookAlike) {
            case "a restart answer" -> answer(status, JSON_TYPE, exact);
            case "a restart answer inside a list" -> answer(status, JSON_TYPE, "[" + exact + "]");
            case "a restart answer as a stream" -> answer(status, EVENTS, "data: " + exact + "\n\n");
            case "a restart answer behind a byte order mark" -> answer(status, JSON_TYPE, "\uFEFF" + exact);
            case "a restart answer with text after it" -> answer(status, JSON_TYPE, exact + " please retry");
            case "a restart answer that breaks off" ->
                answer(status, JSON_TYPE, exact.substring(0, exact.length() - 1));
            case "a restart answer with a member twice" ->
                answer(status, JSON_TYPE, "{\"jsonrpc\":\"2.0\"," + exact.substring(1));
            case "the message alone, as text" -> answer(status, "text/plain", contract.message());
            case "an empty body" -> answer(status, JSON_TYPE, "");
            case "a gateway's error page" ->
                answer(
                        status,
                        "text/html",
                        "<html><head><title>503</title></head><body>" + contract.message() + "</body></html>");
            case "a restart answer beside a result" -> {
                ObjectNode both = exact();
                both.putObject("result");
                yield answer(status, JSON_TYPE, both.toString());
            }
            case "the message as a bare error" -> {
                ObjectNode bare = JSON.createObjectNode();
                bare.put("error", contract.message());
                yield answer(status, JSON_TYPE, bare.toString());
            }
            case "a restart answer without its error" -> {
                ObjectNode without = exact();
                without.remove("error");
                yield answer(status, JSON_TYPE, without.toString());
            }
            case "a refused credential" -> answer(401, JSON_TYPE, error("Unauthorized"));
            case "a session that timed out" -> answer(404, JSON_TYPE, error("Session timed out, please reconnect"));
            case "a session that is unknown" -> answer(404, JSON_TYPE, error("Session not found"));
            case "a server error" -> answer(500, JSON_TYPE, error("Internal server error"));
            case "an error in a success" -> answer(200, JSON_TYPE, error("Internal server error"));
            // What a gateway answers whose backend has died: everything is right but the result.
            case "an error in a success, as a stream" ->
                answer(
                        200,
                        EVENTS,
                        "data: {\"jsonrpc\":\"2.0\",\"id\":" + OWN_ID
                                + ",\"error\":{\"code\":-32603,\"message\":\"Internal error\"}}\n\n");
            default -> wrapped(lookAlike);
        };
    }

    /** The restart answer wrapped oddly, by its name in the table; advertises no wait, so that following it is quick. */
    private ScriptedAnswer wrapped(String oddity) {
        ObjectNode envelope = exact();
        String type = JSON_TYPE;
        Headers more = Headers.NONE;
        String before = "";
        switch (oddity) {
            case "a restart answer with one more member" -> envelope.put("hint", "the deploy takes a minute");
            case "a restart answer with details in its error" ->
                ((ObjectNode) envelope.get("error")).putObject("data").put("region", "eu");
            case "a restart answer with its members in another order" -> {
                ObjectNode turned = JSON.createObjectNode();
                turned.putNull("id");
                turned.putObject("error").put("message", contract.message()).put("code", contract.code());
                turned.put("jsonrpc", "2.0");
                envelope = turned;
            }
            case "a restart answer with another media type" -> type = "text/html";
            case "a restart answer with white space around it" -> before = " \r\n\t";
            case "a restart answer with an empty session id" -> more = Headers.NONE.with("mcp-session-id", "");
            default -> throw new IllegalArgumentException("nothing to answer is called \"" + oddity + "\"");
        }
        Headers headers = more.with("Content-Type", type).with("Retry-After", "0");
        return scripted(contract.status(), headers, before + envelope + before, Shape.WHOLE, false);
    }

    private ScriptedAnswer answer(int status, String mediaType, String body) {
        return scripted(status, advised(mediaType), body, Shape.WHOLE, false);
    }

    private Headers advised(String mediaType) {
        return Headers.NONE
                .with("Content-Type", mediaType)
                .with("Retry-After", Long.toString(contract.defaultDelay().toSeconds()));
    }

    static ScriptedAnswer scripted(int status, Headers headers, String body, Shape shape, boolean namesSession) {
        return new ScriptedAnswer(Operation.INITIALIZE, 1, status, headers, body, shape, namesSession);
    }

    private ObjectNode exact() {
        ObjectNode envelope = JSON.createObjectNode();
        envelope.put("jsonrpc", "2.0");
        envelope.putObject("error").put("code", contract.code()).put("message", contract.message());
        envelope.putNull("id");
        return envelope;
    }

    /** Other troubles share the code: only their status or their text tells them apart. */
    private String error(String message) {
        return String.format(
                Locale.ROOT,
                "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":%d,\"message\":\"%s\"},\"id\":null}",
                contract.code(),
                message);
    }
}
