package io.github.sessionsurvival.steps;

/** What the suite's own client has done of itself, as the sentences word it. */
enum Conduct {
    /** INIT-01. */
    INTRODUCTION,
    /** RST-07. */
    ENDINGS;

    static Conduct inWords(String words) {
        return words.startsWith("introduced") ? INTRODUCTION : ENDINGS;
    }
}
