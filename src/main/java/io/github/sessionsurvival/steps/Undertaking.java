package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.target.Verb;
import java.util.Optional;
import java.util.Set;

/**
 * What is under way while something happens, as the sentences word it.
 *
 * @param asked whose request it is; empty where it belongs to no session
 */
record Undertaking(Kind kind, Optional<Asked> asked) implements Pulling {

    /** What it is that takes its time. */
    enum Kind {
        REQUEST,
        STREAM,
        /** Belongs to no session, and to a revision without them. */
        SUBSCRIPTION,
        /** Of two clients, so that a restart hits both. */
        OPENINGS
    }

    /** A request, whose it is, and how many of them. */
    record Asked(Asking request, WhichSession session, int times) {}

    static Undertaking inWords(String words) {
        if (words.equals("a subscription")) {
            return new Undertaking(Kind.SUBSCRIPTION, Optional.empty());
        }
        if (words.equals("two openings")) {
            return new Undertaking(Kind.OPENINGS, Optional.empty());
        }
        String[] parts = words.split(" of ", 2);
        WhichSession session = WhichSession.inWords(parts[1]);
        if (parts[0].endsWith("stream") || parts[0].endsWith("streams")) {
            int times = parts[0].startsWith("two") ? 2 : 1;
            return new Undertaking(Kind.STREAM, Optional.of(new Asked(Asking.STREAM, session, times)));
        }
        return new Undertaking(Kind.REQUEST, Optional.of(new Asked(Asking.inWords(parts[0]), session, 1)));
    }

    Asking request() {
        return asked.orElseThrow().request();
    }

    WhichSession session() {
        return asked.orElseThrow().session();
    }

    int times() {
        return asked.orElseThrow().times();
    }

    /**
     * A request is over in no time unless it is held; a subscription and a stream stay by themselves. A platform that holds
     * openings by merely standing still answers none of them once it goes down: nothing is in flight there.
     */
    @Override
    public Set<Verb> verbs() {
        return switch (kind) {
            case REQUEST -> Set.of(Verb.HOLD);
            case OPENINGS -> Set.of(Verb.HOLD, Verb.RESTART_IN_FLIGHT);
            case STREAM, SUBSCRIPTION -> Set.of();
        };
    }
}
