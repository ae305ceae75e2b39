package io.github.sessionsurvival.steps;

import java.util.Arrays;

/** Clients that keep at it while something happens, as the sentences word them. */
enum Crowd {
    SESSIONS("open sessions that clients keep asking for"),
    OPENINGS("clients that keep opening sessions");

    private final String words;

    Crowd(String words) {
        this.words = words;
    }

    static Crowd inWords(String words) {
        return Arrays.stream(values())
                .filter(c -> c.words.equals(words))
                .findFirst()
                .orElseThrow();
    }
}
