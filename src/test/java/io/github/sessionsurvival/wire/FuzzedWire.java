package io.github.sessionsurvival.wire;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What the fuzzer tries of the wire: each takes any bytes, and throws where something is not as it should be. */
public final class FuzzedWire {

    private static final RestartAnswer CONTRACT =
            new RestartAnswer(503, -32001, "MCP session is restarting, please retry", Duration.ofSeconds(2), 8);
    private static final Instant RECEIVED = Instant.parse("2026-06-15T12:00:00Z");

    private FuzzedWire() {}

    /** Cut anywhere, a stream reads as the plain model reads it. */
    public static void eventStream(byte[] data) {
        if (data.length == 0) {
            return;
        }
        int cut = (data[0] & 0xff) % data.length;
        ServerSentEvents parser = new ServerSentEvents(Math.max(1, data.length));
        List<ServerSentEvent> events = new ArrayList<>(parser.feed(data, 0, cut));
        events.addAll(parser.feed(data, cut, data.length - cut));
        PlainEventStream model = PlainEventStream.of(data);
        demand(events.equals(model.events()), "events");
        demand(parser.lastEventId().equals(model.lastEventId()), "last event id");
        demand(parser.retry().equals(model.retry()), "reconnection time");
    }

    /** Read as a delay within bounds, or as invalid with a reason. */
    public static void retryAfter(byte[] data) {
        RetryAfter read =
                RetryAfter.of(Headers.NONE.with("Retry-After", new String(data, StandardCharsets.UTF_8)), RECEIVED);
        demand(read.delay().isPresent() == read.why().isEmpty(), "a delay or a reason");
        demand(
                read.delay()
                        .map(delay -> !delay.isNegative() && delay.compareTo(RetryAfter.LONGEST) <= 0)
                        .orElse(true),
                "bounds");
    }

    /** Followed, or different in a part that can be told in a short line. */
    public static void restartAnswer(byte[] data) {
        CONTRACT.difference(503, Body.of(data)).ifPresent(difference -> {
            String words = difference.inWords();
            demand(words.length() < 500, "a short line");
            demand(words.chars().noneMatch(Character::isISOControl), "a printable line");
        });
    }

    private static void demand(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }
}
