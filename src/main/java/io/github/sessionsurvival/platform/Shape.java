package io.github.sessionsurvival.platform;

import java.util.Optional;
import java.util.stream.Stream;

/** How a scripted body travels. */
enum Shape {
    WHOLE("whole"),
    SILENT("silent"),
    CUT("cut"),
    DRIP("drip"),
    ENDLESS_EVENTS("endless-events"),
    ENDLESS_LINE("endless-line"),
    LARGE("large");

    /** As the control protocol spells it. */
    private final String word;

    Shape(String word) {
        this.word = word;
    }

    static Optional<Shape> named(String word) {
        return Stream.of(values()).filter(s -> s.word.equals(word)).findFirst();
    }
}
