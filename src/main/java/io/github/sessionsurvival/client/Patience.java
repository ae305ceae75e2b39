package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.Purpose;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How long clean-up lets itself be put off, or left without an answer. A server that restarts asks for time, or falls
 * silent, and then answers; one that does so again and again, whichever session is to be ended, does so for ever, and a
 * run with hundreds of sessions would wait for hours. Endings and checks are told apart: a server may answer the one and
 * never the other. Safe for many threads.
 */
final class Patience {

    private static final int MOST_IN_VAIN = 3;
    private static final int ENDINGS_WHEN_WORN = 2;
    /** A check is for certainty alone: its ending has been answered. */
    private static final int CHECKS_WHEN_WORN = 1;

    private final AtomicInteger endingsInVain = new AtomicInteger();
    private final AtomicInteger checksInVain = new AtomicInteger();

    /** Whether a request that was put off at that attempt, counted from one, is worth another. */
    boolean isWorth(Purpose purpose, int attempt) {
        int tries = purpose == Purpose.CLEAN_UP_CHECK ? CHECKS_WHEN_WORN : ENDINGS_WHEN_WORN;
        return inVain(purpose).get() < MOST_IN_VAIN || attempt < tries;
    }

    /** A request got no answer that would count to its last attempt. */
    void wasInVain(Purpose purpose) {
        inVain(purpose).incrementAndGet();
    }

    /** The server has answered one: if it had put others off, it was right to ask for time. */
    void wasRewarded(Purpose purpose) {
        inVain(purpose).set(0);
    }

    private AtomicInteger inVain(Purpose purpose) {
        return purpose == Purpose.CLEAN_UP_CHECK ? checksInVain : endingsInVain;
    }
}
