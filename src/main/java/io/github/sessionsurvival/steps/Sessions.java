package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.client.Session;
import java.util.List;
import java.util.Optional;

/**
 * One of a scenario's sessions or all of them, as the sentences word it.
 *
 * @param one empty for all
 */
record Sessions(Optional<WhichSession> one) {

    static Sessions inWords(String words) {
        return new Sessions(
                words.equals("every session") ? Optional.empty() : Optional.of(WhichSession.inWords(words)));
    }

    List<Session> of(World world) {
        return one.map(which -> List.of(world.session(which))).orElseGet(world::sessions);
    }
}
