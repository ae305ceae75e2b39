package io.github.sessionsurvival.target;

/** A lever that was declared did not do what it says: the target's fault, not the suite's. */
public final class LeverFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public LeverFailure(String message) {
        super(message);
    }

    public LeverFailure(String message, Throwable cause) {
        super(message, cause);
    }

    /** For a verb that the lever never declared. */
    static LeverFailure missing(Verb verb) {
        return new LeverFailure("this target has no lever for " + verb.word());
    }
}
