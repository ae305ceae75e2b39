package io.github.sessionsurvival.platform;

/** The platform itself cannot go on: its port is taken, its storage is unreadable or in use. The message is for users. */
public final class PlatformFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    PlatformFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
