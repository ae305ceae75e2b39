package io.github.sessionsurvival.steps;

/** What a platform counts, as the sentences word it. */
enum Counted {
    EXECUTIONS,
    OPENINGS;

    static Counted inWords(String words) {
        return words.startsWith("opening") ? OPENINGS : EXECUTIONS;
    }
}
