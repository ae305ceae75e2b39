package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.target.Verb;
import java.util.Arrays;
import java.util.Set;

/** What has become of a session, or not yet, as the sentences word it. */
enum Condition implements Pulling {
    UNCONFIRMED("is not confirmed yet"),
    ENDED("the client has ended"),
    NEVER_ISSUED("the server never issued"),
    /** By naming one of its own choosing, where it should have named none. */
    MADE_UP("an opening has made up"),
    LOST("the platform lost when it was killed");

    private final String words;

    Condition(String words) {
        this.words = words;
    }

    @Override
    public Set<Verb> verbs() {
        return this == LOST ? Set.of(Verb.KILL) : Set.of();
    }

    static Condition inWords(String words) {
        return Arrays.stream(values())
                .filter(d -> d.words.equals(words))
                .findFirst()
                .orElseThrow();
    }
}
