package io.github.sessionsurvival.steps;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What a platform advertises as the delay of a restart, as the tables word it. */
final class Advice {

    private Advice() {}

    /** One piece of advice per restart: {@code 0, then 1}. */
    static List<Optional<String>> inTurn(String words) {
        return Arrays.stream(words.split(", then ")).map(Advice::of).toList();
    }

    /** The header's value, with the lever's placeholders for dates; empty for none. */
    private static Optional<String> of(String words) {
        return switch (words) {
            case "nothing" -> Optional.empty();
            case "an IMF date 2 seconds ahead" -> Optional.of("{date+2:imf}");
            case "an RFC 850 date 2 seconds ahead" -> Optional.of("{date+2:rfc850}");
            case "an asctime date 2 seconds ahead" -> Optional.of("{date+2:asctime}");
            default -> Optional.of(words);
        };
    }
}
