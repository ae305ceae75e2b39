package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.client.ExchangeLog;
import io.github.sessionsurvival.client.McpClient;
import io.github.sessionsurvival.client.Opening;
import io.github.sessionsurvival.client.Session;
import io.github.sessionsurvival.wire.Body;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Headers;
import io.github.sessionsurvival.wire.Purpose;
import io.github.sessionsurvival.wire.SessionId;
import io.github.sessionsurvival.wire.WireFault;
import java.util.Optional;

/**
 * What a server offers that no file declares: found out once per run, with sessions of the main caller, which are ended
 * like every other. Made the first time a scenario needs to know.
 */
final class FirstOpening {

    /** The label under which its session stands in the ledger. */
    static final String LABEL = "first-opening";

    private static final int NOT_OFFERED = 405;

    private final Run run;
    private Found found;
    private Optional<Stream> stream = Optional.empty();

    FirstOpening(Run run) {
        this.run = run;
    }

    /**
     * What was found. Where the session could not be opened, everything counts as offered: a scenario that then fails
     * says more than one that is left out.
     *
     * @param id the id that the server issued
     * @param idsUnproven why an id that is answered proves no living session; empty where invented and ended ids are dead
     */
    record Found(boolean issuesIds, boolean offersEnding, Optional<SessionId> id, Optional<String> idsUnproven) {

        static final Found NOTHING = new Found(
                true,
                true,
                Optional.empty(),
                Optional.of("whether session ids are checked is not known: the session to find out with did not open"));
    }

    synchronized Found look() {
        if (found == null) {
            try {
                found = open();
            } finally {
                run.ledger().endAllOf(LABEL);
            }
        }
        return found;
    }

    /** What comes of asking for a session's stream. */
    enum Stream {
        OFFERED,
        NOT_OFFERED,
        /** Not even headers, as of servers that send them with their first message; nothing can be told of such a stream. */
        SILENT
    }

    boolean offersStream() {
        return stream() != Stream.NOT_OFFERED;
    }

    /**
     * Whether it offers a stream of its own messages; offered where the session could not be opened. Asked apart, and only
     * where it matters: some servers send no headers before their first message, and the silence is waited out.
     */
    synchronized Stream stream() {
        if (stream.isEmpty()) {
            try {
                McpClient client = client();
                stream = Optional.of(client.open(run.asks())
                        .session()
                        .map(session -> stream(client, session))
                        .orElse(Stream.OFFERED));
            } finally {
                run.ledger().endAllOf(LABEL);
            }
        }
        return stream.get();
    }

    private Found open() {
        McpClient client = client();
        Opening opening = client.open(run.asks());
        return opening.session().map(session -> explore(client, session)).orElse(Found.NOTHING);
    }

    private McpClient client() {
        return Clients.of(run, run.target().caller(), new ExchangeLog(), LABEL, run.swift());
    }

    private Found explore(McpClient client, Session session) {
        Optional<String> inventedLives = session.id().flatMap(id -> invented(client, session, id));
        int ending = session.id().isPresent() ? client.end(session).status() : NOT_OFFERED;
        Optional<String> endedLives = ending / 100 == 2 ? alive(client, session, "an ended id") : Optional.empty();
        return new Found(
                session.id().isPresent(), ending != NOT_OFFERED, session.id(), inventedLives.or(() -> endedLives));
    }

    private Optional<String> invented(McpClient client, Session session, SessionId issued) {
        SessionId invented = InventedId.like(issued);
        run.redaction().hide(invented);
        return alive(
                client,
                new Session(Optional.of(invented), session.caller(), session.revision(), session.initializeResult()),
                "an invented id");
    }

    /** Asked with the very request that proves survival: a server may check ids here and not there. */
    private static Optional<String> alive(McpClient client, Session dead, String what) {
        return Reply.result(client.probe(dead)).isPresent()
                ? Optional.of("session ids are not checked: " + what + " was answered as if alive")
                : Optional.empty();
    }

    private static Stream stream(McpClient client, Session session) {
        Exchange asked = client.raw(
                Purpose.STREAM,
                "GET",
                session.id(),
                Optional.of(session.revision()),
                Headers.NONE.with("Accept", "text/event-stream"),
                Body.EMPTY);
        if (isSilent(asked)) {
            return Stream.SILENT;
        }
        return asked.status() == NOT_OFFERED ? Stream.NOT_OFFERED : Stream.OFFERED;
    }

    /** Whether a request for a stream met with nothing at all. */
    static boolean isSilent(Exchange asked) {
        return asked.purpose() == Purpose.STREAM
                && asked.fault()
                        .filter(f -> f.kind() == WireFault.Kind.NO_HEADERS)
                        .isPresent();
    }
}
