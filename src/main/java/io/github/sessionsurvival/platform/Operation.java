package io.github.sessionsurvival.platform;

import java.util.Optional;
import java.util.stream.Stream;

/** What a request asks for, as faults are keyed by it. */
enum Operation {
    INITIALIZE("initialize"),
    CONFIRMATION("confirmation"),
    CALL("call"),
    ENDING("ending"),
    STREAM("stream"),
    ANY("any"),
    /** Any other notification, or a client's response: struck by {@link #ANY} alone, so it has no word of its own. */
    NOTICE("");

    /** As the control protocol spells it. */
    private final String word;

    Operation(String word) {
        this.word = word;
    }

    static Optional<Operation> named(String word) {
        return Stream.of(values())
                .filter(o -> o != NOTICE && o.word.equals(word))
                .findFirst();
    }

    /** Whether a fault armed for this operation strikes a request of that one. */
    boolean covers(Operation other) {
        return this == ANY || this == other;
    }
}
