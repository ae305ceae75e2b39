package io.github.sessionsurvival.steps;

/** How the stream of an answer reaches the client, as the sentences word it. */
enum Arrival {
    WHOLE,
    /** The client lets go of it as soon as it could go on with it elsewhere. */
    LET_GO;

    static Arrival inWords(String words) {
        return words.equals("as a stream") ? WHOLE : LET_GO;
    }
}
