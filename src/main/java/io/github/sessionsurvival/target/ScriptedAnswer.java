package io.github.sessionsurvival.target;

import io.github.sessionsurvival.wire.Headers;
import java.util.Objects;

/**
 * An answer the platform gives instead of its own.
 *
 * @param operation what is answered so
 * @param times how many requests in a row
 * @param status the status
 * @param headers the header lines, as they stand
 * @param body the body's text
 * @param shape how the body travels
 * @param namesSession whether a real session is created and its id sent in the header
 */
public record ScriptedAnswer(
        Operation operation, int times, int status, Headers headers, String body, Shape shape, boolean namesSession) {

    /** How a scripted body travels. */
    public enum Shape {
        /** Whole, with a length. */
        WHOLE("whole"),
        /** The headers, then nothing, the connection held open. */
        SILENT("silent"),
        /** The headers, the first half, then the connection is cut. */
        CUT("cut"),
        /** One byte a second for ever. */
        DRIP("drip"),
        /** An event stream of comments without end. */
        ENDLESS_EVENTS("endless-events"),
        /** One line without end. */
        ENDLESS_LINE("endless-line"),
        /** Ten million bytes. */
        LARGE("large");

        private final String word;

        Shape(String word) {
            this.word = word;
        }

        /** As the control protocol spells it. */
        public String word() {
            return word;
        }
    }

    public ScriptedAnswer {
        Objects.requireNonNull(operation, "operation");
        Objects.requireNonNull(headers, "headers");
        Objects.requireNonNull(body, "body");
        Objects.requireNonNull(shape, "shape");
    }
}
