package io.github.sessionsurvival.platform;

import io.github.sessionsurvival.wire.Headers;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** Event streams: the answer to a POST, and the open stream of a GET. */
final class EventStreams {

    static final String TYPE = "text/event-stream";

    private static final Duration KEEP_ALIVE = Duration.ofSeconds(15);

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
        return new Errand.Outcome(answer, Optional.empty(), (flight, body) -> keep(session, flight, body));
    }

    private static void keep(SessionRuntime session, Flight flight, OutputStream body) throws IOException {
        StandingStreams.Stream own = session.standing().begin();
        CompletableFuture<Object> over = flight.orInterrupted(session.over());
        try {
            while (flight.park(CompletableFuture.anyOf(over, own.spoken()), KEEP_ALIVE) instanceof Ruling.GoOn) {
                List<String> said = own.take();
                String text = said.isEmpty()
                        ? ": still here\n\n"
                        : said.stream()
                                .map(message -> "data: " + message + "\n\n")
                                .collect(Collectors.joining());
                body.write(text.getBytes(StandardCharsets.UTF_8));
                body.flush();
            }
        } finally {
            session.standing().end(own);
        }
    }
}
