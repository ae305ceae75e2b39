package io.github.sessionsurvival.steps;

import java.util.concurrent.Semaphore;

/**
 * In which order scenarios begin that are let go all at once. Those that spend seconds waiting ({@code @waits}) go in first,
 * since the longest of their waits is how long the run lasts; the others need the processor and no time, so a few at once
 * get through as fast as many would. Without it the long waits begin when the short scenarios are done.
 */
final class Doorway {

    private static final String WAITS = "@waits";
    private static final int FOR_EACH_PROCESSOR = 2;

    private final Semaphore width;

    Doorway() {
        this(FOR_EACH_PROCESSOR * Runtime.getRuntime().availableProcessors());
    }

    Doorway(int width) {
        this.width = new Semaphore(width, true);
    }

    /**
     * Returns when the scenario may go in.
     *
     * @return whether it has to {@link #giveBack()} its place when it is over
     */
    boolean pass(ScenarioLabel label) throws InterruptedException {
        if (label.has(WAITS)) {
            return false;
        }
        width.acquire();
        return true;
    }

    void giveBack() {
        width.release();
    }
}
