package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.Body;
import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Headers;
import io.github.sessionsurvival.wire.Purpose;
import io.github.sessionsurvival.wire.Revision;
import io.github.sessionsurvival.wire.SessionId;
import io.github.sessionsurvival.wire.WireFault;
import java.net.URI;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Sends one caller's requests in one scenario, and keeps the ledger: a session is noted at the moment the headers name
 * it, before the body is read and before anybody looks at the status (RST-06).
 */
record Sender(Caller caller, String scenario, Endpoint endpoint, SessionLedger ledger, ExchangeLog log) {

    static final String JSON_AND_EVENTS = "application/json, text/event-stream";

    /** The request had left, or may have, and no headers were read: a session may exist whose id nobody saw. */
    private static final Set<WireFault.Kind> CUT = EnumSet.of(
            WireFault.Kind.LOST,
            WireFault.Kind.LOST_IN_HEADERS,
            WireFault.Kind.NO_HEADERS,
            WireFault.Kind.HEADERS_TOO_LARGE,
            WireFault.Kind.NOT_HTTP);

    /** A POST of JSON, taking either form of answer. */
    Exchange post(
            Purpose purpose, Optional<SessionId> id, Optional<Revision> revision, Body body, Endpoint.Reading reading) {
        return send(
                purpose,
                "POST",
                addressed(
                        Headers.NONE.with("Content-Type", "application/json").with("Accept", JSON_AND_EVENTS),
                        id,
                        revision),
                body,
                reading);
    }

    static Headers addressed(Headers headers, Optional<SessionId> id, Optional<Revision> revision) {
        Headers more = id.map(i -> headers.with("Mcp-Session-Id", i.value())).orElse(headers);
        return revision.map(r -> more.with("MCP-Protocol-Version", r.date())).orElse(more);
    }

    /** @throws OpeningsBarred for an opening request, once the run is being ended */
    Exchange send(Purpose purpose, String method, Headers headers, Body body, Endpoint.Reading reading) {
        return send(new Endpoint.Outgoing(purpose, caller, method, headers, body, reading));
    }

    /** The same, read to its end or first message, to another address than the target's own. */
    Exchange sendTo(URI address, Purpose purpose, String method, Headers headers, Body body) {
        return send(new Endpoint.Outgoing(
                purpose, caller, method, headers, body, new Endpoint.Reading.UntilMessage(), Optional.of(address)));
    }

    private Exchange send(Endpoint.Outgoing outgoing) {
        if (outgoing.purpose() != Purpose.OPENING) {
            return endpoint.send(outgoing, log, this::note);
        }
        SessionLedger.Admission admission =
                ledger.admitOpening(caller, scenario).orElseThrow(OpeningsBarred::new);
        try {
            Exchange exchange = endpoint.send(outgoing, log, this::note);
            if (exchange.sessionId().isEmpty()
                    && exchange.fault()
                            .map(WireFault::kind)
                            .filter(CUT::contains)
                            .isPresent()) {
                mayExist(exchange);
            }
            return exchange;
        } finally {
            admission.over();
        }
    }

    /** The same for anything but an opening, telling of the headers as soon as they are there. */
    Exchange send(
            Purpose purpose,
            String method,
            Headers headers,
            Body body,
            Endpoint.Reading reading,
            Consumer<Exchange> headersSeen) {
        return endpoint.send(new Endpoint.Outgoing(purpose, caller, method, headers, body, reading), log, seen -> {
            note(seen);
            headersSeen.accept(seen);
        });
    }

    void mayExist(Exchange opening) {
        ledger.mayExist(caller, scenario, opening.number());
    }

    private void note(Exchange headersSeen) {
        headersSeen
                .sessionId()
                .filter(id -> isNews(id, headersSeen))
                .ifPresent(id -> ledger.note(id, caller, scenario, headersSeen.number()));
    }

    /** An id that the request itself named and that was refused is no session of ours: invented, dead or somebody else's. */
    private static boolean isNews(SessionId id, Exchange headersSeen) {
        return headersSeen.status() / 100 == 2
                || !headersSeen.request().headers().sessionId().equals(Optional.of(id));
    }
}
