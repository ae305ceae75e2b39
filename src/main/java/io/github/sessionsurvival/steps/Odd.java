package io.github.sessionsurvival.steps;

import java.util.Arrays;
import java.util.stream.Stream;

/** A request that differs from a usual one in one part: of a session, or one that stands alone. */
sealed interface Odd permits Oddity, LoneOddity {

    /** As the sentences word it. */
    String words();

    static Odd inWords(String words) {
        return Stream.<Odd>concat(Arrays.stream(Oddity.values()), Arrays.stream(LoneOddity.values()))
                .filter(odd -> odd.words().equals(words))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no odd request is called \"" + words + "\""));
    }
}
