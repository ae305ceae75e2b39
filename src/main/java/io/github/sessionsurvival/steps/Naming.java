package io.github.sessionsurvival.steps;

/** Which session a request names, as the sentences word it. */
enum Naming {
    /** The one that the sentences before have said something of, or else the one that is open. */
    THAT_SESSION,
    NONE;

    static Naming inWords(String words) {
        return words.equals("no session") ? NONE : THAT_SESSION;
    }
}
