package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.wire.Body;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Headers;
import io.github.sessionsurvival.wire.Purpose;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Exchanges as a scenario might have recorded them. */
final class Exchanges {

    private static final String REQUEST = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

    private Exchanges() {}

    static Exchange answered(int status, String body) {
        return answered(status, Headers.NONE.with("Content-Type", "application/json"), body);
    }

    static Exchange answered(int status, Headers headers, String body) {
        return answered(REQUEST, status, headers, body);
    }

    static Exchange answeredTo(String request, int status, String body) {
        return answered(request, status, Headers.NONE.with("Content-Type", "application/json"), body);
    }

    private static Exchange answered(String request, int status, Headers headers, String body) {
        return new Exchange(
                3,
                Purpose.PROBE,
                "main",
                new Exchange.Request(
                        "POST",
                        URI.create("http://127.0.0.1/mcp"),
                        Headers.NONE.with("Authorization", "Bearer hush-hush-hush"),
                        Body.of(request)),
                Optional.of(new Exchange.Answer(status, headers, Body.of(body), List.of())),
                Optional.empty(),
                new Exchange.Timing(
                        Instant.EPOCH, Duration.ZERO, Optional.of(Duration.ofMillis(5)), Duration.ofMillis(9)));
    }
}
