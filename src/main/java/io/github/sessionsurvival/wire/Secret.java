package io.github.sessionsurvival.wire;

import java.util.Objects;

/** A bearer, a control token, a header value from the environment: never part of any text unless revealed on purpose. */
public final class Secret {

    private final String value;

    private Secret(String value) {
        this.value = value;
    }

    public static Secret of(String value) {
        Objects.requireNonNull(value, "value");
        if (value.isEmpty()) {
            throw new IllegalArgumentException("an empty secret is no secret");
        }
        return new Secret(value);
    }

    /** The value itself, for the wire only. */
    public String reveal() {
        return value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Secret secret && value.equals(secret.value);
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    @Override
    public String toString() {
        return "[redacted]";
    }
}
