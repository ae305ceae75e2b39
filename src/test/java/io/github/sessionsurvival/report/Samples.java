package io.github.sessionsurvival.report;

import io.github.sessionsurvival.verdict.Evidence;
import io.github.sessionsurvival.verdict.Evidence.Line;
import java.util.List;

/** Values that the tests of this room build upon. */
public final class Samples {

    private Samples() {}

    public static Evidence.Seen exchange(int number, int status, String body) {
        return new Evidence.Seen(
                number,
                "opening request",
                "main",
                "POST",
                "http://127.0.0.1:9400/mcp",
                List.of(
                        new Line("Accept", "application/json, text/event-stream"),
                        new Line("Content-Type", "application/json"),
                        new Line("Authorization", "[redacted]")),
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"}",
                status,
                List.of(new Line("Content-Type", "application/json"), new Line("Retry-After", "2")),
                body,
                body.length(),
                "",
                10.0 * number,
                10.0 * number + 3,
                10.0 * number + 5);
    }
}
