package io.github.sessionsurvival.steps;

import java.util.Optional;

/** What a platform advertises as the delay of a restart, as the tables word it. */
final class Advice {

    private Advice() {}

    /** The header's value, with the lever's placeholders for dates; empty for none. */
    static Optional<String> of(String words) {
        return switch (words) {
            case "nothing" -> Optional.empty();
            case "2 seconds ahead, as IMF date" -> Optional.of("{date+2:imf}");
            case "2 seconds ahead, as RFC 850" -> Optional.of("{date+2:rfc850}");
            case "2 seconds ahead, as asctime" -> Optional.of("{date+2:asctime}");
            default -> Optional.of(words);
        };
    }
}
