package io.github.sessionsurvival.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Header fields in the order they travelled; names match in any letter case (RFC 9110 section 5.1), values keep
 * theirs.
 *
 * @param fields every field line, duplicates included: a second {@code Retry-After} makes both invalid, so none may be lost
 */
public record Headers(List<Field> fields) {

    /** One field line; the value without the optional white space around it (RFC 9110 section 5.5). */
    public record Field(String name, String value) {
        public Field {
            Objects.requireNonNull(name, "name");
            value = withoutOptionalWhiteSpace(value);
        }

        /** SP and HTAB only; any other white space is a character of the value. */
        private static String withoutOptionalWhiteSpace(String value) {
            int start = 0;
            int end = value.length();
            while (start < end && isOptionalWhiteSpace(value.charAt(start))) {
                start++;
            }
            while (end > start && isOptionalWhiteSpace(value.charAt(end - 1))) {
                end--;
            }
            return value.substring(start, end);
        }

        private static boolean isOptionalWhiteSpace(char c) {
            return c == ' ' || c == '\t';
        }
    }

    public static final Headers NONE = new Headers(List.of());

    public Headers {
        fields = List.copyOf(fields);
    }

    /** Every value of that name, in order. */
    public List<String> all(String name) {
        return fields.stream()
                .filter(f -> f.name().equalsIgnoreCase(name))
                .map(Field::value)
                .toList();
    }

    public Optional<String> first(String name) {
        return all(name).stream().findFirst();
    }

    public boolean has(String name) {
        return !all(name).isEmpty();
    }

    public Headers with(String name, String value) {
        List<Field> more = new ArrayList<>(fields);
        more.add(new Field(name, value));
        return new Headers(more);
    }

    /** The session id these headers name; an empty value counts as none. */
    public Optional<SessionId> sessionId() {
        return first("mcp-session-id").filter(v -> !v.isEmpty()).map(SessionId::new);
    }

    /** The media type without its parameters, in lower case; empty when the header is absent. */
    public String mediaType() {
        return first("content-type")
                .map(v -> v.split(";", 2)[0].strip().toLowerCase(java.util.Locale.ROOT))
                .orElse("");
    }
}
