package io.github.sessionsurvival.wire;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {

    private static final Instant RECEIVED = Instant.parse("2026-12-01T12:00:00Z");

    @ParameterizedTest
    @CsvSource({"2, 2", "0, 0", "' 2 ', 2", "002, 2", "3600, 3600", "'\t7', 7"})
    void readsWholeSeconds(String value, long seconds) {
        assertThat(read(value).delay(), is(Optional.of(Duration.ofSeconds(seconds))));
        assertThat(read(value).why(), is(Optional.empty()));
        assertThat(read(value).text(), is(Optional.of(value.strip())));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2.5",
                "-1",
                "+2",
                "2s",
                "",
                " ",
                "2, 2",
                "2;3",
                "soon",
                "0x2",
                "1e3",
                "2 3",
                "\u0662",
                "\u00a02",
                "\u000b2",
                "PT2S",
                "null",
                "Tue, 01 Dec 2026 12:00:02 UTC",
                "Tue, 01 Dec 2026 12:00:02 gmt",
                "tue, 01 dec 2026 12:00:02 GMT",
                "Mon, 01 Dec 2026 12:00:02 GMT",
                "Tue, 1 Dec 2026 12:00:02 GMT",
                "Tue, 01 Dec 26 12:00:02 GMT",
                "Tue, 31 Feb 2026 12:00:02 GMT",
                "Tue, 01 Dec 2026 24:00:00 GMT",
                "Tue, 01 Dec 2026 12:00:02 +0000",
                "Tue, 01-Dec-26 12:00:02 GMT",
                "Tue Dec 1 12:00:02 2026",
                "2026-12-01T12:00:02Z"
            })
    void refusesEverythingElse(String value) {
        RetryAfter retryAfter = read(value);
        assertThat(retryAfter.delay(), is(Optional.empty()));
        assertThat(retryAfter.why(), is(not(Optional.empty())));
        assertThat(retryAfter.text(), is(not(Optional.empty())));
    }

    @Test
    void anAbsentHeaderIsNoFault() {
        RetryAfter retryAfter = RetryAfter.of(Headers.NONE, RECEIVED);
        assertThat(retryAfter, is(new RetryAfter(Optional.empty(), Optional.empty(), Optional.empty())));
    }

    @Test
    void twoFieldLinesMakeBothInvalid() {
        RetryAfter retryAfter =
                RetryAfter.of(Headers.NONE.with("Retry-After", "2").with("retry-after", "2"), RECEIVED);
        assertThat(retryAfter.delay(), is(Optional.empty()));
        assertThat(retryAfter.why().orElseThrow(), containsString("2 times"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Tue, 01 Dec 2026 12:00:05 GMT", "Tuesday, 01-Dec-26 12:00:05 GMT", "Tue Dec  1 12:00:05 2026"})
    void readsAllThreeDatesAgainstReceipt(String value) {
        assertThat(read(value).delay(), is(Optional.of(Duration.ofSeconds(5))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Fri, 31 Dec 1999 23:59:59 GMT", "Friday, 31-Dec-99 23:59:59 GMT", "Fri Dec 31 23:59:59 1999"})
    void aDateInThePastIsNoWait(String value) {
        assertThat(read(value).delay(), is(Optional.of(Duration.ZERO)));
    }

    @Test
    void theAnswersOwnDateIsItsClock() {
        Headers headers = Headers.NONE
                .with("Date", "Tue, 01 Dec 2026 15:00:00 GMT")
                .with("Retry-After", "Tue, 01 Dec 2026 15:00:03 GMT");
        assertThat(RetryAfter.of(headers, RECEIVED).delay(), is(Optional.of(Duration.ofSeconds(3))));
    }

    @Test
    void anUnreadableOrDoubledDateLeavesReceipt() {
        Headers soon = Headers.NONE.with("Retry-After", "Tue, 01 Dec 2026 12:00:03 GMT");
        assertThat(RetryAfter.of(soon.with("Date", "today"), RECEIVED).delay(), is(Optional.of(Duration.ofSeconds(3))));
        assertThat(
                RetryAfter.of(
                                soon.with("Date", "Tue, 01 Dec 2026 12:00:01 GMT")
                                        .with("Date", "Tue, 01 Dec 2026 12:00:01 GMT"),
                                RECEIVED)
                        .delay(),
                is(Optional.of(Duration.ofSeconds(3))));
    }

    @Test
    void aFractionOfTheReceiptIsNotLost() {
        Instant received = RECEIVED.plusMillis(250);
        RetryAfter retryAfter =
                RetryAfter.of(Headers.NONE.with("Retry-After", "Tue, 01 Dec 2026 12:00:01 GMT"), received);
        assertThat(retryAfter.delay(), is(Optional.of(Duration.ofMillis(750))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "99999999999",
                "9223372036854775807",
                "9223372036854775808",
                "99999999999999999999999999999999999999999",
                "Fri, 31 Dec 9999 23:59:59 GMT"
            })
    void anAbsurdDelayIsValidHugeAndSafeToReckonWith(String value) {
        Duration delay = read(value).delay().orElseThrow();
        assertThat(delay, is(RetryAfter.LONGEST));
        assertThat(Duration.ofNanos(delay.toNanos()), is(delay));
    }

    @Test
    void twoDigitYearsLieAtMostFiftyYearsAhead() {
        Instant now = Instant.parse("2026-12-01T12:00:00Z");
        assertThat(
                HttpDate.parse("Sunday, 06-Nov-94 08:49:37 GMT", now),
                is(Optional.of(Instant.parse("1994-11-06T08:49:37Z"))));
        assertThat(
                HttpDate.parse("Tuesday, 01-Dec-76 12:00:00 GMT", now),
                is(Optional.of(Instant.parse("2076-12-01T12:00:00Z"))));
        // One second further is more than 50 years ahead, so 1976; that day was a Wednesday.
        assertThat(HttpDate.parse("Tuesday, 01-Dec-76 12:00:01 GMT", now), is(Optional.empty()));
        assertThat(
                HttpDate.parse("Wednesday, 01-Dec-76 12:00:01 GMT", now),
                is(Optional.of(Instant.parse("1976-12-01T12:00:01Z"))));
        assertThat(
                HttpDate.parse("Thursday, 01-Jan-05 00:00:00 GMT", Instant.parse("2099-06-01T00:00:00Z")),
                is(Optional.of(Instant.parse("2105-01-01T00:00:00Z"))));
    }

    @Test
    void aLeapSecondIsASecond() {
        assertThat(
                HttpDate.parse("Sat, 31 Dec 2016 23:59:60 GMT", RECEIVED),
                is(Optional.of(Instant.parse("2017-01-01T00:00:00Z"))));
        assertThat(HttpDate.parse("Sat, 31 Dec 2016 23:59:61 GMT", RECEIVED), is(Optional.empty()));
    }

    @Test
    void theReasonIsForPeople() {
        assertThat(read("2.5").why().orElseThrow(), startsWith("it is neither"));
    }

    private static RetryAfter read(String value) {
        return RetryAfter.of(Headers.NONE.with("retry-after", value), RECEIVED);
    }
}
