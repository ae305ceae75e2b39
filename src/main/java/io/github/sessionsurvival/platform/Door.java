package io.github.sessionsurvival.platform;

import io.github.sessionsurvival.wire.SessionId;
import java.io.IOException;
import java.util.List;
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
        Neighbourhood.check(lines);
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
        flight.calledBy(callers.of(lines, ResourceDocument.challenge(flight.exchange())));
        membership.demand(flight, lines);
        // Which way of speaking it is, is found out before any session is looked for: a lone request belongs to none,
        // whatever else it names (MOD-23).
        if (eras.isLone(flight.caller(), verb, lines)) {
            return lone.read(flight, lines, verb);
        }
        Optional<SessionRuntime> session = session(flight, lines);
        return switch (verb) {
            case "POST" -> posts.read(flight, lines, session);
            case "GET" -> stream(lines, session);
            default -> ending(lines, session);
        };
    }

    private static Optional<SessionRuntime> session(Flight flight, Lines lines) throws Refusal, Gone {
        List<String> given = lines.all("Mcp-Session-Id");
        if (given.size() > 1) {
            throw Refusal.of(400, -32000, "Bad Request: Mcp-Session-Id header is given more than once");
        }
        if (given.isEmpty() || given.get(0).isEmpty()) {
            return Optional.empty();
        }
        SessionId id = new SessionId(given.get(0));
        return flight.incarnation().<Optional<SessionRuntime>, Refusal>within(store -> {
            StoredSession stored = Live.check(store, id);
            if (!stored.owner().equals(flight.caller())) {
                throw Refusal.of(403, -32003, "MCP session does not belong to the current bearer");
            }
            return Optional.of(flight.incarnation().enter(id, flight::worksIn));
        });
    }

    private static Errand stream(Lines lines, Optional<SessionRuntime> session) throws Refusal {
        SessionRuntime in = required(session);
        if (!MediaRanges.cover(lines.all("Accept"), EventStreams.TYPE)) {
            throw Refusal.of(406, -32000, "Not Acceptable: Client must accept text/event-stream");
        }
        Versions.check(lines, in.revision());
        String replayed = lines.only("Last-Event-ID")
                .flatMap(last -> in.events().after(last))
                .orElse("");
        return Errand.in(in, Operation.STREAM, store -> {
            Live.check(store, in.id());
            return EventStreams.open(in, replayed);
        });
    }

    private static Errand ending(Lines lines, Optional<SessionRuntime> session) throws Refusal {
        SessionRuntime in = required(session);
        Versions.check(lines, in.revision());
        return Errand.in(in, Operation.ENDING, store -> {
            Live.check(store, in.id());
            store.end(in.id());
            return Errand.Outcome.of(Answer.empty(204));
        });
    }

    private static SessionRuntime required(Optional<SessionRuntime> session) throws Refusal {
        return session.orElseThrow(() -> Refusal.of(400, -32000, "Bad Request: Mcp-Session-Id header is required"));
    }
}
