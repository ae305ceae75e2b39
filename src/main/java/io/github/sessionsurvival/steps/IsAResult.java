package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.wire.Exchange;
import org.hamcrest.Description;
import org.hamcrest.TypeSafeDiagnosingMatcher;

/** Whether an exchange was answered with a result of its own; a status alone proves nothing (design 3.3). */
final class IsAResult extends TypeSafeDiagnosingMatcher<Exchange> {

    private IsAResult() {}

    static IsAResult isAResult() {
        return new IsAResult();
    }

    @Override
    protected boolean matchesSafely(Exchange exchange, Description mismatch) {
        mismatch.appendText("was " + Reply.inWords(exchange));
        return Reply.result(exchange).isPresent();
    }

    @Override
    public void describeTo(Description description) {
        description.appendText("to be answered with a result");
    }
}
