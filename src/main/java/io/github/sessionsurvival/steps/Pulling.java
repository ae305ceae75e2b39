package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.target.Verb;
import java.util.Optional;

/** A word of the sentences that decides whether, and how, its step pulls the lever. */
interface Pulling {

    /** The verb that the step then needs, so that its scenario carries {@code @needs-<verb>}; empty where it needs none. */
    Optional<Verb> verb();
}
