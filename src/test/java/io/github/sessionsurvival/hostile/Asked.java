package io.github.sessionsurvival.hostile;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A request as a hostile server reads it.
 *
 * @param text head and body
 */
record Asked(String text) {

    private static final Pattern ID = Pattern.compile("\"id\"\\s*:\\s*(\"[^\"]*\"|-?\\d+)");
    private static final Pattern METHOD = Pattern.compile("\"method\"\\s*:\\s*\"([^\"]*)\"");
    private static final Pattern SESSION = Pattern.compile("(?im)^mcp-session-id: *(.*?)\\r?$");
    private static final Pattern BEARER = Pattern.compile("(?im)^authorization: *bearer (.*?)\\r?$");

    String verb() {
        return text.substring(0, text.indexOf(' '));
    }

    /** The request's id, as JSON. */
    String id() {
        return found(ID).orElse("null");
    }

    String method() {
        return found(METHOD).orElse("");
    }

    boolean isOpening() {
        return method().equals("initialize");
    }

    /** Whether it expects no message in return. */
    boolean isNotice() {
        return verb().equals("POST") && found(ID).isEmpty();
    }

    Optional<String> session() {
        return found(SESSION);
    }

    String bearer() {
        return found(BEARER).orElse("");
    }

    private Optional<String> found(Pattern pattern) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }
}
