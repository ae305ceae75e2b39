package io.github.sessionsurvival.steps;

import java.util.Arrays;

/** Why a session is dead, as the sentences word it. */
enum Demise {
    ENDED("the client has ended"),
    NEVER_ISSUED("the server never issued"),
    LOST("the platform lost when it was killed");

    private final String words;

    Demise(String words) {
        this.words = words;
    }

    static Demise inWords(String words) {
        return Arrays.stream(values())
                .filter(d -> d.words.equals(words))
                .findFirst()
                .orElseThrow();
    }
}
