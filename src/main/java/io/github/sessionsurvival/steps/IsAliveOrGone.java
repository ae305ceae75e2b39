package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.RestartAnswer;
import java.util.Optional;
import org.hamcrest.Description;
import org.hamcrest.TypeSafeDiagnosingMatcher;

/**
 * Whether an answer leaves a client in no doubt about its session: it works, it is gone for good (404), or, where a
 * contract provides for it, the client is told to wait.
 */
final class IsAliveOrGone extends TypeSafeDiagnosingMatcher<Exchange> {

    private static final int GONE = 404;

    private final Optional<RestartAnswer> contract;

    private IsAliveOrGone(Optional<RestartAnswer> contract) {
        this.contract = contract;
    }

    static IsAliveOrGone isAliveOrGone() {
        return new IsAliveOrGone(Optional.empty());
    }

    static IsAliveOrGone isAliveOrGoneOrToldToWait(RestartAnswer contract) {
        return new IsAliveOrGone(Optional.of(contract));
    }

    @Override
    protected boolean matchesSafely(Exchange exchange, Description mismatch) {
        mismatch.appendText("was " + Reply.inWords(exchange));
        return exchange.status() == GONE
                || Reply.result(exchange).isPresent()
                || IsAcceptedWithoutAWord.isAcceptedWithoutAWord().matches(exchange)
                || contract.filter(c -> IsTheRestartAnswer.isTheRestartAnswer(c).matches(exchange))
                        .isPresent();
    }

    @Override
    public void describeTo(Description description) {
        description.appendText(
                contract.isPresent()
                        ? "to be answered, to be told to wait, or to be gone with 404"
                        : "to answer as before or to be gone with 404");
    }
}
