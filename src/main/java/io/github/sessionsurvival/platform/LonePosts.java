package io.github.sessionsurvival.platform;

import io.github.sessionsurvival.wire.Body;
import io.github.sessionsurvival.wire.Revision;
import io.github.sessionsurvival.wire.SessionId;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads a request that stands alone, as revision 2026-07-28 has it: what its headers say for proxies must be what its body
 * says for the server. Header names and codes are written here a second time, on purpose: shared with the client, a typo
 * would pass on both sides.
 */
final class LonePosts {

    static final int HEADER_MISMATCH = -32020;
    static final int UNSUPPORTED_VERSION = -32022;

    private static final String META = "_meta";
    private static final String VERSION = "io.modelcontextprotocol/protocolVersion";
    private static final String CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
    private static final String SPOKEN = "2026-07-28";
    private static final Map<String, String> NAMED_BY =
            Map.of("tools/call", "name", "prompts/get", "name", "resources/read", "uri");

    private final Faults faults;
    private final LoneMethods methods;

    LonePosts(Faults faults, LoneMethods methods) {
        this.faults = faults;
        this.methods = methods;
    }

    /** Whether the headers of a POST say that it stands alone. */
    static boolean announcesItself(Lines lines) {
        return lines.all("MCP-Protocol-Version").contains(SPOKEN)
                || !lines.all("Mcp-Method").isEmpty();
    }

    /** Whether the body of a POST says so. */
    static boolean describesItself(JsonNode body) {
        return body.path("params").path(META).has(VERSION);
    }

    Errand read(Flight flight, Lines lines, String verb) throws Refusal, Gone, IOException {
        if (!verb.equals("POST")) {
            throw Refusal.of(405, -32000, "Method not allowed: this server keeps no sessions")
                    .with("allow", "POST, OPTIONS");
        }
        return read(flight, lines, Posts.json(flight, lines));
    }

    Errand read(Flight flight, Lines lines, JsonNode body) throws Refusal, Gone {
        Message message = Message.of(body);
        if (message instanceof Message.Malformed malformed) {
            throw Refusal.of(400, -32600, "Invalid Request: " + malformed.why(), malformed.id());
        }
        if (message instanceof Message.Response) {
            throw Refusal.of(400, -32600, "Invalid Request: this server asks nothing, so nothing answers it");
        }
        if (message instanceof Message.Notification) {
            return errand(
                    JsonText.object().nullNode(), Operation.NOTICE, store -> Errand.Outcome.of(Answer.empty(202)));
        }
        Message.Request request = (Message.Request) message;
        JsonNode params = request.params().orElseGet(JsonText::object);
        demandTheSpokenRevision(lines, request, params.path(META));
        demandThatHeadersAgree(flight.defects(), lines, request, params);
        meetWhatIsWrong(flight, lines, request);
        if (request.method().equals("subscriptions/listen")) {
            return errand(request.id(), Operation.STREAM, store -> LoneStreams.listen(request.id()));
        }
        return errand(request.id(), Operation.CALL, store -> {
            ObjectNode answer = methods.answer(request, flight.caller(), store);
            boolean unknown = answer.path("error").path("code").asInt(0) == RpcError.METHOD_NOT_FOUND;
            return Errand.Outcome.of(
                    unknown
                            ? Answer.json(404, JsonText.write(answer))
                            : faults.form(flight.caller()) == Form.JSON
                                    ? Answer.json(200, JsonText.write(answer))
                                    : LoneStreams.answer(List.of(JsonText.write(answer))));
        });
    }

    private static Errand errand(JsonNode id, Operation operation, Errand.Work work) {
        return new Errand(operation, Optional.empty(), id, Revision.R2026_07_28, work);
    }

    private static void demandTheSpokenRevision(Lines lines, Message.Request request, JsonNode meta) throws Refusal {
        List<String> told = lines.all("MCP-Protocol-Version");
        if (!meta.path(VERSION).isString()) {
            if (told.isEmpty() && lines.all("Mcp-Method").isEmpty()) {
                // A client that only knows sessions: it learns which revisions there are instead (MOD-15).
                throw unsupported(request, asked(request));
            }
            throw incomplete(request);
        }
        String revision = meta.path(VERSION).stringValue();
        if (!meta.path(CAPABILITIES).isObject()) {
            throw incomplete(request);
        }
        if (told.size() != 1 || !told.get(0).equals(revision)) {
            throw mismatch(request, "MCP-Protocol-Version");
        }
        if (!revision.equals(SPOKEN)) {
            throw unsupported(request, revision);
        }
    }

    private static Refusal incomplete(Message.Request request) {
        return Refusal.of(
                400, RpcError.INVALID_PARAMS, "_meta names the revision and what the client can", request.id());
    }

    private static String asked(Message.Request request) {
        return request.params()
                .map(p -> p.path("protocolVersion"))
                .filter(JsonNode::isString)
                .map(JsonNode::stringValue)
                .orElse("");
    }

    private static Refusal unsupported(Message.Request request, String asked) {
        ObjectNode error = JsonText.error(
                UNSUPPORTED_VERSION, "Unsupported protocol version; this server speaks " + SPOKEN, request.id());
        ObjectNode data = ((ObjectNode) error.get("error")).putObject("data");
        data.putArray("supported").add(SPOKEN);
        data.put("requested", asked);
        return new Refusal(Answer.json(400, JsonText.write(error)));
    }

    private static void meetWhatIsWrong(Flight flight, Lines lines, Message.Request request) throws Refusal, Gone {
        Defects defects = flight.defects();
        if (defects.has(Defect.LONE_REQUESTS_END_SESSIONS)) {
            for (SessionId own : flight.incarnation().within(store -> store.live(flight.caller()))) {
                flight.destroy(own);
            }
        }
        if (defects.has(Defect.LONE_REQUESTS_LOOK_FOR_SESSIONS)
                && !lines.all("Mcp-Session-Id").isEmpty()) {
            throw Refusal.of(404, -32001, "Session not found", request.id());
        }
        if (defects.has(Defect.LONE_FIRST_REQUEST_FAILS) && flight.incarnation().isFirstLoneRequest()) {
            throw Refusal.of(500, -32603, "Not initialized", request.id());
        }
    }

    private static void demandThatHeadersAgree(Defects defects, Lines lines, Message.Request request, JsonNode params)
            throws Refusal {
        List<String> methods = defects.has(Defect.LONE_MARKS_IN_CAPITALS_SERVED)
                ? lines.all("Mcp-Method").stream()
                        .map(m -> m.toLowerCase(Locale.ROOT))
                        .toList()
                : lines.all("Mcp-Method");
        if (!methods.equals(List.of(request.method()))) {
            throw mismatch(request, "Mcp-Method");
        }
        String member = NAMED_BY.get(request.method());
        if (member == null || !params.path(member).isString()) {
            return;
        }
        Optional<String> name = defects.has(Defect.LONE_NAME_CODE_NOT_READ)
                ? lines.only("Mcp-Name")
                : lines.only("Mcp-Name").flatMap(LonePosts::decoded);
        if (!name.equals(Optional.of(params.path(member).stringValue()))) {
            throw mismatch(request, "Mcp-Name");
        }
    }

    /** Names outside plain ASCII come as {@code =?base64?...?=} (MOD-07). */
    private static Optional<String> decoded(String value) {
        String encoding = "=?base64?";
        if (!value.startsWith(encoding) || !value.endsWith("?=") || value.length() < encoding.length() + 2) {
            return Optional.of(value);
        }
        try {
            return Body.of(Base64.getDecoder().decode(value.substring(encoding.length(), value.length() - 2)))
                    .strictText();
        } catch (IllegalArgumentException broken) {
            return Optional.empty();
        }
    }

    private static Refusal mismatch(Message.Request request, String header) {
        return Refusal.of(
                400, HEADER_MISMATCH, "Header mismatch: " + header + " is not what the body says", request.id());
    }
}
