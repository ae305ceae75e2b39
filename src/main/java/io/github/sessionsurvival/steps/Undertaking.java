package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.target.Verb;
import java.util.Optional;

/**
 * What is under way while something happens, as the sentences word it.
 *
 * @param asked a request of a session; empty for a subscription, which belongs to none
 */
record Undertaking(Optional<Asked> asked) implements Pulling {

    /** A request and whose it is. */
    record Asked(Asking request, WhichSession session) {}

    static Undertaking inWords(String words) {
        if (words.equals("a subscription")) {
            return new Undertaking(Optional.empty());
        }
        String[] parts = words.split(" of ", 2);
        return new Undertaking(Optional.of(new Asked(Asking.inWords(parts[0]), WhichSession.inWords(parts[1]))));
    }

    boolean isSubscription() {
        return asked.isEmpty();
    }

    Asking request() {
        return asked.orElseThrow().request();
    }

    WhichSession session() {
        return asked.orElseThrow().session();
    }

    /** A request is over in no time unless it is held; a subscription stays by itself. */
    @Override
    public Optional<Verb> verb() {
        return asked.map(request -> Verb.HOLD);
    }
}
