package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.wire.Exchange;
import org.hamcrest.Description;
import org.hamcrest.TypeSafeDiagnosingMatcher;

/** Whether an attempt is a repetition of the first: the same bytes, and no session id (RST-02). */
final class CarriesTheSameRequest extends TypeSafeDiagnosingMatcher<Exchange> {

    private final Exchange first;

    private CarriesTheSameRequest(Exchange first) {
        this.first = first;
    }

    static CarriesTheSameRequest carriesTheSameRequestAs(Exchange first) {
        return new CarriesTheSameRequest(first);
    }

    @Override
    protected boolean matchesSafely(Exchange exchange, Description mismatch) {
        if (exchange.request().headers().sessionId().isPresent()) {
            mismatch.appendText("it named a session");
            return false;
        }
        mismatch.appendText("its bytes differ");
        return exchange.request().body().equals(first.request().body())
                && exchange.request().headers().equals(first.request().headers());
    }

    @Override
    public void describeTo(Description description) {
        description.appendText("to be the same request as the first, byte for byte");
    }
}
