package io.github.sessionsurvival.wire;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * Takes secrets out of every text that leaves the process: evidence, reports, console, error messages. Bearers become
 * {@code [redacted]}, session ids their shortened form, also where a server echoes them inside a JSON string or a URL.
 * Redact first and shorten afterwards: only whole values are recognised. Safe for use from many threads.
 *
 * <p>A session id shorter than {@value #SHORTEST_ID} characters is hidden only right behind the name of its header, and
 * a secret shorter than {@value #SHORTEST_SECRET} only where it stands alone: a server that names its sessions 1, 2, 3
 * must not turn every digit of a report into an ellipsis.
 */
public final class Redaction {

    static final int SHORTEST_ID = 8;
    static final int SHORTEST_SECRET = 4;

    /** A message quotes an answer, whose text quotes JSON, which quotes the secret. */
    private static final int DEEPEST_QUOTING = 3;

    private static final String REDACTED = "[redacted]";
    private static final String ID_HEADER = "mcp-session-id";

    /** What may stay as it is within a path or a query (RFC 3986 section 3.3). */
    private static final String OF_A_PATH = "/:@!$&'()*+,;=";

    private enum Where {
        ANYWHERE,
        ALONE,
        BEHIND_ITS_HEADER
    }

    private record Hidden(String text, String shown, Where where) {}

    private final Set<String> known = ConcurrentHashMap.newKeySet();
    private volatile List<Hidden> longestFirst = List.of();

    public void hide(Secret secret) {
        String value = secret.reveal();
        hide(value, REDACTED, value.length() < SHORTEST_SECRET ? Where.ALONE : Where.ANYWHERE);
    }

    public void hide(SessionId id) {
        hide(id.value(), id.shortened(), id.value().length() < SHORTEST_ID ? Where.BEHIND_ITS_HEADER : Where.ANYWHERE);
    }

    private synchronized void hide(String value, String shown, Where where) {
        if (!known.add(value)) {
            return;
        }
        List<Hidden> more = new ArrayList<>(longestFirst);
        for (String form : forms(value)) {
            more.add(new Hidden(form, shown, where));
        }
        more.sort(Comparator.comparingInt((Hidden h) -> h.text().length()).reversed());
        longestFirst = List.copyOf(more);
    }

    /**
     * The value as it is, inside a JSON string by the usual ways of escaping (also inside a string within a string, as
     * messages quote answers), in HTML, and in a URL or a form by either.
     */
    private static Set<String> forms(String value) {
        Set<String> forms = new LinkedHashSet<>();
        forms.add(value);
        String quoted = value;
        for (int depth = 1; depth <= DEEPEST_QUOTING; depth++) {
            String json = new String(JsonStringEncoder.getInstance().quoteAsCharArray(quoted));
            forms.add(json);
            forms.add(json.replace("/", "\\/"));
            forms.add(inAscii(json, false));
            forms.add(inAscii(json, true));
            forms.add(inAscii(json.replace("/", "\\/"), false));
            quoted = json;
        }
        forms.add(inHtml(value, "<>&", true));
        forms.add(inHtml(value, "<>&\"", true));
        forms.add(inHtml(value, "<>&\"'", true));
        forms.add(inHtml(value, "<>&\"'+", false));
        forms.add(inHtml(value, "<>&\"'/=`", false));
        String form = URLEncoder.encode(value, StandardCharsets.UTF_8);
        String spaced = form.replace("+", "%20");
        String strict = spaced.replace("*", "%2A").replace("%7E", "~");
        for (String encoded : List.of(
                form, spaced, strict, leaving("!'()*", spaced.replace("%7E", "~")), leaving(OF_A_PATH, strict))) {
            forms.add(encoded);
            forms.add(lowerCaseHex(encoded));
        }
        return forms;
    }

    private static String inHtml(String value, String escaped, boolean named) {
        StringBuilder html = new StringBuilder(value.length());
        for (char c : value.toCharArray()) {
            html.append(
                    escaped.indexOf(c) < 0
                            ? Character.toString(c)
                            : switch (c) {
                                case '<' -> "&lt;";
                                case '>' -> "&gt;";
                                case '&' -> "&amp;";
                                case '"' -> named ? "&quot;" : "&#34;";
                                case '/' -> "&#x2F;";
                                case '=' -> "&#x3D;";
                                case '`' -> "&#x60;";
                                default -> "&#" + (int) c + ";";
                            });
        }
        return html.toString();
    }

    private static String leaving(String plain, String encoded) {
        String left = encoded;
        for (char c : plain.toCharArray()) {
            left = left.replace(String.format(Locale.ROOT, "%%%02X", (int) c), Character.toString(c));
        }
        return left;
    }

    private static String lowerCaseHex(String encoded) {
        StringBuilder lower = new StringBuilder(encoded);
        for (int i = 0; i + 2 < lower.length(); i++) {
            if (lower.charAt(i) == '%') {
                lower.replace(i + 1, i + 3, lower.substring(i + 1, i + 3).toLowerCase(Locale.ROOT));
            }
        }
        return lower.toString();
    }

    private static String inAscii(String json, boolean htmlSafe) {
        StringBuilder ascii = new StringBuilder(json.length());
        for (char c : json.toCharArray()) {
            if (c > 0x7e || htmlSafe && "<>&='+".indexOf(c) >= 0) {
                ascii.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                ascii.append(c);
            }
        }
        return ascii.toString();
    }

    /** The text with everything hidden so far replaced, the longest first, so that no remainder of a longer one is left. */
    public String apply(String text) {
        TreeMap<Integer, Hidden> found = new TreeMap<>();
        BitSet taken = new BitSet();
        for (Hidden hidden : longestFirst) {
            int length = hidden.text().length();
            for (int at = text.indexOf(hidden.text()); at >= 0; at = text.indexOf(hidden.text(), at + 1)) {
                int next = taken.nextSetBit(at);
                if ((next < 0 || next >= at + length) && isThere(text, at, at + length, hidden.where())) {
                    taken.set(at, at + length);
                    found.put(at, hidden);
                }
            }
        }
        if (found.isEmpty()) {
            return text;
        }
        StringBuilder safe = new StringBuilder(text.length());
        int from = 0;
        for (Map.Entry<Integer, Hidden> entry : found.entrySet()) {
            safe.append(text, from, entry.getKey()).append(entry.getValue().shown());
            from = entry.getKey() + entry.getValue().text().length();
        }
        return safe.append(text, from, text.length()).toString();
    }

    /**
     * The same of a text that was cut off: what may be the beginning of something hidden is taken from its end too. Half
     * a secret is no whole one, and would stay.
     */
    public String applyToCut(String text) {
        String safe = apply(text);
        int cut = safe.length();
        String shown = "";
        for (Hidden hidden : longestFirst) {
            int begun = begunAtTheEnd(safe, hidden.text());
            if (safe.length() - begun < cut) {
                cut = safe.length() - begun;
                shown = hidden.shown();
            }
        }
        return safe.substring(0, cut) + shown;
    }

    /** How many characters of the hidden text end the other one; 0 where they are too few to tell anything. */
    private static int begunAtTheEnd(String text, String hidden) {
        for (int length = Math.min(hidden.length() - 1, text.length()); length >= SHORTEST_SECRET; length--) {
            if (text.startsWith(hidden.substring(0, length), text.length() - length)) {
                return length;
            }
        }
        return 0;
    }

    private static boolean isThere(String text, int start, int end, Where where) {
        if (where == Where.ANYWHERE) {
            return true;
        }
        boolean alone = (start == 0 || !Character.isLetterOrDigit(text.charAt(start - 1)))
                && (end == text.length() || !Character.isLetterOrDigit(text.charAt(end)));
        return alone && (where == Where.ALONE || isBehindHeader(text, start));
    }

    /** Between the header's name and the value stand only a colon, quotes, brackets, commas and spaces. */
    private static boolean isBehindHeader(String text, int start) {
        int end = start;
        while (end > 0 && " \t\\\":=[,".indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        return end >= ID_HEADER.length()
                && text.regionMatches(true, end - ID_HEADER.length(), ID_HEADER, 0, ID_HEADER.length());
    }
}
