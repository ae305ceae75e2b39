package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.RestartAnswer;
import org.hamcrest.Description;
import org.hamcrest.TypeSafeDiagnosingMatcher;

/** Whether an exchange was answered with the contract's restart answer, whole. */
final class IsTheRestartAnswer extends TypeSafeDiagnosingMatcher<Exchange> {

    private final RestartAnswer contract;

    private IsTheRestartAnswer(RestartAnswer contract) {
        this.contract = contract;
    }

    static IsTheRestartAnswer isTheRestartAnswer(RestartAnswer contract) {
        return new IsTheRestartAnswer(contract);
    }

    @Override
    protected boolean matchesSafely(Exchange exchange, Description mismatch) {
        if (exchange.answer().isEmpty() || exchange.fault().isPresent()) {
            mismatch.appendText(exchange.outcomeInWords());
            return false;
        }
        return contract.difference(
                        exchange.status(), exchange.answer().orElseThrow().body())
                .map(difference -> {
                    mismatch.appendText("its " + difference.inWords());
                    return false;
                })
                .orElse(true);
    }

    @Override
    public void describeTo(Description description) {
        description.appendText("to be the restart answer");
    }
}
