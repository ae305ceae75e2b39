package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.wire.SessionId;
import java.security.SecureRandom;
import java.util.UUID;

/**
 * A session id that no server ever issued, in the shape of one that it did: a server that refuses an id for its shape
 * alone has not shown that it knows which sessions exist (SESS-07).
 */
final class InventedId {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final String DIGITS = "0123456789";
    private static final String HEX = "abcdef";
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz";
    private static final int SURELY_UNIQUE = 16;

    private InventedId() {}

    static SessionId like(SessionId real) {
        boolean hex = real.value().chars().allMatch(c -> !Character.isLetter(c) || HEX.indexOf(lower(c)) >= 0);
        String invented = real.value()
                .chars()
                .map(c -> other(c, hex ? HEX : LETTERS))
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        // A short id might be met by chance, and a real session would then be asked.
        return new SessionId(
                real.value().length() < SURELY_UNIQUE || invented.equals(real.value())
                        ? UUID.randomUUID().toString()
                        : invented);
    }

    /** Where nothing is known of the server's ids. */
    static SessionId any() {
        return new SessionId(UUID.randomUUID().toString());
    }

    private static int other(int c, String letters) {
        if (c >= '0' && c <= '9') {
            return DIGITS.charAt(RANDOM.nextInt(DIGITS.length()));
        }
        if (c >= 'a' && c <= 'z') {
            return letters.charAt(RANDOM.nextInt(letters.length()));
        }
        if (c >= 'A' && c <= 'Z') {
            return Character.toUpperCase(letters.charAt(RANDOM.nextInt(letters.length())));
        }
        return c;
    }

    private static int lower(int c) {
        return Character.toLowerCase(c);
    }
}
