package io.github.sessionsurvival.client;

import java.time.Duration;

/**
 * How long one exchange may take.
 *
 * @param connect to a connection
 * @param headers from sending to the end of the headers
 * @param total from sending to the end of reading, body included
 * @param bodyLimit the most bytes of a body that are read; more is {@code BODY_TOO_LARGE}
 */
public record Deadlines(Duration connect, Duration headers, Duration total, int bodyLimit) {

    public static final Deadlines DEFAULT =
            new Deadlines(Duration.ofSeconds(5), Duration.ofSeconds(30), Duration.ofSeconds(60), 4 * 1024 * 1024);
}
