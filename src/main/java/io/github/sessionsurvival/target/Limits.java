package io.github.sessionsurvival.target;

import java.time.Duration;
import java.util.Optional;

/**
 * How long the suite waits for a target and how much it asks of it.
 *
 * @param connect to a connection
 * @param answer to the end of the headers
 * @param total to the end of an exchange, its body included
 * @param idle how long a session lies idle where a scenario is about that
 * @param maxWait the longest advertised delay that is followed; above it an opening ends at once
 * @param coldStartWithin how long the first answer of the run, and the first after a start, may take
 * @param maxSessions the most sessions at once
 * @param rate the most requests of any kind; empty: unbounded
 * @param openings the most openings; empty: unbounded on this machine, {@link #USUAL_OPENINGS} elsewhere
 * @param runtimeCap how many runtimes the platform keeps at once, where the operator knows it
 * @param scenariosAtOnce how many scenarios may run side by side; empty: the usual number
 */
public record Limits(
        Duration connect,
        Duration answer,
        Duration total,
        Duration idle,
        Duration maxWait,
        Duration coldStartWithin,
        int maxSessions,
        Optional<Rate> rate,
        Optional<Rate> openings,
        Optional<Integer> runtimeCap,
        Optional<Integer> scenariosAtOnce) {

    public static final Limits DEFAULT = new Limits(
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            Duration.ofSeconds(60),
            Duration.ofSeconds(3),
            Duration.ofSeconds(30),
            Duration.ofSeconds(30),
            20,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    /** What a platform that takes half a minute to lose patience needs of a client. */
    private static final Duration SLOW = Duration.ofSeconds(75);

    public Limits withMaxSessions(int most) {
        return new Limits(
                connect,
                answer,
                total,
                idle,
                maxWait,
                coldStartWithin,
                most,
                rate,
                openings,
                runtimeCap,
                scenariosAtOnce);
    }

    /** The same for scenarios that take long by their nature: an answer may take as long as they do. */
    public Limits forSlow() {
        return new Limits(
                connect,
                longer(answer),
                longer(total),
                idle,
                maxWait,
                coldStartWithin,
                maxSessions,
                rate,
                openings,
                runtimeCap,
                scenariosAtOnce);
    }

    private static Duration longer(Duration usual) {
        return usual.compareTo(SLOW) > 0 ? usual : SLOW;
    }

    /** What a server that is not on this machine is asked for unless its file says otherwise: some allow 20 a minute. */
    public static final Rate USUAL_OPENINGS = new Rate(15, Duration.ofMinutes(1));
}
