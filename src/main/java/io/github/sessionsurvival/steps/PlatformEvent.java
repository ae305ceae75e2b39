package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.target.Lever;
import java.util.Arrays;
import java.util.function.Consumer;

/** What befalls a whole platform, as the sentences word it. */
enum PlatformEvent {
    RESTART("restarts", Lever::restart),
    DRAIN("is drained and comes back", Lever::drain),
    KILL("is killed and comes back", Lever::kill);

    private final String words;
    private final Consumer<Lever> pull;

    PlatformEvent(String words, Consumer<Lever> pull) {
        this.words = words;
        this.pull = pull;
    }

    /** Returns when the platform answers again. */
    void befall(Lever lever) {
        pull.accept(lever);
    }

    static PlatformEvent inWords(String words) {
        return Arrays.stream(values())
                .filter(e -> e.words.equals(words))
                .findFirst()
                .orElseThrow();
    }
}
