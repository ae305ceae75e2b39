package io.github.sessionsurvival.client;

import java.time.Duration;

/** No session may be opened beside those that are open: the ceiling on sessions at once is reached, and stays so. */
public final class NoRoom extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private NoRoom(int most, String why) {
        super("limits.max-sessions allows " + most + (most == 1 ? " session" : " sessions") + " at once, " + why);
    }

    static NoRoom forTheScenarioAlone(int most) {
        return new NoRoom(most, "and this scenario needs more");
    }

    /** @param lasting how many sessions nobody can end */
    static NoRoom besideLasting(int most, int lasting) {
        return new NoRoom(
                most,
                "and " + lasting + (lasting == 1 ? " that cannot be ended is" : " that cannot be ended are")
                        + " open; raise it where the server can take more");
    }

    static NoRoom inTime(int most, Duration within) {
        return new NoRoom(most, "and none of them ended within " + RetryPolicy.inWords(within));
    }
}
