package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.target.Lever;
import io.github.sessionsurvival.target.Verb;
import io.github.sessionsurvival.wire.Caller;
import java.time.Duration;
import java.util.Optional;

/**
 * What a platform keeps in memory, as the sentences word it.
 *
 * @param sessions how many sessions, where it keeps so many; none at all where it is to speak without them
 * @param window how long an unused one, where it goes by time
 */
record Keeping(Optional<Integer> sessions, Optional<Duration> window) implements Pulling {

    static Keeping inWords(String words) {
        if (words.equals("no sessions")) {
            return new Keeping(Optional.of(0), Optional.empty());
        }
        int number = Integer.parseInt(words.replaceAll("\\D", ""));
        return words.startsWith("at most")
                ? new Keeping(Optional.of(number), Optional.empty())
                : new Keeping(Optional.empty(), Optional.of(Duration.ofSeconds(number)));
    }

    @Override
    public Optional<Verb> verb() {
        if (isNone()) {
            // A server may be of that kind by itself, so its scenarios carry no tag for it.
            return Optional.empty();
        }
        return Optional.of(sessions.isPresent() ? Verb.CAP : Verb.IDLE);
    }

    /** Whether the platform is to serve no revision that has sessions. */
    boolean isNone() {
        return sessions.equals(Optional.of(0));
    }

    void order(Lever lever, Caller caller) {
        if (isNone()) {
            lever.keepNoSessions(caller);
        } else if (sessions.isPresent()) {
            lever.cap(caller, sessions);
        } else {
            lever.idle(caller, window);
        }
    }
}
