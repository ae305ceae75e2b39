package io.github.sessionsurvival.platform;

import io.github.sessionsurvival.wire.Revision;
import io.github.sessionsurvival.wire.SessionId;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads a POST and makes an errand of it: openings, confirmations, calls, batches, notices. */
final class Posts {

    static final int LARGEST_BODY = 4 * 1024 * 1024;

    private static final int LARGEST_BATCH = 100;
    private static final String JSON = "application/json";

    private final Faults faults;
    private final Eras eras;
    private final SessionCaps caps;
    private final LonePosts lone;
    private final Supplier<String> version;
    private final Map<String, Integer> openings = new ConcurrentHashMap<>();

    Posts(Faults faults, Eras eras, SessionCaps caps, LonePosts lone, Supplier<String> version) {
        this.faults = faults;
        this.eras = eras;
        this.caps = caps;
        this.lone = lone;
        this.version = version;
    }

    Errand read(Flight flight, Lines lines, Optional<SessionRuntime> session) throws Refusal, Gone, IOException {
        JsonNode body = json(flight, lines);
        if (session.isEmpty() && LonePosts.describesItself(body) && eras.servesLone(flight.caller())) {
            return lone.read(flight, lines, body);
        }
        if (body.isArray()) {
            return batch(flight, lines, session, (ArrayNode) body);
        }
        Message message = Message.of(body);
        if (message instanceof Message.Malformed malformed) {
            throw Refusal.of(400, -32600, "Invalid Request: " + malformed.why(), malformed.id());
        }
        if (message instanceof Message.Request request && request.method().equals("initialize")) {
            return opening(flight, session, request);
        }
        SessionRuntime in = required(flight, session.isPresent() ? session : unnamed(flight, message), message);
        demandTheAgreedRevision(flight, lines, in);
        if (message instanceof Message.Request request) {
            demandThatItIsConfirmed(flight, in, request);
        }
        if (message instanceof Message.Request request) {
            return call(in, request);
        }
        if (message instanceof Message.Notification notification) {
            if (notification.method().equals("initialize")) {
                throw Refusal.of(400, -32600, "Invalid Request: initialize needs an id");
            }
            if (notification.method().equals("notifications/cancelled")
                    && flight.defects().has(Defect.CANCELLATIONS_END_THE_SESSION)) {
                flight.destroy(in.id());
            }
            if (notification.method().equals("notifications/initialized")) {
                return Errand.in(in, Operation.CONFIRMATION, store -> {
                    Live.check(store, in.id());
                    store.confirm(in.id());
                    return Errand.Outcome.of(Answer.empty(202));
                });
            }
        }
        return Errand.in(in, Operation.NOTICE, store -> Errand.Outcome.of(Answer.empty(202)));
    }

    /** The body of a POST that comes in the right form. */
    static JsonNode json(Flight flight, Lines lines) throws Refusal, IOException {
        List<String> accept = lines.all("Accept");
        if (!MediaRanges.cover(accept, JSON) || !MediaRanges.cover(accept, EventStreams.TYPE)) {
            throw Refusal.of(
                    406, -32000, "Not Acceptable: Client must accept both application/json and text/event-stream");
        }
        String type = lines.only("Content-Type").orElse("").split(";", 2)[0].strip();
        boolean any = flight.defects().has(Defect.PLAIN_TEXT_ACCEPTED);
        if (!any && !type.toLowerCase(Locale.ROOT).equals(JSON)) {
            throw Refusal.of(415, -32000, "Unsupported Media Type: Content-Type must be application/json");
        }
        return JsonText.read(body(flight, lines))
                .map(flight::hears)
                .orElseThrow(() -> Refusal.of(400, -32700, "Parse error: Invalid JSON"));
    }

    private static byte[] body(Flight flight, Lines lines) throws Refusal, IOException {
        boolean tooLong = lines.only("Content-Length")
                .filter(l -> l.matches("\\d+") && (l.length() > 9 || Integer.parseInt(l) > LARGEST_BODY))
                .isPresent();
        InputStream in = flight.exchange().getRequestBody();
        byte[] bytes = tooLong ? new byte[0] : in.readNBytes(LARGEST_BODY + 1);
        if (tooLong || bytes.length > LARGEST_BODY) {
            throw Refusal.of(413, -32000, "Request body too large. Maximum size is " + LARGEST_BODY + " bytes");
        }
        return bytes;
    }

    /** A session of a caller who is told no ids: any will do, since no request can say which it means. */
    private Optional<SessionRuntime> unnamed(Flight flight, Message message) throws Refusal, Gone {
        boolean asksForIds =
                flight.defects().has(Defect.UNNAMED_SESSIONS_NOT_SERVED) && message instanceof Message.Request;
        if (!eras.tellsNoIds(flight.caller()) || asksForIds) {
            return Optional.empty();
        }
        return flight.incarnation().<Optional<SessionRuntime>, Refusal>within(store -> {
            List<SessionId> own = store.unnamed(Optional.of(flight.caller()));
            return own.isEmpty()
                    ? Optional.empty()
                    : Optional.of(flight.incarnation().enter(own.get(own.size() - 1), flight::worksIn));
        });
    }

    private static void demandTheAgreedRevision(Flight flight, Lines lines, SessionRuntime in) throws Refusal {
        if (flight.defects().has(Defect.MISSING_REVISION_REFUSED)
                && lines.all("MCP-Protocol-Version").isEmpty()
                && in.revision().carriesVersionHeader()) {
            throw Refusal.of(400, -32000, "Bad Request: MCP-Protocol-Version header is required");
        }
        if (!flight.defects().has(Defect.UNKNOWN_REVISIONS_SERVED)) {
            Versions.check(lines, in.revision());
        }
    }

    private static void demandThatItIsConfirmed(Flight flight, SessionRuntime in, Message.Request request)
            throws Refusal, Gone {
        boolean refuses = flight.defects().has(Defect.PING_BEFORE_CONFIRMATION_REFUSED)
                && request.method().equals("ping");
        boolean fails = flight.defects().has(Defect.REQUEST_BEFORE_CONFIRMATION_IS_500)
                && !request.method().equals("ping");
        if ((refuses || fails)
                && flight.incarnation()
                        .within(store -> store.find(in.id()).filter(s -> !s.confirmed()))
                        .isPresent()) {
            throw Refusal.of(refuses ? 400 : 500, -32000, "Not initialized", request.id());
        }
    }

    private static SessionRuntime required(Flight flight, Optional<SessionRuntime> session, Message message)
            throws Refusal {
        if (session.isEmpty() && flight.madeUp().isPresent()) {
            throw Refusal.of(404, -32001, "Session not found");
        }
        if (session.isEmpty()) {
            String why = "Bad Request: Mcp-Session-Id header is required";
            throw message instanceof Message.Request request
                    ? Refusal.of(400, -32000, why, request.id())
                    : Refusal.of(400, -32000, why);
        }
        return session.get();
    }

    private Errand opening(Flight flight, Optional<SessionRuntime> session, Message.Request request)
            throws Refusal, Gone {
        Defects defects = flight.defects();
        if (session.isPresent() && defects.has(Defect.SECOND_OPENING_REPLACES)) {
            flight.destroy(session.get().id());
            flight.rest();
        } else if (session.isPresent()) {
            throw Refusal.of(
                    400, -32600, "Invalid Request: Initialization requests must not include a sessionId", request.id());
        }
        flight.asks(Operation.INITIALIZE);
        flight.incarnation().within(store -> {
            store.openingReceived(flight.caller());
            return null;
        });
        Optional<JsonNode> params = request.params();
        JsonNode asked = params.map(p -> p.get("protocolVersion")).orElse(null);
        JsonNode client = params.map(p -> p.get("clientInfo")).orElse(null);
        boolean whole = isString(asked)
                && params.map(p -> p.get("capabilities"))
                        .filter(JsonNode::isObject)
                        .isPresent()
                && client != null
                && isString(client.get("name"))
                && isString(client.get("version"));
        if (!whole && !(defects.has(Defect.INCOMPLETE_OPENING_ACCEPTED) && isString(asked))) {
            throw Refusal.of(
                    400,
                    RpcError.INVALID_PARAMS,
                    "initialize needs protocolVersion, capabilities and clientInfo with name and version",
                    request.id());
        }
        meetWhatIsWrongWithOpenings(flight, request);
        Revision revision = Versions.negotiate(asked.stringValue(), defects);
        return new Errand(Operation.INITIALIZE, Optional.empty(), request.id(), revision, store -> {
            SessionId id = flight.madeUp()
                    .map(given -> store.mint(flight.caller(), revision, given))
                    .or(() -> store.mint(flight.caller(), revision, caps.of(flight.caller())))
                    .orElseThrow(() -> caps.refusal(request.id()));
            SessionRuntime minted = flight.incarnation().runtime(id).orElseThrow();
            // Busy until its opening is answered; one that was disposed of in this very moment is read back when it is
            // used.
            flight.worksIn(minted);
            Answer answer = answer(minted, List.of(JsonText.result(initialized(revision), request.id())), false, false);
            if (eras.tellsNoIds(flight.caller())) {
                return Errand.Outcome.of(answer);
            }
            return new Errand.Outcome(answer.with("mcp-session-id", id.value()), Optional.of(id), Errand.Tail.NONE);
        });
    }

    /** What befalls an opening that is as it has to be. */
    private void meetWhatIsWrongWithOpenings(Flight flight, Message.Request request) throws Refusal, Gone {
        Defects defects = flight.defects();
        String caller = flight.caller();
        if (defects.has(Defect.OPENING_WITH_A_REVISION_REFUSED) && new Asked(flight).says("MCP-Protocol-Version")) {
            throw Refusal.of(400, -32000, "Bad Request: no session has agreed a revision yet", request.id());
        }
        if (defects.has(Defect.OPENING_ENDS_OTHERS)) {
            for (SessionId other : flight.incarnation().within(store -> store.live(caller))) {
                flight.destroy(other);
            }
        }
        if (defects.has(Defect.DOOR_SENDS_OPENINGS_AGAIN)) {
            flight.incarnation().within(store -> {
                store.openingReceived(caller);
                return store.mint(caller, Versions.LATEST);
            });
        }
        if (defects.has(Defect.ENDING_BARS_OPENINGS)
                && flight.incarnation()
                                .within(store -> store.census(Optional.of(caller)))
                                .ended()
                        > 0) {
            throw Refusal.of(400, -32600, "Invalid Request: Server already initialized", request.id());
        }
        if (defects.has(Defect.LIMIT_RACES)) {
            boolean full = flight.incarnation().within(store -> store.open(caller)) >= caps.of(caller);
            flight.waitForOthers();
            if (full) {
                throw caps.refusal(request.id());
            }
        }
        if (defects.has(Defect.OPENINGS_AT_ONCE_FAIL)) {
            int others = openings.merge(caller, 1, Integer::sum) - 1;
            flight.waitForOthers();
            openings.merge(caller, -1, Integer::sum);
            if (others > 0) {
                throw Refusal.of(500, -32603, "Internal server error", request.id());
            }
        }
    }

    private static boolean isString(JsonNode node) {
        return node != null && node.isString();
    }

    private ObjectNode initialized(Revision revision) {
        ObjectNode result = JsonText.object().put("protocolVersion", revision.date());
        result.putObject("capabilities").putObject("tools").put("listChanged", true);
        result.putObject("serverInfo").put("name", "session-survival-platform").put("version", version.get());
        return result;
    }

    private Errand call(SessionRuntime session, Message.Request request) {
        return Errand.in(session, Operation.CALL, request.id(), store -> {
            Live.check(store, session.id());
            ObjectNode answer = Methods.answer(request, session, store);
            return Errand.Outcome.of(named(answer(session, List.of(answer), false, true), session));
        });
    }

    private Errand batch(Flight flight, Lines lines, Optional<SessionRuntime> session, ArrayNode array)
            throws Refusal, Gone {
        List<Message> messages = new ArrayList<>();
        array.forEach(node -> messages.add(Message.of(node)));
        // BATCH-02, BATCH-03: whatever the revision, a handshake is never part of a batch.
        if (flight.defects().has(Defect.OPENING_IN_A_LIST_ACCEPTED)
                && messages.get(0) instanceof Message.Request request
                && request.method().equals("initialize")) {
            return opening(flight, session, request);
        }
        if (messages.stream().anyMatch(Posts::isOpening)) {
            throw Refusal.of(400, -32600, "Invalid Request: initialize is never part of a batch");
        }
        if (session.isEmpty()) {
            throw Refusal.of(400, -32000, "Bad Request: Mcp-Session-Id header is required");
        }
        SessionRuntime in = session.get();
        Versions.check(lines, in.revision());
        if (!in.revision().equals(Revision.R2025_03_26) || flight.defects().has(Defect.LISTS_REFUSED)) {
            throw Refusal.of(400, -32600, "Invalid Request: batches ended with revision 2025-03-26");
        }
        if (messages.isEmpty() || messages.size() > LARGEST_BATCH) {
            throw Refusal.of(400, -32600, "Invalid Request: a batch holds 1 to " + LARGEST_BATCH + " messages");
        }
        return Errand.in(in, Operation.CALL, store -> {
            Live.check(store, in.id());
            List<ObjectNode> answers = new ArrayList<>();
            for (Message message : messages) {
                if (message instanceof Message.Request request) {
                    answers.add(Methods.answer(request, in, store));
                } else if (message instanceof Message.Malformed malformed) {
                    answers.add(JsonText.error(-32600, "Invalid Request: " + malformed.why(), malformed.id()));
                }
            }
            return Errand.Outcome.of(
                    answers.isEmpty() ? Answer.empty(202) : named(answer(in, answers, true, true), in));
        });
    }

    private static boolean isOpening(Message message) {
        return message instanceof Message.Request request && request.method().equals("initialize")
                || message instanceof Message.Notification notification
                        && notification.method().equals("initialize");
    }

    private Answer answer(SessionRuntime session, List<ObjectNode> messages, boolean batch, boolean mayPause) {
        Form form = faults.form(session.owner());
        if (form == Form.JSON) {
            return Answer.json(200, JsonText.write(batch ? messages : messages.get(0)));
        }
        boolean primed = session.revision().compareTo(Revision.R2025_11_25) >= 0;
        List<String> texts = messages.stream().map(JsonText::write).toList();
        return EventStreams.answer(
                primed && mayPause && form == Form.PAUSING_EVENT_STREAM
                        ? session.events().begin(texts)
                        : session.events().record(primed, texts));
    }

    /** Every event stream names its session; a plain answer has no need to. */
    private static Answer named(Answer answer, SessionRuntime session) {
        return answer.streamed() ? answer.with("mcp-session-id", session.id().value()) : answer;
    }
}
