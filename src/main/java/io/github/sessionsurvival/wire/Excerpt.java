package io.github.sessionsurvival.wire;

/**
 * A short, printable piece of something a server sent, for one line of a message. Control characters become {@code ?},
 * and the cut never falls inside a word: half a secret would escape {@link Redaction}, which knows only whole ones.
 */
public final class Excerpt {

    /** Long enough for every message of the contract, short enough for one line. */
    public static final int DEFAULT_LENGTH = 80;

    private Excerpt() {}

    /** At most {@link #DEFAULT_LENGTH} characters of the text. */
    public static String of(String text) {
        return of(text, DEFAULT_LENGTH);
    }

    /** At most {@code length} characters of the text, and an ellipsis where that is not all. */
    public static String of(String text, int length) {
        if (text.length() <= length) {
            return printable(text);
        }
        int cut = length;
        while (cut > 0 && isOfAWord(text.charAt(cut)) && isOfAWord(text.charAt(cut - 1))) {
            cut--;
        }
        return printable(text.substring(0, cut)) + "…";
    }

    /** Whatever a bearer or a session id can consist of (RFC 6750 section 2.1), and every character beyond ASCII. */
    private static boolean isOfAWord(char c) {
        return Character.isLetterOrDigit(c) || "-._~+/=:%\\".indexOf(c) >= 0 || c > 0x7e;
    }

    private static String printable(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().map(c -> isPrintable(c) ? c : '?').forEach(shown::appendCodePoint);
        return shown.toString();
    }

    private static boolean isPrintable(int c) {
        return switch (Character.getType(c)) {
            // Format characters can reorder a console line, so that it reads as something else.
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.UNASSIGNED,
                    Character.PRIVATE_USE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
