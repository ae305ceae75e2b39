package io.github.sessionsurvival.platform;

import io.github.sessionsurvival.wire.Headers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** The JSON body of a pull of the lever, every member checked: a misspelt one must not be a fault that never strikes. */
final class ControlBody {

    private static final int MOST_TIMES = 10_000;
    private static final int HIGHEST_LIMIT = 3_600_000;
    private static final Set<String> OUR_OWN = Set.of("content-length", "transfer-encoding", "connection", "date");

    private final JsonNode body;

    private ControlBody(JsonNode body) {
        this.body = body;
    }

    /** An empty body counts as an empty object. */
    static ControlBody read(byte[] bytes, String... allowed) throws ControlFault {
        Optional<JsonNode> body = bytes.length == 0 ? Optional.of(JsonText.object()) : JsonText.read(bytes);
        if (body.filter(JsonNode::isObject).isEmpty()) {
            throw ControlFault.wrong("The body must be one JSON object.");
        }
        Set<String> unknown = new TreeSet<>(body.get().propertyNames());
        unknown.removeAll(Set.of(allowed));
        if (!unknown.isEmpty()) {
            throw ControlFault.wrong("Unknown member " + unknown.iterator().next() + "; allowed: "
                    + String.join(", ", new TreeSet<>(Set.of(allowed))) + ".");
        }
        return new ControlBody(body.get());
    }

    private Optional<JsonNode> member(String name) {
        return Optional.ofNullable(body.get(name)).filter(n -> !n.isNull());
    }

    Optional<String> text(String name) throws ControlFault {
        Optional<JsonNode> member = member(name);
        if (member.isPresent() && !member.get().isString()) {
            throw ControlFault.wrong(name + " must be a string.");
        }
        return member.map(JsonNode::stringValue);
    }

    /** The caller whose requests are meant; empty for everyone's. */
    Optional<String> caller() throws ControlFault {
        Optional<String> caller = text("caller");
        if (caller.isPresent() && !Callers.isValid(caller.get())) {
            throw ControlFault.wrong("caller must be letters, digits, -, . or _, at most 80.");
        }
        return caller;
    }

    /** A word of a closed list. */
    <T> T word(String name, String otherwise, Function<String, Optional<T>> reading) throws ControlFault {
        Optional<String> given = text(name);
        String word = given.isPresent() ? given.get() : otherwise;
        return reading.apply(word)
                .orElseThrow(() -> ControlFault.wrong(
                        word.isEmpty() ? name + " is missing." : name + " has no such word; see the protocol."));
    }

    int number(String name, int otherwise, int least, int most) throws ControlFault {
        Optional<JsonNode> member = member(name);
        if (member.isEmpty()) {
            return otherwise;
        }
        JsonNode number = member.get();
        if (!number.isIntegralNumber()
                || !number.canConvertToInt()
                || number.intValue() < least
                || number.intValue() > most) {
            throw ControlFault.wrong(name + " must be a whole number from " + least + " to " + most + ".");
        }
        return number.intValue();
    }

    /** A number that has to be there; null lifts what it limits. */
    Optional<Integer> limit(String name) throws ControlFault {
        if (!body.has(name)) {
            throw ControlFault.wrong(name + " is missing; null lifts it.");
        }
        return member(name).isEmpty() ? Optional.empty() : Optional.of(number(name, 0, 1, HIGHEST_LIMIT));
    }

    int times() throws ControlFault {
        return number("times", 1, 1, MOST_TIMES);
    }

    boolean flag(String name) throws ControlFault {
        Optional<JsonNode> member = member(name);
        if (member.isPresent() && !member.get().isBoolean()) {
            throw ControlFault.wrong(name + " must be true or false.");
        }
        return member.isPresent() && member.get().booleanValue();
    }

    /** Texts and nulls, in turn. */
    List<Optional<String>> retryAfter() throws ControlFault {
        List<Optional<String>> values = new ArrayList<>();
        for (JsonNode value : array("retryAfter")) {
            if (!value.isString() && !value.isNull()) {
                throw ControlFault.wrong("retryAfter must be a list of strings and nulls.");
            }
            if (value.isString()) {
                demandTravels("retryAfter", value.stringValue());
            }
            values.add(value.stringValueOpt());
        }
        return values;
    }

    Headers headers() throws ControlFault {
        List<Headers.Field> fields = new ArrayList<>();
        for (JsonNode pair : array("headers")) {
            if (!pair.isArray()
                    || pair.size() != 2
                    || !pair.get(0).isString()
                    || !pair.get(1).isString()) {
                throw ControlFault.wrong("headers must be a list of [name, value] pairs.");
            }
            String name = pair.get(0).stringValue();
            if (!name.matches("[A-Za-z0-9!#$%&'*+.^_`|~-]+")) {
                throw ControlFault.wrong("A header's name must be a token.");
            }
            if (OUR_OWN.contains(name.toLowerCase(Locale.ROOT))) {
                throw ControlFault.wrong(name + " is the platform's own and cannot be scripted.");
            }
            demandTravels(name, pair.get(1).stringValue());
            fields.add(new Headers.Field(name, pair.get(1).stringValue()));
        }
        return new Headers(fields);
    }

    private static void demandTravels(String what, String value) throws ControlFault {
        if (!value.chars().allMatch(c -> c == '\t' || c >= 0x20 && c < 0x7f || c > 0x9f && c <= 0xff)) {
            throw ControlFault.wrong(what + " holds characters that cannot travel in a header.");
        }
    }

    private Iterable<JsonNode> array(String name) throws ControlFault {
        Optional<JsonNode> member = member(name);
        if (member.isEmpty()) {
            return List.of();
        }
        if (!member.get().isArray()) {
            throw ControlFault.wrong(name + " must be a list.");
        }
        return member.get();
    }
}
