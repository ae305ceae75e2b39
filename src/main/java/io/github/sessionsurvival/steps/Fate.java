package io.github.sessionsurvival.steps;

import java.util.Arrays;

/** What has become of a session, as the sentences word it. */
enum Fate {
    ANSWERS_OR_GONE("still answers or is cleanly gone"),
    ANSWERS_AS_PROMISED("answers in time, as promised"),
    GONE("is gone"),
    /** EVICT and IDLE: by the platform's own record. */
    DROPPED("was dropped from memory"),
    STAYED("stayed in memory");

    private final String words;

    Fate(String words) {
        this.words = words;
    }

    static Fate inWords(String words) {
        return Arrays.stream(values())
                .filter(f -> f.words.equals(words))
                .findFirst()
                .orElseThrow();
    }
}
