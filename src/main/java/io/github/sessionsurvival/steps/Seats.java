package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.target.Target;
import java.util.concurrent.Semaphore;

/**
 * How many scenarios may be inside at once without running into the ceiling on sessions: each may hold two, and where all
 * of them hold one and want another, nobody would go on. Whoever carries scenarios out may begin more; these wait.
 */
final class Seats {

    /** No scenario holds more open at once. */
    private static final int SESSIONS_OF_A_SCENARIO = 2;

    private final Semaphore free;

    Seats(Target target) {
        int shared = target.isLoopback() ? 0 : 1;
        this.free = new Semaphore(seats(target.limits().maxSessions() - shared), true);
    }

    private static int seats(int sessions) {
        return Math.max(1, sessions / SESSIONS_OF_A_SCENARIO);
    }

    void take() throws InterruptedException {
        free.acquire();
    }

    void giveBack() {
        free.release();
    }
}
