package io.github.sessionsurvival.client;

import java.net.URI;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * Whose sessions a journal holds: enough to find the server and the callers' bearers again, never a bearer.
 *
 * @param run the run's name
 * @param target the target's name
 * @param url the server's address
 * @param reference how the target was named when the run was started (a shipped name or a file), to find its bearers
 *     again; empty where only an address was given
 * @param startedAt the run's start, by the wall clock
 */
public record JournalHeader(String run, String target, URI url, Optional<String> reference, Instant startedAt) {
    public JournalHeader {
        Objects.requireNonNull(run, "run");
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(url, "url");
        Objects.requireNonNull(reference, "reference");
        Objects.requireNonNull(startedAt, "startedAt");
    }
}
