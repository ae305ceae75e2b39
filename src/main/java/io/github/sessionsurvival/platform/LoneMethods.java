package io.github.sessionsurvival.platform;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What is answered to requests that stand alone. Nothing of one is kept for the next (MOD-12): the counter lives in the
 * handle that its answers give, signed for the caller it was given to (MOD-18).
 */
final class LoneMethods {

    private static final int FOR_AN_HOUR = 3_600_000;
    private static final Pattern HANDLE = Pattern.compile("(\\d{1,6})\\.([A-Za-z0-9_-]{20,})");

    private final Callers callers;
    private final String version;
    private final Defects defects;
    private final AtomicInteger discoveries = new AtomicInteger();

    LoneMethods(Callers callers, String version, Defects defects) {
        this.defects = defects;
        this.callers = callers;
        this.version = version;
    }

    ObjectNode answer(Message.Request request, String caller, SessionStore store) {
        try {
            ObjectNode result = result(request, caller, store);
            result.put("resultType", "complete");
            return JsonText.result(result, request.id());
        } catch (RpcError error) {
            return JsonText.error(error.code(), error.getMessage(), request.id());
        }
    }

    private ObjectNode result(Message.Request request, String caller, SessionStore store) throws RpcError {
        return switch (request.method()) {
            case "server/discover" -> discovery();
            case "tools/list" -> cacheable(tools());
            case "tools/call" -> call(request.params(), caller, store);
            default -> throw new RpcError(RpcError.METHOD_NOT_FOUND, "Method not found");
        };
    }

    private ObjectNode discovery() {
        ObjectNode result = JsonText.object();
        ArrayNode revisions = result.putArray("supportedVersions").add("2026-07-28");
        if (defects.has(Defect.DISCOVERY_CHANGES)) {
            // One more of each: no two answers are alike, whoever else asks between them.
            revisions.add("2027-01-01-draft-" + discoveries.incrementAndGet());
        }
        result.putObject("capabilities").putObject("tools").put("listChanged", false);
        result.putObject("_meta")
                .putObject("io.modelcontextprotocol/serverInfo")
                .put("name", "session-survival-platform")
                .put("version", version);
        return cacheable(result);
    }

    private static ObjectNode cacheable(ObjectNode result) {
        return result.put("ttlMs", FOR_AN_HOUR).put("cacheScope", "public");
    }

    private static ObjectNode tools() {
        ObjectNode result = (ObjectNode) Tools.list();
        ObjectNode count = (ObjectNode) result.path("tools").path(1);
        count.put(
                "description",
                "Counts on from the handle it is given, from nothing without one; tells the next handle.");
        ((ObjectNode) count.path("inputSchema").path("properties"))
                .putObject("handle")
                .put("type", "string");
        return result;
    }

    private ObjectNode call(Optional<JsonNode> params, String caller, SessionStore store) throws RpcError {
        String name = params.map(p -> p.path("name"))
                .filter(JsonNode::isString)
                .map(JsonNode::stringValue)
                .orElse("");
        JsonNode arguments = params.map(p -> p.path("arguments")).orElseGet(JsonText::object);
        if (name.equals("echo") && arguments.path("text").isString()) {
            store.executed(caller, name);
            return Tools.content(arguments.path("text").stringValue());
        }
        if (name.equals("count")) {
            int before =
                    arguments.has("handle") ? counted(arguments.path("handle").asString(""), caller) : 0;
            store.executed(caller, name);
            ObjectNode result = Tools.content(Integer.toString(before + 1));
            result.putObject("structuredContent").put("count", before + 1).put("handle", handle(before + 1, caller));
            return result;
        }
        throw new RpcError(RpcError.INVALID_PARAMS, name.equals("echo") ? "echo needs a text" : "Unknown tool");
    }

    private int counted(String handle, String caller) throws RpcError {
        var parts = HANDLE.matcher(handle);
        if (!parts.matches() || !Callers.same(callers.signature(signed(parts.group(1), caller)), parts.group(2))) {
            throw new RpcError(RpcError.INVALID_PARAMS, "no such handle of yours");
        }
        return Integer.parseInt(parts.group(1));
    }

    private String handle(int count, String caller) {
        return count + "." + callers.signature(signed(Integer.toString(count), caller));
    }

    private static String signed(String count, String caller) {
        return "count " + count + " " + caller;
    }
}
