package io.github.sessionsurvival.wire;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Who sends a request: what the platform keys its faults by, and a session's owner.
 *
 * @param id the caller's name towards the control interface and the journal; never a credential
 * @param bearer the credential, or none towards an open server
 * @param extraHeaders further headers on every request of this caller, endings included
 */
public record Caller(String id, Optional<Secret> bearer, List<ExtraHeader> extraHeaders) {

    /** A header of the target file; redacted in every output when its value came from the environment or a file. */
    public record ExtraHeader(String name, Secret value, boolean redacted) {}

    public Caller {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(bearer, "bearer");
        extraHeaders = List.copyOf(extraHeaders);
    }

    public static Caller anonymous(String id) {
        return new Caller(id, Optional.empty(), List.of());
    }

    public static Caller withBearer(String id, Secret bearer) {
        return new Caller(id, Optional.of(bearer), List.of());
    }
}
