package io.github.sessionsurvival.target;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How often something may happen: at most that many times in any such span.
 *
 * @param times at least 1
 * @param per a second, a minute or an hour
 */
public record Rate(int times, Duration per) {

    private static final Pattern FORM = Pattern.compile("([1-9]\\d{0,5})/(s|m|h)");

    public Rate {
        if (times < 1 || per.isZero() || per.isNegative()) {
            throw new IllegalArgumentException("a rate counts at least once in some time: " + times + " in " + per);
        }
    }

    /** As target files write it, such as {@code 5/s} or {@code 15/m}; empty for anything else. */
    public static Optional<Rate> parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        Duration per =
                switch (matcher.group(2)) {
                    case "s" -> Duration.ofSeconds(1);
                    case "m" -> Duration.ofMinutes(1);
                    default -> Duration.ofHours(1);
                };
        return Optional.of(new Rate(Integer.parseInt(matcher.group(1)), per));
    }

    /** For people: "15 a minute". */
    public String inWords() {
        return times + (per.toSeconds() == 1 ? " a second" : per.toMinutes() == 1 ? " a minute" : " an hour");
    }
}
