package io.github.sessionsurvival.steps;

import java.util.concurrent.atomic.AtomicReference;

/**
 * The one holder of run-scoped state: Cucumber makes step classes itself, per scenario, and knows nothing of a run. Set by
 * whoever starts a run, before the first scenario; cleared after the last.
 */
public final class CurrentRun {

    private static final AtomicReference<Run> RUN = new AtomicReference<>();

    private CurrentRun() {}

    public static void begin(Run run) {
        if (!RUN.compareAndSet(null, run)) {
            throw new IllegalStateException(
                    "a run is under way already: " + RUN.get().id());
        }
    }

    public static void end() {
        RUN.set(null);
    }

    public static Run get() {
        Run run = RUN.get();
        if (run == null) {
            throw new IllegalStateException(
                    "no run is under way: start scenarios through the suite class or the command line");
        }
        return run;
    }
}
