package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.client.Session;
import io.github.sessionsurvival.target.Disposal;
import io.github.sessionsurvival.wire.SessionId;
import java.time.Duration;
import java.util.Optional;

/**
 * Whether the runtime of a session is in memory, by the platform's own record: a session that was never dropped answers
 * too, and would prove nothing about coming back.
 */
final class Residence {

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);
    /** A platform may take its time to drop something; a bound, not a verdict on speed. */
    private static final int MOST_LOOKS = 100;

    private final World world;
    private final Session session;

    Residence(World world, Session session) {
        this.world = world;
        this.session = session;
    }

    void demandThatItWasDropped() {
        Disposal disposal = record(MOST_LOOKS)
                .orElseThrow(() -> expect().broken(
                                "the platform to drop the session from memory; it records nothing of the kind"));
        world.note("the platform dropped a session from memory (" + disposal.reason() + ") after "
                + disposal.idle().toMillis() + " ms without a request");
    }

    void demandThatItStayed() {
        Optional<Disposal> record = record(1);
        if (record.isPresent()) {
            demandThatItWasUsedOftenEnough();
            throw expect().broken("the session to stay in memory; the platform dropped it ("
                    + record.get().reason() + ") after " + record.get().idle().toMillis() + " ms without a request");
        }
    }

    private Expectation expect() {
        return world.expect(
                "EVICT-02", "EVICT-03", "EVICT-04", "IDLE-02", "IDLE-03", "EVICT-01", "IDLE-01", "IDLE-04", "IDLE-05");
    }

    /** On a busy machine our own requests may come later than the window: then the platform was right to drop it. */
    private void demandThatItWasUsedOftenEnough() {
        world.keeping()
                .flatMap(Keeping::window)
                .filter(window -> world.longestPause().compareTo(window) >= 0)
                .ifPresent(window -> {
                    throw new NotRun("this machine was too busy to use the session often enough: "
                            + world.longestPause().toMillis() + " ms passed between two of our own requests");
                });
    }

    private Optional<Disposal> record(int looks) {
        SessionId id = World.idOf(session);
        for (int i = 1; ; i++) {
            Optional<Disposal> found = world.lever().disposals(world.caller()).stream()
                    .filter(d -> d.session().equals(id))
                    .findFirst();
            if (found.isPresent() || i == looks) {
                return found;
            }
            world.await(BETWEEN_LOOKS);
        }
    }
}
