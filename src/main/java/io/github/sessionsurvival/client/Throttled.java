package io.github.sessionsurvival.client;

/** The server refused a request for there being too many, however long it was waited: nothing was learned of it. */
public final class Throttled extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Throttled(String message) {
        super(message);
    }
}
