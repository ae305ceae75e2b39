package io.github.sessionsurvival.steps;

import static io.github.sessionsurvival.steps.IsAResult.isAResult;
import static io.github.sessionsurvival.steps.IsAcceptedWithoutAWord.isAcceptedWithoutAWord;
import static io.github.sessionsurvival.steps.IsAliveOrGone.isAliveOrGone;
import static io.github.sessionsurvival.steps.IsAliveOrGone.isAliveOrGoneOrToldToWait;
import static io.github.sessionsurvival.steps.WaitedAtLeast.waitedAbout;
import static io.github.sessionsurvival.steps.WaitedAtLeast.waitedAtLeast;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.not;

import io.github.sessionsurvival.client.Attempt;
import io.github.sessionsurvival.target.ContractFile;
import io.github.sessionsurvival.target.ScriptedAnswer;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.RetryAfter;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MatchersTest {

    private static final Exchange RESULT = Exchanges.answered(200, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");

    @Test
    void aResultIsOneOfTheRequestsOwn() {
        assertThat(RESULT, isAResult());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"result\":{}}",
                "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32603,\"message\":\"down\"}}",
                "<html></html>",
                ""
            })
    void aSuccessWithoutAResultIsNoResult(String body) {
        assertThat(Exchanges.answered(200, body), not(isAResult()));
    }

    @ParameterizedTest
    @CsvSource({"200, ''", "204, ''", "202, null", "202, {}"})
    void aConfirmationThatIsAnsweredIsNotAcceptedWithoutAWord(int status, String body) {
        assertThat(Exchanges.answered(status, body), not(isAcceptedWithoutAWord()));
    }

    @Test
    void aConfirmationIsAcceptedWithoutAWord() {
        assertThat(Exchanges.answered(202, ""), isAcceptedWithoutAWord());
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 410, 500, 503})
    void aSessionIsNeitherAliveNorGoneWhenItAnswersAnythingElse(int status) {
        assertThat(Exchanges.answered(status, "no"), not(isAliveOrGone()));
    }

    @Test
    void aSessionIsAliveOrGone() {
        assertThat(RESULT, isAliveOrGone());
        assertThat(Exchanges.answered(404, "no"), isAliveOrGone());
    }

    @Test
    void theRestartAnswerIsAcceptedOnlyWhereAContractProvidesForIt() {
        ScriptedAnswer restart = new RestartLookAlike(ContractFile.shipped()).named("a restart answer");
        Exchange exchange = Exchanges.answered(restart.status(), restart.body());
        assertThat(exchange, isAliveOrGoneOrToldToWait(ContractFile.shipped()));
        assertThat(exchange, not(isAliveOrGone()));
    }

    @Test
    void judgesTheWaitThatWasAskedFor() {
        assertThat(waiting(Duration.ofSeconds(2)), waitedAtLeast(Duration.ofSeconds(2)));
        assertThat(waiting(Duration.ofMillis(1999)), not(waitedAtLeast(Duration.ofSeconds(2))));
        assertThat(waiting(Duration.ofSeconds(2), Duration.ofSeconds(1)), not(waitedAtLeast(Duration.ofSeconds(2))));
    }

    @Test
    void aboutIsASecondEitherWay() {
        assertThat(waiting(Duration.ofSeconds(1)), waitedAbout(Duration.ofSeconds(2)));
        assertThat(waiting(Duration.ZERO), not(waitedAbout(Duration.ofSeconds(2))));
        assertThat(waiting(Duration.ofSeconds(4)), not(waitedAbout(Duration.ofSeconds(2))));
    }

    private static Attempt waiting(Duration asked) {
        return waiting(asked, Duration.ofMinutes(1));
    }

    private static Attempt waiting(Duration asked, Duration measured) {
        return new Attempt(
                RESULT,
                true,
                new RetryAfter(Optional.empty(), Optional.empty(), Optional.empty()),
                Optional.of(new Attempt.Wait(asked, measured)));
    }
}
