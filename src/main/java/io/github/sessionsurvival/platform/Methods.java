package io.github.sessionsurvival.platform;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a session answers to a JSON-RPC request. */
final class Methods {

    private Methods() {}

    static ObjectNode answer(Message.Request request, SessionRuntime session, SessionStore store) {
        try {
            return JsonText.result(result(request, session, store), request.id());
        } catch (RpcError error) {
            return JsonText.error(error.code(), error.getMessage(), request.id());
        }
    }

    private static JsonNode result(Message.Request request, SessionRuntime session, SessionStore store)
            throws RpcError {
        switch (request.method()) {
            case "ping" -> {
                return JsonText.object();
            }
            case "tools/list" -> {
                if (request.params().filter(p -> p.has("cursor")).isPresent()) {
                    throw new RpcError(RpcError.INVALID_PARAMS, "no such cursor: the list has one page");
                }
                return Tools.list();
            }
            case "tools/call" -> {
                return Tools.call(request.params(), session, store);
            }
            default -> throw new RpcError(RpcError.METHOD_NOT_FOUND, "Method not found");
        }
    }
}
