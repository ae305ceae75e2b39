package io.github.sessionsurvival.steps;

import java.util.Arrays;

/** What a server tells of itself, and offers in place of a revision that it does not speak, as the sentences word it. */
enum Offer {
    /** INIT-02. */
    ITSELF("introduces itself"),
    /** SESS-01, SESS-03. */
    PRINTABLE_ID("names the session by a printable id"),
    /** RPC-01 and what else a message has to be like. */
    WELL_FORMED("sends well-formed messages alone"),
    /** VER-02. */
    KEPT("offers a revision that it keeps to"),
    /** VER-03. */
    LATEST("offers the latest revision that it speaks"),
    /** MOD-12, MOD-22. */
    CONSTANT("offers the same revisions each time");

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
