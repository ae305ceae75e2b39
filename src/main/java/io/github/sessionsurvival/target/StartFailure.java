package io.github.sessionsurvival.target;

/** A target did not come up, or could not be prepared: nothing was tested, exit status 3. */
public final class StartFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public StartFailure(String message) {
        super(message);
    }
}
