package io.github.sessionsurvival.steps;

import java.util.Optional;

/**
 * Who has to answer, as the sentences word it.
 *
 * @param session which session; empty for the server itself, where requests belong to none
 */
record Answerer(Optional<WhichSession> session) {

    static Answerer inWords(String words) {
        return new Answerer(words.equals("the server") ? Optional.empty() : Optional.of(WhichSession.inWords(words)));
    }
}
