package io.github.sessionsurvival.steps;

import java.util.Arrays;

/** Who else may come with a request, as the sentences word it. */
enum Somebody {
    NOBODY("a caller without a bearer"),
    IMPOSTOR("a caller with a wrong bearer"),
    OTHER("another caller");

    private final String words;

    Somebody(String words) {
        this.words = words;
    }

    static Somebody inWords(String words) {
        return Arrays.stream(values())
                .filter(s -> s.words.equals(words))
                .findFirst()
                .orElseThrow();
    }
}
