package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.target.Lever;
import io.github.sessionsurvival.target.Verb;
import io.github.sessionsurvival.wire.Caller;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * What a platform keeps, as the sentences word it.
 *
 * @param kind what of it, and how it is ordered
 * @param sessions how many sessions, where it keeps so many
 * @param window how long an unused one, where it goes by time
 */
record Keeping(Kind kind, Optional<Integer> sessions, Optional<Duration> window) implements Pulling {

    /** What is kept of sessions. */
    enum Kind {
        NO_SESSIONS(null),
        /** Sessions, but no id of theirs is told. */
        TO_ITSELF(null),
        SO_MANY_OPEN(Verb.SESSION_CAP),
        SO_MANY_IN_MEMORY(Verb.CAP),
        UNUSED_IN_MEMORY(Verb.IDLE);

        /** None where a server may be of that kind by itself: then its scenarios carry no tag for it. */
        private final Optional<Verb> verb;

        Kind(Verb verb) {
            this.verb = Optional.ofNullable(verb);
        }
    }

    static Keeping inWords(String words) {
        if (words.equals("no sessions")) {
            return of(Kind.NO_SESSIONS);
        }
        if (words.equals("its sessions to itself")) {
            return of(Kind.TO_ITSELF);
        }
        int number = Integer.parseInt(words.replaceAll("\\D", ""));
        if (words.startsWith("unused")) {
            return new Keeping(Kind.UNUSED_IN_MEMORY, Optional.empty(), Optional.of(Duration.ofSeconds(number)));
        }
        return new Keeping(
                words.endsWith("in memory") ? Kind.SO_MANY_IN_MEMORY : Kind.SO_MANY_OPEN,
                Optional.of(number),
                Optional.empty());
    }

    private static Keeping of(Kind kind) {
        return new Keeping(kind, Optional.empty(), Optional.empty());
    }

    @Override
    public Set<Verb> verbs() {
        return kind.verb.map(Set::of).orElse(Set.of());
    }

    /** Whether the platform is to serve no revision that has sessions. */
    boolean isNone() {
        return kind == Kind.NO_SESSIONS;
    }

    /** Whether a server may be so by itself, without anybody ordering it. */
    boolean isOfItsOwnNature() {
        return kind.verb.isEmpty();
    }

    void order(Lever lever, Caller caller) {
        switch (kind) {
            case NO_SESSIONS -> lever.keepNoSessions(caller);
            case TO_ITSELF -> lever.tellNoIds(caller);
            case SO_MANY_OPEN -> lever.capSessions(caller, sessions);
            case SO_MANY_IN_MEMORY -> lever.cap(caller, sessions);
            case UNUSED_IN_MEMORY -> lever.idle(caller, window);
        }
    }
}
