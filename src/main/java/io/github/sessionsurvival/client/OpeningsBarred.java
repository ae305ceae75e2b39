package io.github.sessionsurvival.client;

/** Nothing was sent: the run is being ended, and a session opened now might outlive it. No fault of the server. */
public final class OpeningsBarred extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    public OpeningsBarred() {
        super("no session is opened any more: the run is being ended");
    }
}
