package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.Body;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.JsonRpc;
import io.github.sessionsurvival.wire.ServerSentEvent;
import io.github.sessionsurvival.wire.ServerSentEvents;
import io.github.sessionsurvival.wire.WireFault;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A body as it arrives: what is kept of it, and whether reading is over. Bounded by the body limit and by a number of
 * events, since a stream of tiny events would cost far more memory than its bytes.
 */
final class Reception {

    static final int MOST_EVENTS = 10_000;

    private final int bodyLimit;
    private final Optional<Predicate<ServerSentEvent>> awaited;
    private final Optional<ServerSentEvents> parser;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final List<ServerSentEvent> events = new ArrayList<>();
    private boolean awaitedSeen;
    private Optional<WireFault> fault = Optional.empty();

    Reception(Exchange.Answer head, Endpoint.Reading reading, int bodyLimit) {
        this.bodyLimit = bodyLimit;
        this.parser = head.isEventStream() ? Optional.of(new ServerSentEvents(bodyLimit)) : Optional.empty();
        this.awaited = parser.isPresent() ? awaitedBy(reading) : Optional.empty();
    }

    private static Optional<Predicate<ServerSentEvent>> awaitedBy(Endpoint.Reading reading) {
        if (reading instanceof Endpoint.Reading.UntilResponse until) {
            return Optional.of(event -> JsonRpc.isResponse(event, until.requestIdJson()));
        }
        if (reading instanceof Endpoint.Reading.UntilNamedEvent) {
            return Optional.of(event -> !event.lastEventId().isEmpty());
        }
        return reading instanceof Endpoint.Reading.UntilMessage ? Optional.of(JsonRpc::isMessage) : Optional.empty();
    }

    /** Takes the next bytes; false when reading is over. */
    boolean take(byte[] piece, int offset, int length) {
        int kept = Math.min(length, bodyLimit - bytes.size());
        bytes.write(piece, offset, kept);
        if (parser.isPresent()) {
            for (ServerSentEvent event : parser.get().feed(piece, offset, kept)) {
                if (events.size() == MOST_EVENTS) {
                    fault = tooLarge("more than " + MOST_EVENTS + " events");
                    return false;
                }
                events.add(event);
                if (awaited.isPresent() && awaited.get().test(event)) {
                    awaitedSeen = true;
                    return false;
                }
            }
            if (parser.get().exceeded()) {
                fault = tooLarge("an event of more than " + bodyLimit + " bytes");
                return false;
            }
        }
        if (kept < length) {
            fault = tooLarge("more than " + bodyLimit + " bytes");
            return false;
        }
        return true;
    }

    /** The body ended by itself. */
    void end() {
        if (awaited.isPresent() && !awaitedSeen && fault.isEmpty()) {
            fault = Optional.of(new WireFault(WireFault.Kind.STREAM_ENDED, ""));
        }
    }

    private static Optional<WireFault> tooLarge(String detail) {
        return Optional.of(new WireFault(WireFault.Kind.BODY_TOO_LARGE, detail));
    }

    Body body() {
        return Body.of(bytes.toByteArray());
    }

    List<ServerSentEvent> events() {
        return List.copyOf(events);
    }

    Optional<WireFault> fault() {
        return fault;
    }
}
