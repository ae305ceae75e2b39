package io.github.sessionsurvival.platform;

import com.sun.net.httpserver.HttpExchange;
import io.github.sessionsurvival.wire.Headers;
import io.github.sessionsurvival.wire.SessionId;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Gives a scripted answer: the given lines and body in the given shape, and nothing of the platform's own. */
final class ScriptedAnswer {

    private static final int LARGE = 10_000_000;
    private static final int BLOCK = 64 * 1024;
    private static final Duration DRIP = Duration.ofSeconds(1);
    /** Fast enough to exhaust a careless client, slow enough to leave it a processor. */
    private static final Duration BREATH = Duration.ofMillis(2);

    private static final Duration LONGEST = Duration.ofMinutes(10);

    private ScriptedAnswer() {}

    /** @param named the session whose id the answer names, where it names one */
    static void give(Flight flight, Errand errand, Fault.Script script, Optional<SessionId> named)
            throws IOException, Gone {
        Headers headers = new Headers(script.headers().fields().stream()
                .map(f -> new Headers.Field(f.name(), RetryDates.fill(f.value(), Instant.now())))
                .toList());
        if (named.isPresent()) {
            headers = headers.with("mcp-session-id", named.get().value());
        }
        String body = script.body().replace("{request-id}", JsonText.write(errand.requestId()));
        Answer answer = new Answer(script.status(), headers, body, false);
        Sender.headers(flight, answer, named, length(script.shape(), answer));
        try {
            write(flight, script.shape(), body.getBytes(StandardCharsets.UTF_8));
        } finally {
            flight.exchange().close();
        }
    }

    static boolean isEndless(Shape shape) {
        return switch (shape) {
            case WHOLE, CUT, LARGE -> false;
            case SILENT, DRIP, ENDLESS_EVENTS, ENDLESS_LINE -> true;
        };
    }

    private static long length(Shape shape, Answer answer) {
        return switch (shape) {
            case WHOLE -> Sender.length(answer);
            case CUT -> answer.body().isEmpty() ? Sender.NEVER : Sender.length(answer);
            case LARGE -> LARGE;
            case SILENT, DRIP, ENDLESS_EVENTS, ENDLESS_LINE -> Sender.CHUNKS;
        };
    }

    private static void write(Flight flight, Shape shape, byte[] text) throws IOException {
        HttpExchange exchange = flight.exchange();
        OutputStream body = exchange.getResponseBody();
        switch (shape) {
            case WHOLE -> {
                if (text.length > 0) {
                    body.write(text);
                }
            }
            case CUT -> {
                body.write(text, 0, text.length / 2);
                body.flush();
            }
            case LARGE -> {
                body.write(text, 0, Math.min(text.length, LARGE));
                byte[] block = block('x');
                for (int left = LARGE - text.length; left > 0; left -= block.length) {
                    body.write(block, 0, Math.min(left, block.length));
                }
            }
            case SILENT -> {
                flight.pause(LONGEST);
            }
            case DRIP -> repeat(flight, body, DRIP, i -> new byte[] {i < text.length ? text[i] : (byte) ' '});
            case ENDLESS_EVENTS -> {
                byte[] comment = (": " + "x".repeat(1000) + "\n\n").getBytes(StandardCharsets.US_ASCII);
                body.write(text);
                repeat(flight, body, BREATH, i -> comment);
            }
            case ENDLESS_LINE -> {
                byte[] block = block('x');
                body.write(text);
                repeat(flight, body, BREATH, i -> block);
            }
        }
    }

    private static byte[] block(char filling) {
        return String.valueOf(filling).repeat(BLOCK).getBytes(StandardCharsets.US_ASCII);
    }

    private interface Pieces {
        byte[] number(int i);
    }

    private static void repeat(Flight flight, OutputStream body, Duration pause, Pieces pieces) throws IOException {
        long end = System.nanoTime() + LONGEST.toNanos();
        for (int i = 0; System.nanoTime() < end; i++) {
            body.write(pieces.number(i));
            body.flush();
            if (!(flight.pause(pause) instanceof Ruling.GoOn)) {
                return;
            }
        }
    }
}
