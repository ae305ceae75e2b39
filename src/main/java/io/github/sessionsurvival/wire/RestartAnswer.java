package io.github.sessionsurvival.wire;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * The documented envelope of a contract: the one answer that earns another attempt (RST-01, RST-04). Which facts decide
 * is design 3.5: status, one JSON object, {@code jsonrpc}, a present and null {@code id}, code and whole message. Neither
 * {@code Retry-After} nor the media type is part of the match: we follow tolerantly and judge strictly.
 *
 * @param status 503
 * @param code -32001
 * @param message the whole text
 * @param defaultDelay the wait where the answer advertises none that is valid
 * @param attempts the most attempts in all, the first included (RST-03)
 */
public record RestartAnswer(int status, int code, String message, Duration defaultDelay, int attempts) {

    public RestartAnswer {
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(defaultDelay, "defaultDelay");
        if (attempts < 1) {
            throw new IllegalArgumentException("a contract allows at least 1 attempt, not " + attempts);
        }
    }

    /** The parts by which a look-alike can differ. */
    public enum Part {
        STATUS("status"),
        JSON_OBJECT("body"),
        JSONRPC("jsonrpc"),
        REQUEST_ID("request id"),
        ERROR_CODE("error code"),
        MESSAGE("message"),
        RESULT("result");

        private final String words;

        Part(String words) {
            this.words = words;
        }

        public String inWords() {
            return words;
        }
    }

    /**
     * How an answer differs from the envelope.
     *
     * @param part the first part that differs
     * @param expected what the contract says
     * @param seen what came, shortened and free of control characters
     */
    public record Difference(Part part, String expected, String seen) {
        public String inWords() {
            return part.inWords() + " is " + seen + ", not " + expected;
        }
    }

    /** Empty when the answer is the restart answer; else the first part in which it differs. */
    public Optional<Difference> difference(int answerStatus, Body body) {
        if (answerStatus != status) {
            return differs(Part.STATUS, Integer.toString(status), Integer.toString(answerStatus));
        }
        ErrorEnvelope envelope;
        try {
            envelope = ErrorEnvelope.read(body);
        } catch (ErrorEnvelope.Unreadable e) {
            return differs(Part.JSON_OBJECT, "one JSON object", e.seen());
        }
        return differsUnless(envelope.jsonrpc().isString("2.0"), Part.JSONRPC, "\"2.0\"", envelope.jsonrpc())
                .or(() -> differsUnless(envelope.id().isNull(), Part.REQUEST_ID, "null", envelope.id()))
                .or(() -> differsUnless(
                        envelope.code().isNumber(code), Part.ERROR_CODE, Integer.toString(code), envelope.code()))
                .or(() -> differsUnless(
                        envelope.message().isString(message), Part.MESSAGE, "\"" + message + "\"", envelope.message()))
                .or(() -> differsUnless(envelope.result().isAbsent(), Part.RESULT, "absent", envelope.result()));
    }

    private static Optional<Difference> differsUnless(
            boolean same, Part part, String expected, ErrorEnvelope.Member seen) {
        return same ? Optional.empty() : differs(part, expected, seen.shown());
    }

    private static Optional<Difference> differs(Part part, String expected, String seen) {
        return Optional.of(new Difference(part, expected, seen));
    }

    /** Whether the answer is the restart answer, and so earns another attempt. */
    public boolean matches(int answerStatus, Body body) {
        return difference(answerStatus, body).isEmpty();
    }
}
