package io.github.sessionsurvival.steps;

/** What a refusal tells a client that has no access, as the sentences word it. */
enum Direction {
    WHERE,
    DOCUMENT;

    static Direction inWords(String words) {
        return words.equals("where to get access") ? WHERE : DOCUMENT;
    }
}
