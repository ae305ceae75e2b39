package io.github.sessionsurvival.steps;

import java.util.concurrent.atomic.AtomicReference;

/**
 * The one holder of run-scoped state: Cucumber makes step classes itself, per scenario, and knows nothing of a run. Set by
 * whoever starts a run, before the first scenario; cleared after the last.
 */
public final class CurrentRun {

    private static final AtomicReference<UnderWay> RUN = new AtomicReference<>();

    private CurrentRun() {}

    /** A run and what its scenarios share beside it. */
    private record UnderWay(
            Run run,
            Doorway doorway,
            PlatformLock platformLock,
            Seats seats,
            FirstOpening firstOpening,
            SharedSession sharedSession) {}

    public static void begin(Run run) {
        if (!RUN.compareAndSet(
                null,
                new UnderWay(
                        run,
                        new Doorway(),
                        new PlatformLock(),
                        new Seats(run.target()),
                        new FirstOpening(run),
                        new SharedSession(run)))) {
            throw new IllegalStateException("a run is under way already: " + get().id());
        }
    }

    public static void end() {
        RUN.set(null);
    }

    public static Run get() {
        return underWay().run();
    }

    static Doorway doorway() {
        return underWay().doorway();
    }

    static PlatformLock platformLock() {
        return underWay().platformLock();
    }

    static Seats seats() {
        return underWay().seats();
    }

    static FirstOpening firstOpening() {
        return underWay().firstOpening();
    }

    static SharedSession sharedSession() {
        return underWay().sharedSession();
    }

    private static UnderWay underWay() {
        UnderWay underWay = RUN.get();
        if (underWay == null) {
            throw new IllegalStateException(
                    "no run is under way: start scenarios through the suite class or the command line");
        }
        return underWay;
    }
}
