package io.github.sessionsurvival.steps;

/** What is to be seen of a fresh opening, as the sentences word it. */
enum Freshness {
    SUCCEEDS,
    NAMES_NO_SESSION;

    static Freshness inWords(String words) {
        return words.equals("succeeds") ? SUCCEEDS : NAMES_NO_SESSION;
    }
}
