package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.Redaction;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/** Ends what a killed run left, as its journal says, and nothing else. */
public final class Sweep {

    private final Redaction redaction;
    private final CleanUp cleanUp;

    /** With the width and the time for each session that a run's own clean-up has. */
    public Sweep(Endpoint endpoint, Waiter waiter, RunClock clock, RetryPolicy policy, Redaction redaction) {
        this(endpoint, waiter, clock, policy, redaction, JournalledLedger.WIDTH, JournalledLedger.PER_SESSION);
    }

    public Sweep(
            Endpoint endpoint,
            Waiter waiter,
            RunClock clock,
            RetryPolicy policy,
            Redaction redaction,
            int width,
            Duration perSession) {
        this.redaction = redaction;
        this.cleanUp = new CleanUp(
                new SessionEnding(
                        endpoint, waiter, clock, policy, new Semaphore(width, true), new Patience(), perSession),
                width);
    }

    /**
     * Ends what the journal holds, then closes it, which deletes it when nothing is left.
     *
     * @param callers finds a caller's bearer again by the caller's id, asked once for each caller that has a session in the
     *     journal or may have one; empty leaves the caller's sessions where they are
     * @return one receipt for each session the journal held; their times count from the dead run's start
     * @throws IOException when the journal cannot be written; what was ended then stands in it still, and ending it
     *     again does no harm
     */
    public List<Receipt> of(Journal left, Function<String, Optional<Caller>> callers) throws IOException {
        try (left) {
            Map<String, Optional<Caller>> found = new HashMap<>();
            List<CleanUp.Owed> owed = new ArrayList<>();
            for (NotedSession noted : left.held()) {
                redaction.hide(noted.id());
                owed.add(new CleanUp.Owed(noted, found.computeIfAbsent(noted.caller(), callers), false));
            }
            // Asked for even where it owes no ending: whoever finds it again may reclaim what it could not name.
            left.takeUnnamed().forEach(possible -> found.computeIfAbsent(possible.caller(), callers));
            List<Receipt> receipts = cleanUp.of(owed, new ExchangeLog(), cleanUp.enoughFor(owed.size()));
            for (Receipt receipt : receipts) {
                if (receipt.outcome() != Receipt.Outcome.LEFT_BEHIND) {
                    left.ended(receipt.id());
                }
            }
            return receipts;
        }
    }
}
