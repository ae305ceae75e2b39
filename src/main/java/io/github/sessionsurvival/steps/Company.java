package io.github.sessionsurvival.steps;

/** Whether an answer to an opening comes alone or beside the id of a session, as the sentences word it. */
enum Company {
    ALONE,
    BESIDE_A_SESSION;

    static Company inWords(String words) {
        return words.equals("names a session beside") ? BESIDE_A_SESSION : ALONE;
    }
}
