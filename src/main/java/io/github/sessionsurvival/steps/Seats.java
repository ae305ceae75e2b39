package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.target.Target;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * How many scenarios may be inside at once without running into the ceiling on sessions: each may hold two, and where all
 * of them hold one and want another, nobody would go on. Whoever carries scenarios out may begin more; these wait.
 */
final class Seats {

    /** Marks the few scenarios that hold more than two sessions open at once. */
    static final String MANY = "@many";

    /** Marks the one or two that hold a multitude open. */
    static final String CROWD = "@crowd";

    /** No scenario without those tags holds more open at once. */
    private static final int SESSIONS_OF_A_SCENARIO = 2;

    /** No scenario with that tag holds more open at once. */
    private static final int SESSIONS_OF_MANY = 8;

    private static final int SESSIONS_OF_A_CROWD = 200;

    private final int sessions;
    private final Semaphore free;

    Seats(Target target) {
        int shared = target.isLoopback() ? 0 : 1;
        this.sessions = target.limits().maxSessions() - shared;
        this.free = new Semaphore(seats(sessions), true);
    }

    private static int seats(int sessions) {
        return Math.max(1, sessions / SESSIONS_OF_A_SCENARIO);
    }

    /**
     * Returns when there is room for the scenario.
     *
     * @return how many seats to {@link #giveBack(int)} when it is over
     * @throws NotRun where there can never be room for it
     */
    int take(List<String> tags) throws InterruptedException {
        int wanted = tags.contains(CROWD)
                ? SESSIONS_OF_A_CROWD
                : tags.contains(MANY) ? SESSIONS_OF_MANY : SESSIONS_OF_A_SCENARIO;
        if (wanted > SESSIONS_OF_A_SCENARIO && sessions < wanted) {
            throw new NotRun(
                    "it opens up to " + wanted + " sessions at once, and limits.max-sessions leaves it " + sessions);
        }
        int taken = wanted / SESSIONS_OF_A_SCENARIO;
        free.acquire(taken);
        return taken;
    }

    void giveBack(int taken) {
        free.release(taken);
    }
}
