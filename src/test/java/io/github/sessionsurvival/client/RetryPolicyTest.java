package io.github.sessionsurvival.client;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;

import io.github.sessionsurvival.client.RetryPolicy.Again;
import io.github.sessionsurvival.client.RetryPolicy.Cause;
import io.github.sessionsurvival.client.RetryPolicy.Decision;
import io.github.sessionsurvival.client.RetryPolicy.Final;
import io.github.sessionsurvival.client.ScriptedEndpoint.Reply;
import io.github.sessionsurvival.wire.RestartAnswer;
import io.github.sessionsurvival.wire.WireFault;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryPolicyTest {

    static final RestartAnswer CONTRACT =
            new RestartAnswer(503, -32001, "MCP session is restarting, please retry", Duration.ofSeconds(2), 8);
    static final RetryPolicy POLICY = new RetryPolicy(Optional.of(CONTRACT), Duration.ofSeconds(30));

    private static Decision decide(Reply reply, int attempt) {
        return POLICY.decide(ScriptedExchange.of(reply), attempt);
    }

    private static Final finalOf(Reply reply) {
        return (Final) decide(reply, 1);
    }

    @Test
    void theRestartAnswerEarnsAnotherAttemptAfterItsOwnDelay() {
        assertThat(decide(Reply.restart("5"), 1), is(new Again(Duration.ofSeconds(5))));
    }

    @Test
    void aDelayOfZeroIsFollowedAtOnce() {
        assertThat(decide(Reply.restart("0"), 1), is(new Again(Duration.ZERO)));
    }

    @Test
    void aDateCountsFromTheAnswersOwnDate() {
        Reply reply = Reply.restart("Tue, 01 Dec 2026 08:00:03 GMT").with("Date", "Tue, 01 Dec 2026 08:00:00 GMT");
        assertThat(decide(reply, 1), is(new Again(Duration.ofSeconds(3))));
    }

    @Test
    void aDateInThePastIsNoWait() {
        assertThat(decide(Reply.restart("Fri, 31 Dec 1999 23:59:59 GMT"), 1), is(new Again(Duration.ZERO)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "2.5", "+2", "2s", "soon", ""})
    void anInvalidDelayIsTheContractsOwn(String retryAfter) {
        assertThat(decide(Reply.restart(retryAfter), 1), is(new Again(Duration.ofSeconds(2))));
    }

    @Test
    void anAbsentDelayIsTheContractsOwn() {
        assertThat(decide(Reply.restart(), 1), is(new Again(Duration.ofSeconds(2))));
    }

    @Test
    void theLongestAllowedDelayIsStillFollowed() {
        assertThat(decide(Reply.restart("30"), 1), is(new Again(Duration.ofSeconds(30))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"31", "3600", "99999999999999999999999999"})
    void aLongerDelayEndsTheOpeningAtOnceAndSaysSo(String retryAfter) {
        Final end = finalOf(Reply.restart(retryAfter));
        assertThat(end.cause(), is(Cause.TOO_LONG));
        assertThat(end.reason(), containsString("more than the 30 s allowed (limits.max-wait)"));
    }

    @Test
    void theSeventhRestartAnswerIsFollowedAndTheEighthIsFinal() {
        assertThat(decide(Reply.restart("2"), 7), is(new Again(Duration.ofSeconds(2))));
        assertThat(((Final) decide(Reply.restart("2"), 8)).cause(), is(Cause.EXHAUSTED));
    }

    @Test
    void theEighthIsExhaustedWhateverDelayItAsksFor() {
        assertThat(((Final) decide(Reply.restart("3600"), 8)).cause(), is(Cause.EXHAUSTED));
    }

    @Test
    void anIdBesideTheRestartAnswerEndsTheAttempts() {
        Final end = finalOf(Reply.restart("2").naming("abcdefgh-1234"));
        assertThat(end.cause(), is(Cause.NAMED_A_SESSION));
        assertThat(end.reason(), containsString("not adopted"));
    }

    @Test
    void anEmptyIdCountsAsNone() {
        assertThat(decide(Reply.restart("2").naming(""), 1), is(new Again(Duration.ofSeconds(2))));
    }

    @Test
    void anIdBesideAnErrorIsNamedAsThat() {
        assertThat(finalOf(Reply.of(500, "").naming("abcdefgh-1234")).cause(), is(Cause.NAMED_A_SESSION));
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 429, 500, 502, 504})
    void theSameBodyUnderAnotherStatusIsFinal(int status) {
        assertThat(finalOf(Reply.of(status, ScriptedEndpoint.RESTART_BODY)).cause(), is(Cause.REFUSED));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Authentication temporarily unavailable - please retry",
                "Organization authorization temporarily unavailable - please retry",
                "Session storage temporarily unavailable - please retry",
                "MCP session is restarting, please retry."
            })
    void anotherOutageIsFinalAndSaysHowItDiffers(String message) {
        Final end = finalOf(
                Reply.of(503, ScriptedEndpoint.RESTART_BODY.replace("MCP session is restarting, please retry", message))
                        .with("Retry-After", "2"));
        assertThat(end.cause(), is(Cause.REFUSED));
        assertThat(end.reason(), containsString("not the restart answer: message is"));
    }

    @Test
    void aGatewaysPageIsFinal() {
        assertThat(finalOf(Reply.of(503, "<html>down</html>")).cause(), is(Cause.REFUSED));
    }

    @Test
    void anEmptyBodyIsFinal() {
        assertThat(finalOf(Reply.of(503, "")).reason(), is("status 503"));
    }

    @ParameterizedTest
    @EnumSource(WireFault.Kind.class)
    void aFaultOfTheWireIsFinalAndNamedAsWhatItIs(WireFault.Kind kind) {
        Final end = finalOf(Reply.none(kind));
        assertThat(end.cause(), is(Cause.FAULT));
        assertThat(end.reason(), containsString(kind.inWords()));
    }

    @Test
    void aRestartAnswerThatBreaksOffIsNoRestartAnswer() {
        assertThat(
                finalOf(Reply.restart("2").broken(WireFault.Kind.LOST_IN_BODY)).cause(), is(Cause.FAULT));
    }

    @Test
    void aSuccessEndsTheAttempts() {
        assertThat(finalOf(Reply.of(200, "{}").naming("abcdefgh-1234")).cause(), is(Cause.ANSWERED));
    }

    @Test
    void withoutAContractNothingIsEverSentAgain() {
        RetryPolicy none = new RetryPolicy(Optional.empty(), Duration.ofSeconds(30));
        Decision decision = none.decide(ScriptedExchange.of(Reply.restart("2")), 1);
        assertThat(decision, instanceOf(Final.class));
        assertThat(((Final) decision).reason(), is("status 503"));
    }

    @Test
    void secondsAreWrittenAsPeopleDo() {
        assertThat(RetryPolicy.inWords(Duration.ofMillis(2500)), is("2.5 s"));
        assertThat(RetryPolicy.inWords(Duration.ofSeconds(3600)), is("3600 s"));
        assertThat(RetryPolicy.inWords(Duration.ofSeconds(Long.MAX_VALUE)), is(Long.MAX_VALUE + " s"));
    }
}
