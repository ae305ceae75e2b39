package io.github.sessionsurvival.steps;

import java.util.Arrays;

/** What clients meet that keep at it while something happens, as the sentences word it. */
enum Experience {
    /** END-01. */
    LEARNS_THAT_IT_IS_GONE("learns that its session is gone, and meets no failure"),
    /** TOPO-02, TOPO-03. */
    MEETS_NO_FAILURE("meets no failure"),
    /** TOPO-01. */
    GOES_ON("goes on in its session");

    private final String words;

    Experience(String words) {
        this.words = words;
    }

    static Experience inWords(String words) {
        return Arrays.stream(values())
                .filter(e -> e.words.equals(words))
                .findFirst()
                .orElseThrow();
    }
}
