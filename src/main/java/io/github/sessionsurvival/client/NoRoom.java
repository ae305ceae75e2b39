package io.github.sessionsurvival.client;

/** No session may be opened beside those that are open: the ceiling on sessions at once is reached, and stays so. */
public final class NoRoom extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NoRoom(int most) {
        super("limits.max-sessions allows " + most + (most == 1 ? " session" : " sessions")
                + " at once, and this scenario needs more");
    }
}
