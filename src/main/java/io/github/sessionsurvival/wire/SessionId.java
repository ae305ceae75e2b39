package io.github.sessionsurvival.wire;

import java.util.Objects;

/**
 * The value of an {@code mcp-session-id} header: opaque, case-sensitive, and a secret (SESS-15, SESS-20).
 *
 * @param value the header's value as it came, never empty: an empty header counts as absent (design 3.2)
 */
public record SessionId(String value) {

    private static final int SHOWN = 8;

    public SessionId {
        Objects.requireNonNull(value, "value");
        if (value.isEmpty()) {
            throw new IllegalArgumentException("an empty session id counts as no session id");
        }
    }

    /** The form for people: the first characters and the length, enough to find it in a log, too little to use it. */
    public String shortened() {
        String head = value.length() <= SHOWN ? value.substring(0, value.length() / 2) : value.substring(0, SHOWN);
        return printable(head) + "…(" + value.length() + ")";
    }

    private static String printable(String text) {
        return text.codePoints()
                .map(c -> c >= 0x21 && c <= 0x7e ? c : '?')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /** Shortened, so that no log line or exception text can carry a usable id. */
    @Override
    public String toString() {
        return shortened();
    }
}
