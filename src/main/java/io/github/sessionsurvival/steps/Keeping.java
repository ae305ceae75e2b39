package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.target.Lever;
import io.github.sessionsurvival.target.Verb;
import io.github.sessionsurvival.wire.Caller;
import java.time.Duration;
import java.util.Optional;

/**
 * What a platform keeps in memory, as the sentences word it.
 *
 * @param sessions how many sessions, where it keeps so many
 * @param window how long an unused one, where it goes by time
 */
record Keeping(Optional<Integer> sessions, Optional<Duration> window) implements Pulling {

    static Keeping inWords(String words) {
        int number = Integer.parseInt(words.replaceAll("\\D", ""));
        return words.startsWith("at most")
                ? new Keeping(Optional.of(number), Optional.empty())
                : new Keeping(Optional.empty(), Optional.of(Duration.ofSeconds(number)));
    }

    @Override
    public Optional<Verb> verb() {
        return Optional.of(sessions.isPresent() ? Verb.CAP : Verb.IDLE);
    }

    void order(Lever lever, Caller caller) {
        if (sessions.isPresent()) {
            lever.cap(caller, sessions);
        } else {
            lever.idle(caller, window);
        }
    }
}
