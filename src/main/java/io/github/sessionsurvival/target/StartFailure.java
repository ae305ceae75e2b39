package io.github.sessionsurvival.target;

/** A target did not come up, could not be prepared, or its lever cannot be used: nothing was tested, exit status 3. */
public final class StartFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What of the target is not there. */
    public enum Part {
        SERVER,
        LEVER
    }

    private final Part part;

    public StartFailure(String message) {
        this(Part.SERVER, message);
    }

    public StartFailure(Part part, String message) {
        super(message);
        this.part = part;
    }

    public Part part() {
        return part;
    }
}
