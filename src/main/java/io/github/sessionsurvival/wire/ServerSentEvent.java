package io.github.sessionsurvival.wire;

import java.util.Objects;

/**
 * One dispatched event of an event stream (WHATWG HTML, server-sent events).
 *
 * @param type the event's type, {@code message} by default (SSEP-11)
 * @param data the data lines joined by LF; empty for a priming event (SSEP-08)
 * @param lastEventId the last event id at dispatch; empty when none was set
 */
public record ServerSentEvent(String type, String data, String lastEventId) {
    public ServerSentEvent {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(data, "data");
        Objects.requireNonNull(lastEventId, "lastEventId");
    }
}
