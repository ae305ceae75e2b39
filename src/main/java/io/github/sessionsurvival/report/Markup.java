package io.github.sessionsurvival.report;

/**
 * A page in the making. The one place where text becomes HTML or XML: {@link #text} and {@link #attribute} escape
 * whatever a server, a feature or a user wrote; {@link #raw} takes markup of this product's own and nothing else.
 */
final class Markup {

    private final StringBuilder out = new StringBuilder();

    /** Markup written in this product's source. */
    Markup raw(String markup) {
        out.append(markup);
        return this;
    }

    /** Any text, escaped for an element's content and for a quoted attribute alike. */
    Markup text(String untrusted) {
        escape(untrusted, out);
        return this;
    }

    Markup text(long number) {
        out.append(number);
        return this;
    }

    /** An attribute with a leading space: {@code  name="value"}. */
    Markup attribute(String name, String untrusted) {
        out.append(' ').append(name).append("=\"");
        escape(untrusted, out);
        out.append('"');
        return this;
    }

    /** {@code <name>text</name>}. */
    Markup element(String name, String untrusted) {
        return raw("<" + name + ">").text(untrusted).raw("</" + name + ">");
    }

    int length() {
        return out.length();
    }

    @Override
    public String toString() {
        return out.toString();
    }

    private static void escape(String text, StringBuilder out) {
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.appendCodePoint(isAllowed(c) ? c : 0xFFFD);
            }
        });
    }

    /** XML 1.0 section 2.2, less the characters that turn the direction of the text around them. */
    private static boolean isAllowed(int c) {
        boolean character = c == '\t'
                || c == '\n'
                || c == '\r'
                || c >= 0x20 && c <= 0x7e
                || c >= 0xa0 && c <= 0xd7ff
                || c >= 0xe000 && c <= 0xfffd
                || c >= 0x10000 && c <= 0x10ffff;
        boolean turning = c >= 0x202a && c <= 0x202e || c >= 0x2066 && c <= 0x2069 || c == 0x200e || c == 0x200f;
        return character && !turning;
    }
}
