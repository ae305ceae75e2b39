package io.github.sessionsurvival.target;

import java.util.Set;

/** A target whose platform nobody can move. */
public final class NoLever implements Lever {

    @Override
    public Set<Verb> verbs() {
        return Set.of();
    }

    @Override
    public void close() {
        // Nothing is held.
    }
}
