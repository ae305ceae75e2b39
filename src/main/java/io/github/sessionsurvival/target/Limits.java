package io.github.sessionsurvival.target;

import java.time.Duration;

/**
 * How long the suite waits for a target and how much it asks of it.
 *
 * @param connect to a connection
 * @param answer to the end of the headers
 * @param total to the end of an exchange, its body included
 * @param maxWait the longest advertised delay that is followed; above it an opening ends at once
 * @param maxSessions the most sessions at once
 */
public record Limits(Duration connect, Duration answer, Duration total, Duration maxWait, int maxSessions) {

    public static final Limits DEFAULT = new Limits(
            Duration.ofSeconds(5), Duration.ofSeconds(30), Duration.ofSeconds(60), Duration.ofSeconds(30), 20);
}
