package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.wire.Purpose;
import java.util.Arrays;

/** What a client can ask, as the sentences word it. */
enum Asking {
    REAL_REQUEST("a real request", Purpose.PROBE, "POST"),
    TOOL_CALL("a tool call", Purpose.TOOL_CALL, "POST"),
    PING("a ping", Purpose.PING, "POST"),
    CONFIRMATION("the confirmation", Purpose.CONFIRMATION, "POST"),
    STREAM("a stream", Purpose.STREAM, "GET"),
    ENDING("an ending", Purpose.ENDING, "DELETE");

    private final String words;
    private final Purpose purpose;
    private final String method;

    Asking(String words, Purpose purpose, String method) {
        this.words = words;
        this.purpose = purpose;
        this.method = method;
    }

    String words() {
        return words;
    }

    Purpose purpose() {
        return purpose;
    }

    String method() {
        return method;
    }

    static Asking inWords(String words) {
        return Arrays.stream(values())
                .filter(a -> a.words.equals(words))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("nothing to ask is called \"" + words + "\""));
    }
}
