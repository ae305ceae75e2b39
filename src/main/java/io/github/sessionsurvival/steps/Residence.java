package io.github.sessionsurvival.steps;

/** Where the runtime of a session is, as the sentences word it. */
enum Residence {
    DROPPED,
    STAYED;

    static Residence inWords(String words) {
        return words.startsWith("was dropped") ? DROPPED : STAYED;
    }
}
