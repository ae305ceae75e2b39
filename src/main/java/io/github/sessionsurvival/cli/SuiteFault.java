package io.github.sessionsurvival.cli;

/** A fault of the suite itself, exit status 4; the message is a line or a few for people and says nothing of the server. */
final class SuiteFault extends RuntimeException {

    private static final long serialVersionUID = 1L;

    SuiteFault(String message) {
        super(message);
    }
}
