package io.github.sessionsurvival.platform;

import java.util.Optional;
import java.util.stream.Stream;

/** How far a request had come when a fault strikes. */
enum Phase {
    /** Nothing was created or done. */
    BEFORE_MINT("before-mint"),
    /** The work is done and durable; the client was told nothing. */
    AFTER_MINT("after-mint"),
    /** The answer's headers were sent, its body was not. */
    AFTER_HEADERS("after-headers");

    /** As the control protocol spells it. */
    private final String word;

    Phase(String word) {
        this.word = word;
    }

    static Optional<Phase> named(String word) {
        return Stream.of(values()).filter(p -> p.word.equals(word)).findFirst();
    }
}
