package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.wire.Exchange;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.hamcrest.Description;
import org.hamcrest.TypeSafeDiagnosingMatcher;

/** Whether an exchange was answered with one of some statuses. */
final class Answers extends TypeSafeDiagnosingMatcher<Exchange> {

    private final Set<Integer> statuses;
    private final String words;

    private Answers(Set<Integer> statuses, String words) {
        this.statuses = statuses;
        this.words = words;
    }

    static Answers answers(int status) {
        return answersOneOf(Set.of(status));
    }

    static Answers answersOneOf(Set<Integer> statuses) {
        return new Answers(
                statuses,
                "to be answered with "
                        + new TreeSet<>(statuses).stream().map(String::valueOf).collect(Collectors.joining(" or ")));
    }

    /** A success of any kind: which one an ending gets is not specified (SESS-10). */
    static Answers answersASuccess() {
        return new Answers(Set.of(200, 202, 204), "to be accepted");
    }

    /** Other callers are turned away, by any of the statuses that say so (SESS-18). */
    static Answers answersARefusal() {
        return new Answers(Set.of(401, 403, 404), "to be turned away");
    }

    /** Refused, by whatever status says so: an answer from the session itself, or none, would not be a goodbye. */
    static Answers answersNoLivingSession() {
        return new Answers(Set.of(400, 401, 403, 404, 405, 409, 410), "to be gone");
    }

    @Override
    protected boolean matchesSafely(Exchange exchange, Description mismatch) {
        mismatch.appendText("was " + Reply.inWords(exchange));
        return statuses.contains(exchange.status());
    }

    @Override
    public void describeTo(Description description) {
        description.appendText(words);
    }
}
