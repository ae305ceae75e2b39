package io.github.sessionsurvival.steps;

import java.util.concurrent.atomic.AtomicReference;

/**
 * The one holder of run-scoped state: Cucumber makes step classes itself, per scenario, and knows nothing of a run. Set by
 * whoever starts a run, before the first scenario; cleared after the last. Beside the process's one run there may be others,
 * each known to the thread that began it and those that come of it.
 */
public final class CurrentRun {

    private static final AtomicReference<UnderWay> RUN = new AtomicReference<>();
    private static final InheritableThreadLocal<UnderWay> OF_THIS_THREAD = new InheritableThreadLocal<>();

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
        if (!RUN.compareAndSet(null, of(run))) {
            throw new IllegalStateException("a run is under way already: " + get().id());
        }
    }

    /** Begins a run of this thread and its offspring alone, so that several runs can go on side by side. */
    public static void beginApart(Run run) {
        OF_THIS_THREAD.set(of(run));
    }

    public static void endApart() {
        OF_THIS_THREAD.remove();
    }

    private static UnderWay of(Run run) {
        return new UnderWay(
                run,
                new Doorway(),
                new PlatformLock(),
                new Seats(run.target()),
                new FirstOpening(run),
                new SharedSession(run));
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
        UnderWay own = OF_THIS_THREAD.get();
        UnderWay underWay = own == null ? RUN.get() : own;
        if (underWay == null) {
            throw new IllegalStateException(
                    "no run is under way: start scenarios through the suite class or the command line");
        }
        return underWay;
    }
}
