package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.target.Verb;
import java.util.Arrays;
import java.util.Optional;

/** Why a session is dead, as the sentences word it. */
enum Demise implements Pulling {
    ENDED("the client has ended"),
    NEVER_ISSUED("the server never issued"),
    /** By naming one of its own choosing, where it should have named none. */
    MADE_UP("an opening has made up"),
    LOST("the platform lost when it was killed");

    private final String words;

    Demise(String words) {
        this.words = words;
    }

    @Override
    public Optional<Verb> verb() {
        return this == LOST ? Optional.of(Verb.KILL) : Optional.empty();
    }

    static Demise inWords(String words) {
        return Arrays.stream(values())
                .filter(d -> d.words.equals(words))
                .findFirst()
                .orElseThrow();
    }
}
