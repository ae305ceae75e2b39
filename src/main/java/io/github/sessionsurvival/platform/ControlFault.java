package io.github.sessionsurvival.platform;

/** A pull of the lever that cannot be followed; the message is one sentence for its user. */
final class ControlFault extends Exception {

    private static final long serialVersionUID = 1L;

    private final int status;

    ControlFault(int status, String message) {
        super(message, null, false, false);
        this.status = status;
    }

    static ControlFault wrong(String message) {
        return new ControlFault(400, message);
    }

    int status() {
        return status;
    }
}
