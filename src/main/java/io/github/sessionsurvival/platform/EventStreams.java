package io.github.sessionsurvival.platform;

import io.github.sessionsurvival.wire.Headers;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/** Event streams: the answer to a POST, and the open stream of a GET. */
final class EventStreams {

    static final String TYPE = "text/event-stream";

    private static final Duration KEEP_ALIVE = Duration.ofSeconds(15);

    private static final Duration A_SECOND = Duration.ofSeconds(1);
    private static final int LOOKS = 30;
    private static final long LOOK_MILLIS = 100;

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
            Duration quiet = flight.defects().has(Defect.DOOR_CUTS_QUIET_STREAMS) ? A_SECOND : KEEP_ALIVE;
            while (flight.park(CompletableFuture.anyOf(over, own.spoken()), quiet) instanceof Ruling.GoOn) {
                if (flight.defects().has(Defect.DOOR_HOLDS_STREAMS_BACK)) {
                    flight.park(over, KEEP_ALIVE);
                }
                List<String> said = own.take();
                if (said.isEmpty() && quiet.equals(A_SECOND)) {
                    break;
                }
                String text = said.isEmpty()
                        ? ": still here\n\n"
                        : said.stream()
                                .map(message -> "data: " + message + "\n\n")
                                .collect(Collectors.joining());
                body.write(text.getBytes(StandardCharsets.UTF_8));
                body.flush();
            }
            if (flight.defects().has(Defect.STREAMS_OUTLIVE_A_DRAIN)) {
                goOn(body);
            }
        } finally {
            session.standing().end(own);
        }
    }

    /** Until its client has gone, at most for a while. */
    private static void goOn(OutputStream body) throws IOException {
        for (int i = 0; i < LOOKS; i++) {
            CompletableFuture<Void> never = new CompletableFuture<>();
            try {
                never.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException stillThere) {
                body.write(": still here\n\n".getBytes(StandardCharsets.UTF_8));
                body.flush();
            } catch (InterruptedException closing) {
                Thread.currentThread().interrupt();
                return;
            } catch (ExecutionException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }
}
