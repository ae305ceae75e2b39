package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.target.Verb;
import java.util.Set;

/** A word of the sentences that decides whether, and how, its step pulls the lever. */
interface Pulling {

    /** The verbs that the step then needs, so that its scenario carries {@code @needs-<verb>} for each; empty for none. */
    Set<Verb> verbs();
}
