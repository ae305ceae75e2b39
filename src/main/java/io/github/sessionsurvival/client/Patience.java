package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.Purpose;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How long clean-up lets itself be put off. A server that restarts asks for time and then answers; one that asks for time
 * again and again, whichever session is to be ended, does so for ever, and a run with hundreds of sessions would wait for
 * hours. Safe for many threads.
 */
final class Patience {

    private static final int MOST_IN_VAIN = 3;
    private static final int ENDINGS_WHEN_WORN = 2;
    /** A check is for certainty alone: its ending has been answered. */
    private static final int CHECKS_WHEN_WORN = 1;

    private final AtomicInteger inVain = new AtomicInteger();

    /** Whether a request that was put off at that attempt, counted from one, is worth another. */
    boolean isWorth(Purpose purpose, int attempt) {
        int tries = purpose == Purpose.CLEAN_UP_CHECK ? CHECKS_WHEN_WORN : ENDINGS_WHEN_WORN;
        return inVain.get() < MOST_IN_VAIN || attempt < tries;
    }

    /** A request was put off to its last attempt. */
    void wasInVain() {
        inVain.incrementAndGet();
    }

    /** The server has answered one that it had put off: it was right to ask for time. */
    void wasRewarded() {
        inVain.set(0);
    }
}
