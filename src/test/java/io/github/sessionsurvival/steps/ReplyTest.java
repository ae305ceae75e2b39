package io.github.sessionsurvival.steps;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import io.github.sessionsurvival.wire.Body;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Headers;
import io.github.sessionsurvival.wire.Purpose;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ReplyTest {

    /** A server that refuses everybody, or breaks down, would otherwise be praised for refusing a revision (VER-02). */
    @ParameterizedTest
    @CsvSource({
        "200, -32602, true",
        "400, -32602, true",
        "401, -32001, false",
        "401, -32602, false",
        "403, -32602, false",
        "404, -32601, false",
        "429, -32000, false",
        "500, -32603, false",
        "503, -32001, false",
        "400, -32000, false"
    })
    void onlyARefusalOfTheParametersSaysAnythingOfARevision(int status, int code, boolean refuses) {
        assertThat(Reply.refusesParameters(error(status, code)), is(refuses));
    }

    private static Exchange error(int status, int code) {
        return new Exchange(
                1,
                Purpose.OPENING,
                "main",
                new Exchange.Request(
                        "POST",
                        URI.create("http://127.0.0.1/mcp"),
                        Headers.NONE,
                        Body.of("{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"method\":\"initialize\"}")),
                Optional.of(new Exchange.Answer(
                        status,
                        Headers.NONE.with("Content-Type", "application/json"),
                        Body.of("{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"error\":{\"code\":" + code
                                + ",\"message\":\"no\"}}"),
                        List.of())),
                Optional.empty(),
                new Exchange.Timing(Instant.EPOCH, Duration.ZERO, Optional.of(Duration.ZERO), Duration.ZERO));
    }
}
