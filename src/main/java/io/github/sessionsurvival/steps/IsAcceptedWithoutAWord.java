package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.wire.Exchange;
import org.hamcrest.Description;
import org.hamcrest.TypeSafeDiagnosingMatcher;

/** Whether a notification was accepted as it has to be: 202 and not one byte of a body (INIT-04). */
final class IsAcceptedWithoutAWord extends TypeSafeDiagnosingMatcher<Exchange> {

    private static final int ACCEPTED = 202;

    private IsAcceptedWithoutAWord() {}

    static IsAcceptedWithoutAWord isAcceptedWithoutAWord() {
        return new IsAcceptedWithoutAWord();
    }

    @Override
    protected boolean matchesSafely(Exchange exchange, Description mismatch) {
        int bytes = exchange.answer().map(a -> a.body().length()).orElse(0);
        mismatch.appendText("was " + exchange.outcomeInWords() + " with a body of " + bytes + " bytes");
        return exchange.status() == ACCEPTED && bytes == 0 && exchange.fault().isEmpty();
    }

    @Override
    public void describeTo(Description description) {
        description.appendText("to be accepted with 202 and an empty body");
    }
}
