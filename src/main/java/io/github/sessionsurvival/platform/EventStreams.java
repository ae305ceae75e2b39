package io.github.sessionsurvival.platform;

import io.github.sessionsurvival.wire.Headers;
import java.util.Optional;

/** Event streams: the answer to a POST, and the open stream of a GET. */
final class EventStreams {

    static final String TYPE = "text/event-stream";

    private EventStreams() {}

    static Answer answer(String events) {
        return new Answer(
                200,
                Headers.NONE
                        .with("content-type", TYPE)
                        .with("cache-control", "no-cache")
                        .with("x-accel-buffering", "no"),
                events,
                true);
    }

    /**
     * The stream of a GET: says something at once, so that a client sees its headers, then what the platform is made
     * to say, and keep-alives, until its session ends or the platform restarts.
     */
    static Errand.Outcome open(SessionRuntime session, String replayed) {
        Answer answer = answer(": open\n\n" + replayed)
                .with("mcp-session-id", session.id().value());
        return new Errand.Outcome(answer, Optional.empty(), new StandingTail(session));
    }
}
