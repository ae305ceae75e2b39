package io.github.sessionsurvival.platform;

import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

/** One JSON-RPC message of a client. */
sealed interface Message {

    /** @param id a string or an integer, echoed as it came */
    record Request(JsonNode id, String method, Optional<JsonNode> params) implements Message {}

    record Notification(String method) implements Message {}

    /** An answer to a request of the server's: accepted and ignored, since the server never asks. */
    record Response() implements Message {}

    /**
     * Readable JSON that is no message.
     *
     * @param id the request's id where it has a valid one, else null
     * @param why for the error's message
     */
    record Malformed(JsonNode id, String why) implements Message {}

    static Message of(JsonNode node) {
        if (!node.isObject()) {
            return new Malformed(NullNode.getInstance(), "a message is an object");
        }
        JsonNode id = node.get("id");
        boolean validId = id != null && (id.isString() || id.isIntegralNumber());
        JsonNode echoed = validId ? id : NullNode.getInstance();
        JsonNode version = node.get("jsonrpc");
        if (version == null || !version.isString() || !version.stringValue().equals("2.0")) {
            return new Malformed(echoed, "jsonrpc must be \"2.0\"");
        }
        JsonNode method = node.get("method");
        if (method == null) {
            boolean answers = node.has("result") ^ node.has("error");
            return validId && answers ? new Response() : new Malformed(echoed, "a request names its method");
        }
        if (!method.isString()) {
            return new Malformed(echoed, "method must be a string");
        }
        JsonNode params = node.get("params");
        if (params != null && !params.isObject()) {
            return new Malformed(echoed, "params must be an object");
        }
        if (node.has("result") || node.has("error")) {
            return new Malformed(echoed, "a request carries neither result nor error");
        }
        if (id == null) {
            return new Notification(method.stringValue());
        }
        // A null id makes it neither a request nor a notification (RPC-07).
        return validId
                ? new Request(id, method.stringValue(), Optional.ofNullable(params))
                : new Malformed(echoed, "id must be a string or an integer");
    }
}
