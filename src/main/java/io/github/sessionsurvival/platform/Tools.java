package io.github.sessionsurvival.platform;

import io.github.sessionsurvival.wire.Revision;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The two tools: {@code echo} says a text again, {@code count} counts how often it ran in its session. */
final class Tools {

    private static final String ECHO = "echo";
    private static final String COUNT = "count";

    private Tools() {}

    static JsonNode list() {
        ObjectNode result = JsonText.object();
        var tools = result.putArray("tools");

        ObjectNode echo = tools.addObject().put("name", ECHO).put("description", "Says the text again.");
        ObjectNode echoSchema = echo.putObject("inputSchema").put("type", "object");
        echoSchema
                .putObject("properties")
                .putObject("text")
                .put("type", "string")
                .put("description", "What to say.");
        echoSchema.putArray("required").add("text");
        echo.putObject("annotations").put("readOnlyHint", true);

        ObjectNode count = tools.addObject()
                .put("name", COUNT)
                .put("description", "Adds one to this session's counter and tells it; survives restarts.");
        count.putObject("inputSchema").put("type", "object").putObject("properties");
        count.putObject("annotations").put("readOnlyHint", false).put("idempotentHint", false);
        return result;
    }

    static JsonNode call(Optional<JsonNode> params, SessionRuntime session, SessionStore store) throws RpcError {
        JsonNode name = params.map(p -> p.get("name")).orElse(null);
        if (name == null || !name.isString()) {
            throw new RpcError(RpcError.INVALID_PARAMS, "tools/call names a tool");
        }
        JsonNode arguments = params.get().get("arguments");
        if (arguments != null && !arguments.isObject()) {
            throw new RpcError(RpcError.INVALID_PARAMS, "arguments must be an object");
        }
        return switch (name.stringValue()) {
            case ECHO -> echo(arguments, session, store);
            case COUNT -> count(session, store);
            default -> throw new RpcError(RpcError.INVALID_PARAMS, "Unknown tool");
        };
    }

    private static JsonNode echo(JsonNode arguments, SessionRuntime session, SessionStore store) throws RpcError {
        JsonNode text = arguments == null ? null : arguments.get("text");
        if (text == null || !text.isString()) {
            // The later revision wants wrong arguments told to the model, the earlier ones to the protocol.
            if (session.revision().compareTo(Revision.R2025_11_25) >= 0) {
                return content("echo needs a text").put("isError", true);
            }
            throw new RpcError(RpcError.INVALID_PARAMS, "echo needs a text");
        }
        store.executed(session.owner(), ECHO);
        return content(text.stringValue());
    }

    private static JsonNode count(SessionRuntime session, SessionStore store) {
        return content(Long.toString(store.increment(session.id(), COUNT)));
    }

    static ObjectNode content(String text) {
        ObjectNode result = JsonText.object();
        result.putArray("content").addObject().put("type", "text").put("text", text);
        return result;
    }
}
