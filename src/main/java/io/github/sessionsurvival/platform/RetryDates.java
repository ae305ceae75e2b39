package io.github.sessionsurvival.platform;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Turns {@code {date+N:form}} into the moment N seconds ahead, in one of the three HTTP-date forms (RFC 9110 5.6.7). */
final class RetryDates {

    private static final Pattern PLACE = Pattern.compile("\\{date\\+(\\d{1,7}):(imf|rfc850|asctime)}");

    private static final Map<String, DateTimeFormatter> FORMS = Map.of(
            "imf", form("EEE, dd MMM yyyy HH:mm:ss 'GMT'"),
            "rfc850", form("EEEE, dd-MMM-yy HH:mm:ss 'GMT'"),
            "asctime", form("EEE MMM ppd HH:mm:ss yyyy"));

    private RetryDates() {}

    static String fill(String value, Instant now) {
        return PLACE.matcher(value).replaceAll(place -> date(place, now));
    }

    private static String date(MatchResult place, Instant now) {
        return FORMS.get(place.group(2)).format(now.plusSeconds(Long.parseLong(place.group(1))));
    }

    private static DateTimeFormatter form(String pattern) {
        return DateTimeFormatter.ofPattern(pattern, Locale.US).withZone(ZoneOffset.UTC);
    }
}
