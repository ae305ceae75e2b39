package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.Body;
import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Headers;
import io.github.sessionsurvival.wire.Purpose;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Sends one request and reads its answer within deadlines. It never retries, never follows a redirect and never throws
 * for what a server or a network does: that is the exchange's fault.
 */
public interface Endpoint extends AutoCloseable {

    /**
     * What to send, and how far to read.
     *
     * @param headers without the caller's own, which are added
     * @param elsewhere another address than the target's; empty, as nearly always, for the target's own
     */
    record Outgoing(
            Purpose purpose,
            Caller caller,
            String method,
            Headers headers,
            Body body,
            Reading reading,
            Optional<URI> elsewhere) {

        public Outgoing(Purpose purpose, Caller caller, String method, Headers headers, Body body, Reading reading) {
            this(purpose, caller, method, headers, body, reading, Optional.empty());
        }

        /** The same by another caller. */
        Outgoing by(Caller other) {
            return new Outgoing(purpose, other, method, headers, body, reading, elsewhere);
        }
    }

    /** When reading the body is over; an event stream may never end. */
    sealed interface Reading {
        /** At the body's end. */
        record Whole() implements Reading {}

        /** At the body's end, or at the event of an event stream that answers that request id (its JSON text). */
        record UntilResponse(String requestIdJson) implements Reading {}

        /** At the body's end, or at the first message of an event stream, whatever it says. */
        record UntilMessage() implements Reading {}

        /** At the body's end, or at the first event of an event stream that has an id: from there it can be resumed. */
        record UntilNamedEvent() implements Reading {}

        /** Not at all: headers only, then the connection is dropped. */
        record HeadersOnly() implements Reading {}

        /** At the body's end, or when whoever listens lets go of it: then the connection is dropped, which is no fault. */
        record UntilLetGo(CompletableFuture<Void> letGo) implements Reading {}
    }

    /**
     * Sends and reads; the exchange is recorded in the log before this returns.
     *
     * @param headersSeen called once, the moment the headers are complete and before a byte of the body is read: the
     *     place where a session is noted (RST-06); the exchange so far, with an empty body
     */
    Exchange send(Outgoing outgoing, ExchangeLog log, Consumer<Exchange> headersSeen);

    /** Cuts what is in flight; a request sent afterwards fails at once. */
    @Override
    default void close() {
        // Nothing is held between exchanges.
    }
}
