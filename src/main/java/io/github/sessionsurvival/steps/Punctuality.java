package io.github.sessionsurvival.steps;

/** What a platform did in time, as the sentences word it. */
enum Punctuality {
    WENT_DOWN,
    WOKE_UP;

    static Punctuality inWords(String words) {
        return words.equals("went down in time") ? WENT_DOWN : WOKE_UP;
    }
}
