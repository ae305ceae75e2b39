package io.github.sessionsurvival.platform;

import java.util.Optional;
import java.util.stream.Stream;

/** The forms in which a JSON-RPC request may be answered (INIT-13). */
enum Form {
    JSON("json"),
    EVENT_STREAM("event-stream"),
    /** It ends before its answer and says when to come back for the rest (SSE-05); in revisions that know how. */
    PAUSING_EVENT_STREAM("pausing-event-stream");

    /** As the control protocol spells it. */
    private final String word;

    Form(String word) {
        this.word = word;
    }

    static Optional<Form> named(String word) {
        return Stream.of(values()).filter(f -> f.word.equals(word)).findFirst();
    }
}
