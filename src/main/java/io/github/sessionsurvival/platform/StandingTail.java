package io.github.sessionsurvival.platform;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/**
 * What follows on the stream of a GET: what the platform is made to say, and keep-alives, until its session ends or the
 * platform restarts.
 */
final class StandingTail implements Errand.Tail {

    private static final String KEEP_ALIVE = ": still here\n\n";
    private static final Duration KEEP_ALIVE_EVERY = Duration.ofSeconds(15);
    private static final Duration A_SECOND = Duration.ofSeconds(1);
    private static final int LOOKS = 30;
    private static final Duration A_LOOK = Duration.ofMillis(100);

    private final SessionRuntime session;
    private final StandingStreams.Stream own;

    StandingTail(SessionRuntime session) {
        this.session = session;
        this.own = new StandingStreams.Stream();
    }

    /** Before a client has seen a byte: what is said from the moment that it has, it must not miss. */
    @Override
    public void begin() {
        session.standing().begin(own);
    }

    @Override
    public void end() {
        session.standing().end(own);
    }

    @Override
    public void write(Flight flight, OutputStream body) throws IOException {
        CompletableFuture<Object> over = flight.orInterrupted(session.over());
        Duration quiet = flight.defects().has(Defect.DOOR_CUTS_QUIET_STREAMS) ? A_SECOND : KEEP_ALIVE_EVERY;
        while (flight.park(CompletableFuture.anyOf(over, own.spoken()), quiet) instanceof Ruling.GoOn) {
            if (flight.defects().has(Defect.DOOR_HOLDS_STREAMS_BACK)) {
                flight.park(over, KEEP_ALIVE_EVERY);
            }
            List<String> said = own.take();
            if (said.isEmpty() && quiet.equals(A_SECOND)) {
                break;
            }
            write(
                    body,
                    said.isEmpty()
                            ? KEEP_ALIVE
                            : said.stream()
                                    .map(message -> "data: " + message + "\n\n")
                                    .collect(Collectors.joining()));
        }
        if (flight.defects().has(Defect.STREAMS_OUTLIVE_A_DRAIN)) {
            goOn(flight, body);
        }
    }

    /** Whatever struck it: until its client has gone, at most for a while. */
    private static void goOn(Flight flight, OutputStream body) throws IOException {
        CompletableFuture<Object> never = new CompletableFuture<>();
        for (int i = 0; i < LOOKS && !Thread.currentThread().isInterrupted(); i++) {
            flight.park(never, A_LOOK);
            write(body, KEEP_ALIVE);
        }
    }

    private static void write(OutputStream body, String text) throws IOException {
        body.write(text.getBytes(StandardCharsets.UTF_8));
        body.flush();
    }
}
