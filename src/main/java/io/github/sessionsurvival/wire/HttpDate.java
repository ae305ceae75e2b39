package io.github.sessionsurvival.wire;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The three forms of an HTTP-date (RFC 9110 section 5.6.7; HTTP-07), read to the letter: always GMT, case-sensitive. */
public final class HttpDate {

    private static final List<String> MONTHS =
            List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");
    private static final List<String> SHORT_DAYS = List.of("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun");
    private static final List<String> LONG_DAYS =
            List.of("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday");

    private static final String SHORT_DAY = "(?<day>" + String.join("|", SHORT_DAYS) + ")";
    private static final String LONG_DAY = "(?<day>" + String.join("|", LONG_DAYS) + ")";
    private static final String MONTH = "(?<month>" + String.join("|", MONTHS) + ")";
    private static final String TIME = "(?<hour>[0-9]{2}):(?<minute>[0-9]{2}):(?<second>[0-9]{2})";

    private static final Pattern IMF_FIXDATE =
            Pattern.compile(SHORT_DAY + ", (?<date>[0-9]{2}) " + MONTH + " (?<year>[0-9]{4}) " + TIME + " GMT");
    private static final Pattern RFC_850 =
            Pattern.compile(LONG_DAY + ", (?<date>[0-9]{2})-" + MONTH + "-(?<year>[0-9]{2}) " + TIME + " GMT");
    private static final Pattern ASCTIME =
            Pattern.compile(SHORT_DAY + " " + MONTH + " (?<date>[0-9]{2}| [0-9]) " + TIME + " (?<year>[0-9]{4})");

    private static final int YEARS_AHEAD = 50;
    private static final int LEAP_SECOND = 60;

    private HttpDate() {}

    /**
     * The instant, or empty where the text is none of the three forms, names a day that does not exist, or a weekday
     * that is not that day's.
     *
     * @param now decides the century of a two-digit year: no reading may lie more than 50 years ahead
     */
    public static Optional<Instant> parse(String text, Instant now) {
        Matcher imf = IMF_FIXDATE.matcher(text);
        if (imf.matches()) {
            return instant(imf, Integer.parseInt(imf.group("year")), SHORT_DAYS);
        }
        Matcher asctime = ASCTIME.matcher(text);
        if (asctime.matches()) {
            return instant(asctime, Integer.parseInt(asctime.group("year")), SHORT_DAYS);
        }
        Matcher rfc850 = RFC_850.matcher(text);
        return rfc850.matches() ? withTwoDigitYear(rfc850, now) : Optional.empty();
    }

    private static Optional<Instant> withTwoDigitYear(Matcher match, Instant now) {
        LocalDateTime latest = LocalDateTime.ofInstant(now, ZoneOffset.UTC).plusYears(YEARS_AHEAD);
        int year = latest.getYear() / 100 * 100 + Integer.parseInt(match.group("year"));
        if (year > latest.getYear()) {
            year -= 100;
        }
        // Within the very year the limit falls in, month and day decide; 29 February exists in one century and not in
        // another, so the comparison runs on a date that may be wrong for it, and the weekday is checked afterwards.
        if (year == latest.getYear() && isAfter(match, latest)) {
            year -= 100;
        }
        return instant(match, year, LONG_DAYS);
    }

    private static boolean isAfter(Matcher match, LocalDateTime latest) {
        int month = MONTHS.indexOf(match.group("month")) + 1;
        int date = Integer.parseInt(match.group("date"));
        if (month != latest.getMonthValue()) {
            return month > latest.getMonthValue();
        }
        if (date != latest.getDayOfMonth()) {
            return date > latest.getDayOfMonth();
        }
        int second = (Integer.parseInt(match.group("hour")) * 60 + Integer.parseInt(match.group("minute"))) * 60
                + Integer.parseInt(match.group("second"));
        return second > latest.toLocalTime().toSecondOfDay();
    }

    private static Optional<Instant> instant(Matcher match, int year, List<String> days) {
        int second = Integer.parseInt(match.group("second"));
        boolean leap = second == LEAP_SECOND;
        try {
            LocalDateTime time = LocalDateTime.of(
                    year,
                    MONTHS.indexOf(match.group("month")) + 1,
                    Integer.parseInt(match.group("date").strip()),
                    Integer.parseInt(match.group("hour")),
                    Integer.parseInt(match.group("minute")),
                    leap ? LEAP_SECOND - 1 : second);
            if (time.getDayOfWeek() != DayOfWeek.of(days.indexOf(match.group("day")) + 1)) {
                return Optional.empty();
            }
            Instant instant = time.toInstant(ZoneOffset.UTC);
            return Optional.of(leap ? instant.plus(Duration.ofSeconds(1)) : instant);
        } catch (DateTimeException noSuchDay) {
            return Optional.empty();
        }
    }
}
