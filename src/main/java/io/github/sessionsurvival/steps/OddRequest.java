package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.client.Session;
import io.github.sessionsurvival.wire.Body;
import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.Headers;
import io.github.sessionsurvival.wire.JsonRpc;
import io.github.sessionsurvival.wire.Purpose;
import io.github.sessionsurvival.wire.Revision;
import io.github.sessionsurvival.wire.SessionId;
import java.net.URI;
import java.util.Optional;

/**
 * A request as it would go out, before it is sent: a usual one, of which one part can be made different.
 *
 * @param purpose why it is sent
 * @param method its HTTP method
 * @param session the session it names; empty for none
 * @param revision what its version header says; empty for no such header
 * @param headers further headers
 * @param body as sent
 * @param caller who sends it
 * @param server where it goes
 */
record OddRequest(
        Purpose purpose,
        String method,
        Optional<SessionId> session,
        Optional<Revision> revision,
        Headers headers,
        Body body,
        Caller caller,
        URI server) {

    static final String PING_ID = "\"odd-1\"";

    /** A ping as it has to be. */
    static OddRequest ping(Session session, Caller caller, URI server) {
        return new OddRequest(
                Purpose.PING,
                "POST",
                session.id(),
                Optional.of(session.revision()).filter(Revision::carriesVersionHeader),
                Headers.NONE,
                JsonRpc.request(PING_ID, "ping", ""),
                caller,
                server);
    }

    /** An opening request as it has to be. */
    static OddRequest opening(Revision asked, Caller caller, URI server) {
        return new OddRequest(
                Purpose.OPENING,
                "POST",
                Optional.empty(),
                Optional.empty(),
                Headers.NONE,
                JsonRpc.initialize(PING_ID, asked, "session-survival", "1"),
                caller,
                server);
    }

    OddRequest saying(String text) {
        return new OddRequest(
                purpose == Purpose.PING ? Purpose.OTHER : purpose,
                method,
                session,
                revision,
                headers,
                Body.of(text),
                caller,
                server);
    }

    OddRequest by(String otherMethod) {
        return new OddRequest(Purpose.OTHER, otherMethod, session, revision, headers, body, caller, server);
    }

    OddRequest naming(Optional<SessionId> other) {
        return new OddRequest(purpose, method, other, revision, headers, body, caller, server);
    }

    OddRequest in(Optional<Revision> other) {
        return new OddRequest(purpose, method, session, other, headers, body, caller, server);
    }

    OddRequest from(Caller other) {
        return new OddRequest(purpose, method, session, revision, headers, body, other, server);
    }

    OddRequest at(URI other) {
        return new OddRequest(purpose, method, session, revision, headers, body, caller, other);
    }

    OddRequest with(String name, String value) {
        return new OddRequest(purpose, method, session, revision, headers.with(name, value), body, caller, server);
    }

    /** As a browser sends it for a page that the server itself has delivered. */
    OddRequest fromItsOwnPage() {
        return with("Origin", server.getScheme() + "://" + server.getRawAuthority());
    }
}
