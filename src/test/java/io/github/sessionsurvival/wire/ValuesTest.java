package io.github.sessionsurvival.wire;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The small values of the wire. */
final class ValuesTest {

    private static final Exchange.Request REQUEST =
            new Exchange.Request("POST", URI.create("http://127.0.0.1/mcp"), Headers.NONE, Body.of("{}"));

    private static Exchange exchange(Optional<Exchange.Answer> answer, Optional<WireFault> fault) {
        return new Exchange(
                3,
                Purpose.PING,
                "main",
                REQUEST,
                answer,
                fault,
                new Exchange.Timing(Instant.EPOCH, Duration.ZERO, Optional.empty(), Duration.ZERO));
    }

    private static Optional<Exchange.Answer> answer(int status, Headers headers) {
        return Optional.of(new Exchange.Answer(status, headers, Body.EMPTY, List.of()));
    }

    @Test
    void anExchangeTellsHowItWentInOneLine() {
        WireFault lost = new WireFault(WireFault.Kind.LOST, "");
        assertThat(exchange(answer(503, Headers.NONE), Optional.empty()).outcomeInWords(), is("503"));
        assertThat(
                exchange(Optional.empty(), Optional.of(lost)).outcomeInWords(),
                is("no answer, the connection was lost before any answer"));
        assertThat(
                exchange(answer(200, Headers.NONE), Optional.of(new WireFault(WireFault.Kind.LOST_IN_BODY, "reset")))
                        .outcomeInWords(),
                is("200, the connection was lost while the body was arriving (reset)"));
    }

    @Test
    void anExchangeWithoutAnAnswerHasNoStatusAndNamesNoSession() {
        Exchange none = exchange(Optional.empty(), Optional.empty());
        assertThat(none.status(), is(0));
        assertThat(none.sessionId(), is(Optional.empty()));
        Exchange named = exchange(answer(200, Headers.NONE.with("MCP-Session-Id", "a")), Optional.empty());
        assertThat(named.status(), is(200));
        assertThat(named.sessionId(), is(Optional.of(new SessionId("a"))));
        assertThat(named.numbered(9).number(), is(9));
        assertThat(named.numbered(9).answer(), is(named.answer()));
    }

    @Test
    void anEmptySessionHeaderNamesNone() {
        Headers empty = Headers.NONE.with("mcp-session-id", "");
        assertThat(empty.has("Mcp-Session-Id"), is(true));
        assertThat(empty.has("mcp"), is(false));
        assertThat(empty.sessionId(), is(Optional.empty()));
        assertThat(Headers.NONE.sessionId(), is(Optional.empty()));
    }

    @Test
    void aMediaTypeIsWithoutItsParametersAndInLowerCase() {
        assertThat(
                Headers.NONE
                        .with("Content-Type", "Text/Event-Stream ; charset=utf-8")
                        .mediaType(),
                is("text/event-stream"));
        assertThat(Headers.NONE.mediaType(), is(""));
    }

    @Test
    void onlyAnAnswerOf200CanBeAnEventStream() {
        Headers stream = Headers.NONE.with("content-type", "text/event-stream");
        assertThat(answer(200, stream).orElseThrow().isEventStream(), is(true));
        assertThat(answer(503, stream).orElseThrow().isEventStream(), is(false));
        assertThat(answer(200, Headers.NONE).orElseThrow().isEventStream(), is(false));
    }

    @Test
    void revisionsAreOrderedAndKnowTheirWays() {
        assertThat(Revision.R2025_03_26, lessThan(Revision.R2025_06_18));
        assertThat(Revision.R2025_03_26.carriesVersionHeader(), is(false));
        assertThat(Revision.R2025_06_18.carriesVersionHeader(), is(true));
        assertThat(Revision.R2025_11_25.isStateful(), is(true));
        assertThat(Revision.R2026_07_28.isStateful(), is(false));
        assertThat(Revision.isWellFormed("2025-11-25"), is(true));
        assertThat(Revision.isWellFormed("2025-11-25 "), is(false));
        assertThat(Revision.R2025_11_25.toString(), is("2025-11-25"));
    }

    @Test
    void aSecretIsComparedByItsValueAndNeverShown() {
        assertThat(Secret.of("a"), is(Secret.of("a")));
        assertThat(Secret.of("a"), not(Secret.of("b")));
        assertThat(Secret.of("a"), not((Object) "a"));
        assertThat(Secret.of("a").hashCode(), is(Secret.of("a").hashCode()));
        assertThat(Secret.of("a").hashCode(), not(Secret.of("b").hashCode()));
        assertThat(Secret.of("abc").toString(), is("[redacted]"));
        assertThrows(IllegalArgumentException.class, () -> Secret.of(""));
    }

    @Test
    void aSessionIdIsShownWithoutItsEndAndWithoutWhatAConsoleWouldObey() {
        assertThat(new SessionId("0123456789").toString(), is("01234567…(10)"));
        assertThat(new SessionId("012345678").shortened(), is("01234567…(9)"));
        assertThat(new SessionId("01234567").shortened(), is("0123…(8)"));
        assertThat(new SessionId("!~ \u007f\u001b[31m").shortened(), is("!~???[31…(9)"));
        assertThrows(IllegalArgumentException.class, () -> new SessionId(""));
    }

    @Test
    void bodiesAreComparedByTheirBytes() {
        assertThat(Body.of("a"), is(Body.of(new byte[] {'a'})));
        assertThat(Body.of("a"), not(Body.of("b")));
        assertThat(Body.of("a"), not((Object) "a"));
        assertThat(Body.of("a").hashCode(), not(Body.of("b").hashCode()));
        assertThat(Body.of("abc").length(), is(3));
        assertThat(Body.of("abc").toString(), is("3 bytes"));
        assertThat(Body.of("é").strictText(), is(Optional.of("é")));
        assertThat(Body.of(new byte[] {(byte) 0xC3}).strictText(), is(Optional.empty()));
        assertThat(Body.of("").isEmpty(), is(true));
    }

    @Test
    void callersKeepTheirBearer() {
        assertThat(Caller.anonymous("main").bearer(), is(Optional.empty()));
        assertThat(Caller.withBearer("main", Secret.of("b")).bearer(), is(Optional.of(Secret.of("b"))));
    }

    @Test
    void aProxyIsNamedWithItsPort() {
        assertThat(new ForwardProxy("::1", 81, Optional.empty()).inWords(), is("the proxy [::1]:81"));
        assertThat(new ForwardProxy("proxy", 81, Optional.empty()).inWords(), is("the proxy proxy:81"));
    }

    @Test
    void purposesAreWorded() {
        assertThat(Purpose.CLEAN_UP_CHECK.inWords(), is("clean-up: is it dead"));
    }

    @Test
    void aContractAllowsAtLeastOneAttempt() {
        assertThat(new RestartAnswer(503, -32001, "m", Duration.ZERO, 1).attempts(), is(1));
        assertThrows(IllegalArgumentException.class, () -> new RestartAnswer(503, -32001, "m", Duration.ZERO, 0));
    }

    @Test
    void theLastReconnectionTimeOfAStreamCounts() {
        assertThat(
                ServerSentEvents.retry(Body.of("retry: 7\nretry: x\n\nretry: 9\n\n")),
                is(Optional.of(Duration.ofMillis(9))));
        assertThat(ServerSentEvents.retry(Body.EMPTY), is(Optional.empty()));
    }

    @Test
    void aYearOfTwoDigitsIsAtMostFiftyYearsAhead() {
        Instant now = Instant.parse("2026-06-15T12:30:15Z");
        assertThat(until("Monday, 15-Jun-76 12:30:15 GMT", now), is(Optional.of("2076-06-15T12:30:15Z")));
        assertThat(until("Tuesday, 15-Jun-76 12:30:16 GMT", now), is(Optional.of("1976-06-15T12:30:16Z")));
        assertThat(until("Tuesday, 15-Jun-76 12:31:00 GMT", now), is(Optional.of("1976-06-15T12:31:00Z")));
        assertThat(until("Wednesday, 16-Jun-76 00:00:00 GMT", now), is(Optional.of("1976-06-16T00:00:00Z")));
        assertThat(until("Sunday, 14-Jun-76 23:59:59 GMT", now), is(Optional.of("2076-06-14T23:59:59Z")));
        assertThat(until("Thursday, 01-Jul-76 00:00:00 GMT", now), is(Optional.of("1976-07-01T00:00:00Z")));
        assertThat(until("Sunday, 31-May-76 23:59:59 GMT", now), is(Optional.of("2076-05-31T23:59:59Z")));
        assertThat(until("Friday, 01-Jan-77 00:00:00 GMT", now), is(Optional.empty()));
        assertThat(until("Saturday, 01-Jan-77 00:00:00 GMT", now), is(Optional.of("1977-01-01T00:00:00Z")));
    }

    private static Optional<String> until(String date, Instant now) {
        return HttpDate.parse(date, now).map(Instant::toString);
    }
}
