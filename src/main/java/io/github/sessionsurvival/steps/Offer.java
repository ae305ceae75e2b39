package io.github.sessionsurvival.steps;

import java.util.Arrays;

/** What the revision has to be that a server offers in place of one that it does not speak, as the sentences word it. */
enum Offer {
    /** VER-02. */
    KEPT("a revision that it keeps to"),
    /** VER-03. */
    LATEST("the latest revision that it speaks"),
    /** MOD-12, MOD-22. */
    CONSTANT("the same revisions each time");

    private final String words;

    Offer(String words) {
        this.words = words;
    }

    static Offer inWords(String words) {
        return Arrays.stream(values())
                .filter(o -> o.words.equals(words))
                .findFirst()
                .orElseThrow();
    }
}
