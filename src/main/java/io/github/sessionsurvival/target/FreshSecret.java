package io.github.sessionsurvival.target;

import io.github.sessionsurvival.wire.Secret;
import java.security.SecureRandom;
import java.util.Base64;

/** Makes up secrets that nobody can guess, for servers that live no longer than a run. */
public final class FreshSecret {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int BYTES = 24;

    private FreshSecret() {}

    /** A new one: letters, digits, - and _. */
    public static Secret make() {
        byte[] bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return Secret.of(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }
}
