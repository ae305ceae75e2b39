package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.target.Verb;
import java.util.Optional;

/**
 * What is under way while something happens, as the sentences word it.
 *
 * @param asked a request of a session; empty for a subscription, which belongs to none
 */
record Undertaking(Optional<Asked> asked) implements Pulling {

    /** A request, whose it is, and how many of them. */
    record Asked(Asking request, WhichSession session, int times) {}

    static Undertaking inWords(String words) {
        if (words.equals("a subscription")) {
            return new Undertaking(Optional.empty());
        }
        String[] parts = words.split(" of ", 2);
        WhichSession session = WhichSession.inWords(parts[1]);
        return new Undertaking(Optional.of(
                parts[0].equals("two streams")
                        ? new Asked(Asking.STREAM, session, 2)
                        : new Asked(Asking.inWords(parts[0]), session, 1)));
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

    int times() {
        return asked.orElseThrow().times();
    }

    /** A request is over in no time unless it is held; a subscription and a stream stay by themselves. */
    @Override
    public Optional<Verb> verb() {
        return asked.filter(any -> any.request() != Asking.STREAM).map(request -> Verb.HOLD);
    }
}
