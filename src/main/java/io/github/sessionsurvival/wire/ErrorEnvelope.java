package io.github.sessionsurvival.wire;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The members of a JSON-RPC error answer by which a contract recognises it, read so that two readers of the same bytes
 * cannot disagree: UTF-8 without a byte order mark, one object with nothing but JSON white space around it, none of these
 * members twice. Other members, their order and their duplicates are of no interest.
 */
record ErrorEnvelope(Member jsonrpc, Member id, Member code, Member message, Member result) {

    private static final JsonFactory JSON = new JsonFactory();
    private static final Set<String> OUTER = Set.of("jsonrpc", "id", "error", "result");
    private static final Set<String> INNER = Set.of("code", "message");

    /**
     * One member's value: its kind and, for strings and numbers, its text.
     *
     * @param token empty when the member is absent
     */
    record Member(JsonToken token, String text) {

        static final Member ABSENT = new Member(JsonToken.NOT_AVAILABLE, "");

        boolean isAbsent() {
            return token == JsonToken.NOT_AVAILABLE;
        }

        boolean isNull() {
            return token == JsonToken.VALUE_NULL;
        }

        boolean isString(String expected) {
            return token == JsonToken.VALUE_STRING && text.equals(expected);
        }

        /**
         * The number, however it is written. JSON has one kind of number, and a client in JavaScript cannot tell
         * {@code -32001.0} from {@code -32001}: the form is no reason to stop where that client goes on.
         */
        boolean isNumber(int expected) {
            if (token != JsonToken.VALUE_NUMBER_INT && token != JsonToken.VALUE_NUMBER_FLOAT) {
                return false;
            }
            try {
                return new BigDecimal(text).compareTo(BigDecimal.valueOf(expected)) == 0;
            } catch (NumberFormatException exponentBeyondAllBounds) {
                return false;
            }
        }

        String shown() {
            return switch (token) {
                case NOT_AVAILABLE -> "absent";
                case START_OBJECT -> "an object";
                case START_ARRAY -> "an array";
                case VALUE_STRING -> "\"" + Excerpt.of(text) + "\"";
                default -> Excerpt.of(text);
            };
        }
    }

    /** The body is not one readable JSON object. */
    static final class Unreadable extends Exception {
        private static final long serialVersionUID = 1L;

        private final String seen;

        Unreadable(String seen) {
            super(seen, null, false, false);
            this.seen = seen;
        }

        String seen() {
            return seen;
        }
    }

    static ErrorEnvelope read(Body body) throws Unreadable {
        String text = strictText(body);
        if (text.isBlank()) {
            throw new Unreadable("empty");
        }
        if (text.charAt(0) == '\uFEFF') {
            throw new Unreadable("behind a byte order mark");
        }
        // Through a string, since from bytes the parser would guess UTF-16 and skip a byte order mark by itself.
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new Unreadable(parser.currentToken() == JsonToken.START_ARRAY ? "an array" : quoted(text));
            }
            ErrorEnvelope envelope = object(parser);
            if (parser.nextToken() != null) {
                throw new Unreadable("an object with more behind it");
            }
            return envelope;
        } catch (JacksonException notJson) {
            // Also a nesting or a number beyond the parser's limits: nobody documented such an envelope.
            throw new Unreadable(quoted(text));
        }
    }

    private static ErrorEnvelope object(JsonParser parser) throws Unreadable {
        Set<String> seen = new HashSet<>();
        Member jsonrpc = Member.ABSENT;
        Member id = Member.ABSENT;
        Member result = Member.ABSENT;
        Member code = Member.ABSENT;
        Member message = Member.ABSENT;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            onlyOnce(name, OUTER, seen);
            switch (name) {
                case "jsonrpc" -> jsonrpc = member(parser);
                case "id" -> id = member(parser);
                case "result" -> result = member(parser);
                case "error" -> {
                    if (value == JsonToken.START_OBJECT) {
                        Set<String> seenInside = new HashSet<>();
                        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                            String inner = parser.currentName();
                            parser.nextToken();
                            onlyOnce(inner, INNER, seenInside);
                            switch (inner) {
                                case "code" -> code = member(parser);
                                case "message" -> message = member(parser);
                                default -> parser.skipChildren();
                            }
                        }
                    } else {
                        parser.skipChildren();
                    }
                }
                default -> parser.skipChildren();
            }
        }
        return new ErrorEnvelope(jsonrpc, id, code, message, result);
    }

    private static void onlyOnce(String name, Set<String> members, Set<String> seen) throws Unreadable {
        if (members.contains(name) && !seen.add(name)) {
            throw new Unreadable("an object with \"" + name + "\" twice");
        }
    }

    private static Member member(JsonParser parser) {
        JsonToken token = parser.currentToken();
        Member member = new Member(token, token.isScalarValue() ? parser.getString() : "");
        parser.skipChildren();
        return member;
    }

    private static String strictText(Body body) throws Unreadable {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(body.bytes()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new Unreadable("not UTF-8");
        }
    }

    private static String quoted(String text) {
        return "\"" + Excerpt.of(text.strip(), 40) + "\"";
    }
}
