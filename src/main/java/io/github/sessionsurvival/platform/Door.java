package io.github.sessionsurvival.platform;

import io.github.sessionsurvival.wire.SessionId;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The checks of a request, in the contract's order: neighbourhood, verb, credentials, membership, session and owner, then the rest.
 * What passes becomes an errand.
 */
final class Door {

    private static final String ALLOWED = "GET, POST, DELETE, OPTIONS";

    private final Callers callers;
    private final Membership membership;
    private final Eras eras;
    private final Posts posts;
    private final LonePosts lone;

    Door(Callers callers, Membership membership, Eras eras, Posts posts, LonePosts lone) {
        this.callers = callers;
        this.membership = membership;
        this.eras = eras;
        this.posts = posts;
        this.lone = lone;
    }

    Errand admit(Flight flight) throws Refusal, Gone, IOException {
        Lines lines = new Lines(flight.exchange());
        Neighbourhood.check(lines, flight.defects());
        String verb = flight.exchange().getRequestMethod();
        String path = flight.exchange().getRequestURI().getPath();
        if (!McpEndpoint.PATH.equals(path)) {
            throw new Refusal(ResourceDocument.answer(flight.exchange(), callers, verb, path));
        }
        if (verb.equals("OPTIONS")) {
            throw new Refusal(
                    Answer.empty(204)
                            .with("access-control-allow-methods", ALLOWED)
                            .with(
                                    "access-control-allow-headers",
                                    "authorization, content-type, accept, mcp-session-id, mcp-protocol-version, mcp-method, mcp-name, last-event-id"));
        }
        if (!List.of("GET", "POST", "DELETE").contains(verb)) {
            throw Refusal.of(405, -32001, "Method not allowed").with("allow", ALLOWED);
        }
        if (flight.defects().has(Defect.SESSIONS_LOOKED_UP_FIRST)) {
            demandALiveSession(flight, lines);
        }
        flight.calledBy(caller(flight, lines));
        membership.demand(flight, lines);
        // Which way of speaking it is, is found out before any session is looked for: a lone request belongs to none,
        // whatever else it names (MOD-23).
        if (eras.isLone(flight.caller(), verb, lines)) {
            return lone.read(flight, lines, verb);
        }
        Optional<SessionRuntime> session = session(flight, lines);
        try {
            return switch (verb) {
                case "POST" -> posts.read(flight, lines, session);
                case "GET" -> stream(flight, lines, session);
                default -> ending(flight, lines, session);
            };
        } catch (Refusal refusal) {
            if (flight.defects().has(Defect.REFUSALS_END_THE_SESSION) && session.isPresent()) {
                flight.destroy(session.get().id());
            }
            throw refusal;
        }
    }

    private String caller(Flight flight, Lines lines) throws Refusal, Gone {
        try {
            return callers.of(lines, ResourceDocument.challenge(flight.exchange()));
        } catch (Refusal refusal) {
            if (flight.defects().has(Defect.WRONG_BEARER_ENDS_THE_SESSION)) {
                for (String id : lines.all("Mcp-Session-Id")) {
                    flight.destroy(new SessionId(id));
                }
            }
            throw refusal;
        }
    }

    private static void demandALiveSession(Flight flight, Lines lines) throws Refusal, Gone {
        for (String id : lines.all("Mcp-Session-Id")) {
            flight.incarnation().<StoredSession, Refusal>within(store -> Live.check(store, new SessionId(id)));
        }
    }

    private static Optional<SessionRuntime> session(Flight flight, Lines lines) throws Refusal, Gone {
        Defects defects = flight.defects();
        List<String> given = lines.all("Mcp-Session-Id");
        if (given.size() > 1) {
            throw Refusal.of(400, -32000, "Bad Request: Mcp-Session-Id header is given more than once");
        }
        if (given.isEmpty() || given.get(0).isEmpty()) {
            return Optional.empty();
        }
        SessionId id = new SessionId(
                defects.has(Defect.SESSION_IDS_IN_ANY_LETTERS) ? given.get(0).toLowerCase(Locale.ROOT) : given.get(0));
        return flight.incarnation().<Optional<SessionRuntime>, Refusal>within(store -> {
            if (isToBeMadeUp(flight, store, id)) {
                flight.makesUp(id);
                return Optional.empty();
            }
            StoredSession stored = live(flight, store, id);
            if (!stored.owner().equals(flight.caller()) && !isServedAllTheSame(flight, id)) {
                throw Refusal.of(403, -32003, "MCP session does not belong to the current bearer");
            }
            SessionRuntime runtime = flight.incarnation().enter(id, flight::worksIn);
            meetWhatIsWrongWith(runtime, flight);
            return Optional.of(runtime);
        });
    }

    private static boolean isToBeMadeUp(Flight flight, SessionStore store, SessionId id) {
        return flight.defects().has(Defect.MADE_UP_ID_ADOPTED)
                && flight.exchange().getRequestMethod().equals("POST")
                && store.find(id).isEmpty();
    }

    private static StoredSession live(Flight flight, SessionStore store, SessionId id) throws Refusal {
        Defects defects = flight.defects();
        if (defects.has(Defect.UNKNOWN_IDS_ADOPTED) && store.find(id).isEmpty()) {
            store.mint(flight.caller(), Versions.LATEST, id);
        }
        if (defects.has(Defect.ENDED_SESSIONS_REVIVED)) {
            store.revive(id);
        }
        if (flight.isByTheOtherDoor() && defects.has(Defect.OTHER_DOOR_KNOWS_NO_SESSIONS)) {
            throw Refusal.of(404, -32001, "Session not found");
        }
        if (flight.defects().has(Defect.SESSIONS_DAMAGED_IN_A_RESTART)
                && flight.incarnation().isFromBefore(id)) {
            throw Refusal.of(500, -32603, "Internal server error");
        }
        try {
            return Live.check(store, id);
        } catch (Refusal dead) {
            if (defects.has(Defect.DEAD_ID_ENDS_LIVING_SESSIONS)) {
                store.live(flight.caller()).forEach(flight.incarnation()::destroy);
            }
            throw dead;
        }
    }

    private static boolean isServedAllTheSame(Flight flight, SessionId id) {
        Defects defects = flight.defects();
        return switch (flight.exchange().getRequestMethod()) {
                    case "POST" -> defects.has(Defect.OTHERS_SERVED_BY_POST);
                    case "GET" -> defects.has(Defect.OTHERS_SERVED_BY_GET);
                    default -> defects.has(Defect.OTHERS_SERVED_BY_DELETE);
                }
                || defects.has(Defect.OWNER_FORGOTTEN_IN_A_RESTART)
                        && flight.incarnation().isFromBefore(id);
    }

    /** What befalls a request in a session that is there. */
    private static void meetWhatIsWrongWith(SessionRuntime runtime, Flight flight) throws Refusal {
        Defects defects = flight.defects();
        if (defects.has(Defect.INSTANCES_SHARE_NOTHING) && runtime.begun() % 10 == 0) {
            throw Refusal.of(404, -32001, "Session not found");
        }
        if (defects.has(Defect.IDLE_SESSIONS_FAIL) && runtime.isBackFromIdling()) {
            throw Refusal.of(500, -32603, "Internal server error");
        }
        if (defects.has(Defect.RESTORED_FOR_ONE_ALONE) && runtime.isRestored()) {
            if (runtime.begun() > 1 && runtime.working() > 1) {
                throw Refusal.of(500, -32603, "Internal server error");
            }
            if (runtime.begun() == 1) {
                flight.waitForOthers();
            }
        }
    }

    private static Errand stream(Flight flight, Lines lines, Optional<SessionRuntime> session) throws Refusal {
        SessionRuntime in = required(session);
        if (!MediaRanges.cover(lines.all("Accept"), EventStreams.TYPE)) {
            throw Refusal.of(406, -32000, "Not Acceptable: Client must accept text/event-stream");
        }
        Versions.check(lines, in.revision());
        Defects defects = flight.defects();
        if (defects.has(Defect.REOPENING_REFUSED) && in.standing().opened() > 0) {
            throw Refusal.of(409, -32000, "Conflict: one stream for each session");
        }
        Optional<String> last = lines.only("Last-Event-ID");
        Optional<String> rest = last.flatMap(event -> in.events().after(event));
        if (last.isPresent() && rest.isEmpty() && failsAtAnUnknownEvent(flight, in.id())) {
            throw Refusal.of(500, -32603, "Internal server error");
        }
        String replayed = rest.orElse("");
        return Errand.in(in, Operation.STREAM, store -> {
            Live.check(store, in.id());
            return EventStreams.open(in, replayed);
        });
    }

    private static boolean failsAtAnUnknownEvent(Flight flight, SessionId id) {
        return flight.defects().has(Defect.UNKNOWN_EVENT_FAILS)
                || flight.defects().has(Defect.RESUMPTION_FAILS_AFTER_A_RESTART)
                        && flight.incarnation().isFromBefore(id);
    }

    private static Errand ending(Flight flight, Lines lines, Optional<SessionRuntime> session) throws Refusal {
        SessionRuntime in = required(session);
        Versions.check(lines, in.revision());
        Defects defects = flight.defects();
        if (defects.has(Defect.ENDINGS_AT_ONCE_FAIL)) {
            flight.waitForOthers();
        }
        return Errand.in(in, Operation.ENDING, store -> {
            if (defects.has(Defect.ENDING_NOT_DONE) || in.isImmortal()) {
                return Errand.Outcome.of(Answer.empty(204));
            }
            if (defects.has(Defect.ENDINGS_AT_ONCE_FAIL)
                    && store.find(in.id()).filter(StoredSession::live).isEmpty()) {
                throw Refusal.of(500, -32603, "Internal server error");
            }
            Live.check(store, in.id());
            store.end(in.id());
            if (defects.has(Defect.ENDING_ENDS_EVERYTHING)) {
                store.live(flight.caller()).forEach(store::end);
            }
            return Errand.Outcome.of(Answer.empty(204));
        });
    }

    private static SessionRuntime required(Optional<SessionRuntime> session) throws Refusal {
        return session.orElseThrow(() -> Refusal.of(400, -32000, "Bad Request: Mcp-Session-Id header is required"));
    }
}
