package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.Body;
import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Headers;
import io.github.sessionsurvival.wire.Purpose;
import io.github.sessionsurvival.wire.Revision;
import io.github.sessionsurvival.wire.SessionId;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * The reference client of one caller in one scenario: opens sessions patiently, confirms, asks, ends. Its conduct is the
 * subject of "the client's side" of the specification (RST-02 to RST-07, HTTP-03, SESS-16).
 */
public interface McpClient {

    Caller caller();

    /**
     * The whole handshake: the opening request, repeated only after the restart answer, then the confirmation. Never
     * throws for what a server does.
     */
    Opening open(Revision asked);

    /** The handshake without its confirmation. */
    Opening openUnconfirmed(Revision asked);

    /**
     * The opening request once, whatever the answer; a session it names is noted.
     *
     * @throws OpeningsBarred once the run is being ended
     */
    Exchange sendOpeningOnce(Revision asked);

    /** {@code notifications/initialized}. */
    Exchange confirm(Session session);

    /** A JSON-RPC request of that session, with a fresh request id; params as JSON text. */
    Exchange request(Session session, Purpose purpose, String method, String params);

    /**
     * The session's real request: the target's probe, else the first declared of tools/list, resources/list,
     * prompts/list, else ping (a weak proof).
     */
    Exchange probe(Session session);

    /** What {@link #probe} would send; a weak proof says so. */
    default Probe probeOf(Session session) {
        return Probe.firstDeclared(session.initializeResult());
    }

    /** A request whose answer is read to its end, also where it is a stream: what stands behind the response is of interest. */
    Exchange requestToTheEnd(Session session, Purpose purpose, String method, String params);

    /** The same up to the first event that has an id, where it is a stream: then the client lets go of it (SSE-10). */
    Exchange requestToItsFirstNamedEvent(Session session, Purpose purpose, String method, String params);

    /**
     * The session's standing stream; returns when it is over, or was let go of.
     *
     * @param begun told as soon as its headers are there
     */
    Exchange watch(Session session, CompletableFuture<Void> letGo, Consumer<Exchange> begun);

    /**
     * Goes on with a stream that broke off, not before the pause that it asked for (SSE-06).
     *
     * @param stream the stream as far as it was read
     * @param lastEventId the last event that counts as read (RES-05)
     * @param reading how far to read: a stream that is opened afresh has no end
     * @return empty when the stream asks for a longer pause than this client ever waits
     */
    Optional<Exchange> resume(Session session, Exchange stream, String lastEventId, Endpoint.Reading reading)
            throws InterruptedException;

    /** The explicit ending, as a scenario's step. A 2xx tells the ledger. */
    Exchange end(Session session);

    /** {@link #raw} to another address than the target's own. */
    Exchange elsewhere(
            URI address,
            Purpose purpose,
            String method,
            Optional<SessionId> id,
            Optional<Revision> revision,
            Headers extra,
            Body body);

    /**
     * Any request about any id: dead, missing, foreign. The body is JSON text, empty for none. Carries the caller's
     * bearer, and the revision's version header where one is given.
     */
    Exchange raw(
            Purpose purpose,
            String method,
            Optional<SessionId> id,
            Optional<Revision> revision,
            Headers extra,
            Body body);
}
