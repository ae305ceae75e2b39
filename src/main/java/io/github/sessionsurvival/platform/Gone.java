package io.github.sessionsurvival.platform;

/** The incarnation that a request was working with has ended: nothing more may be read or written through it. */
final class Gone extends Exception {

    private static final long serialVersionUID = 1L;

    Gone() {
        super(null, null, false, false);
    }
}
