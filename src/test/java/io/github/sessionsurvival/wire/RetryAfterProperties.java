package io.github.sessionsurvival.wire;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;

class RetryAfterProperties {

    private static final Instant RECEIVED = Instant.parse("2026-06-15T12:00:00Z");
    private static final long CENTURY_HALF = 49L * 365 * 24 * 3600;

    /** RFC 9110 section 5.6.7: the form of today, that of RFC 850 and that of asctime. */
    private static final List<DateTimeFormatter> FORMS = List.of(
            form("EEE, dd MMM yyyy HH:mm:ss 'GMT'"),
            form("EEEE, dd-MMM-yy HH:mm:ss 'GMT'"),
            form("EEE MMM ppd HH:mm:ss yyyy"));

    private static DateTimeFormatter form(String pattern) {
        return DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH).withZone(ZoneOffset.UTC);
    }

    private static RetryAfter read(String value) {
        return RetryAfter.of(Headers.NONE.with("Retry-After", value), RECEIVED);
    }

    @Property
    void anythingIsReadAsADelayWithinBoundsOrAsInvalidWithAReason(@ForAll("values") String value) {
        RetryAfter read = read(value);

        assertThat(read.text().isPresent(), is(true));
        assertThat(read.delay().isPresent(), is(read.why().isEmpty()));
        read.delay().ifPresent(delay -> {
            assertThat(delay.isNegative(), is(false));
            assertThat(delay.compareTo(RetryAfter.LONGEST) <= 0, is(true));
        });
    }

    @Property
    void wholeSecondsAreThatManySecondsWhateverTheirZeros(
            @ForAll @LongRange(min = 0, max = 3_000_000_000L) long seconds, @ForAll("zeros") String zeros) {
        assertThat(read(zeros + seconds).delay(), is(Optional.of(Duration.ofSeconds(seconds))));
    }

    @Property
    void moreSecondsThanFitAreTheLongestDelay(@ForAll("huge") BigInteger seconds) {
        assertThat(read(seconds.toString()).delay(), is(Optional.of(RetryAfter.LONGEST)));
    }

    @Property
    void aDateIsTheTimeFromTheAnswersOwnDateToIt(
            @ForAll("forms") DateTimeFormatter form,
            @ForAll("forms") DateTimeFormatter ownForm,
            @ForAll @LongRange(min = -CENTURY_HALF, max = CENTURY_HALF) long from,
            @ForAll @LongRange(min = -100_000, max = 100_000) long later) {
        Instant answered = RECEIVED.plusSeconds(from / 2);
        Instant until = answered.plusSeconds(later);
        RetryAfter read = RetryAfter.of(
                Headers.NONE.with("Retry-After", form.format(until)).with("Date", ownForm.format(answered)), RECEIVED);

        assertThat(read.delay(), is(Optional.of(Duration.ofSeconds(Math.max(0, later)))));
    }

    @Property
    void givenMoreThanOnceItIsInvalid(@ForAll("values") String one, @ForAll("values") String other) {
        RetryAfter read = RetryAfter.of(Headers.NONE.with("Retry-After", one).with("retry-after", other), RECEIVED);

        assertThat(read.delay(), is(Optional.empty()));
        assertThat(read.why().isPresent(), is(true));
    }

    @Provide
    Arbitrary<String> values() {
        Arbitrary<String> pieces = Arbitraries.of(
                "0",
                "1",
                "2",
                "60",
                " ",
                "-",
                "+",
                ".",
                ",",
                "s",
                "e",
                "٣",
                "\0",
                "\n",
                "Mon",
                "Sunday",
                ", ",
                "15 Jun 2026",
                "15-Jun-26",
                "12:00:00",
                "24:00:00",
                "GMT",
                " GMT",
                "UTC",
                "9999999999999999999999");
        return Arbitraries.oneOf(
                Arbitraries.strings().ofMaxLength(40),
                pieces.list().ofMaxSize(8).map(list -> String.join("", list)),
                Combinators.combine(Arbitraries.of(FORMS), Arbitraries.longs().between(-CENTURY_HALF, CENTURY_HALF))
                        .as((form, seconds) -> form.format(RECEIVED.plusSeconds(seconds))));
    }

    @Provide
    Arbitrary<String> zeros() {
        return Arbitraries.strings().withChars('0').ofMaxLength(30);
    }

    @Provide
    Arbitrary<BigInteger> huge() {
        return Arbitraries.bigIntegers().between(BigInteger.valueOf(4_000_000_000L), BigInteger.TEN.pow(60));
    }

    @Provide
    Arbitrary<DateTimeFormatter> forms() {
        return Arbitraries.of(FORMS);
    }
}
