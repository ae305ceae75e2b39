package io.github.sessionsurvival.report;

import io.github.sessionsurvival.verdict.Evidence;
import io.github.sessionsurvival.verdict.RunFacts;
import java.util.Locale;
import java.util.Set;

/** Commands that a reader may copy into a POSIX shell: whatever a server wrote stays one quoted argument. */
final class Shell {

    private static final Set<String> SET_BY_CURL = Set.of("host", "content-length", "connection", "user-agent");

    private Shell() {}

    /** The text as one argument in double quotes; control characters are left out. */
    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().filter(c -> !Character.isISOControl(c)).forEach(c -> {
            if (c == '"' || c == '\\' || c == '$' || c == '`') {
                quoted.append('\\');
            }
            quoted.appendCodePoint(c);
        });
        return quoted.append('"').toString();
    }

    /** In single quotes, where nothing at all has a meaning; line ends stay, for bodies. */
    static String quotedAsItIs(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }

    /** Sends the request again; the bearer comes from the reader's environment. */
    static String curl(Evidence.Seen exchange) {
        StringBuilder command = new StringBuilder("curl -i -X ").append(exchange.method());
        for (Evidence.Line header : exchange.requestHeaders()) {
            String name = header.name().toLowerCase(Locale.ROOT);
            if (name.equals("authorization")) {
                command.append(" -H \"Authorization: Bearer $MCP_BEARER\"");
            } else if (name.equals("mcp-session-id")) {
                // Shown shortened everywhere, so the reader has to bring a live one.
                command.append(" -H \"").append(header.name()).append(": $MCP_SESSION_ID\"");
            } else if (!SET_BY_CURL.contains(name)) {
                command.append(" -H ").append(quotedAsItIs(header.name() + ": " + header.value()));
            }
        }
        if (!exchange.requestBody().isEmpty()) {
            command.append(" --data-raw ").append(quotedAsItIs(exchange.requestBody()));
        }
        return command.append(' ').append(quotedAsItIs(exchange.url())).toString();
    }

    /** Runs one scenario again, against the same target, as it was asked for. */
    static String runAgain(RunFacts.Selection asked, String scenario) {
        return "java -jar target/session-survival.jar run"
                + option("--target", asked.target())
                + option("--url", asked.url())
                + option("--contract", asked.contract())
                + option("--revision", asked.revision())
                + option("--allow", String.join(",", asked.allow()))
                + " --scenario " + quoted(scenario);
    }

    private static String option(String name, String value) {
        return value.isEmpty() ? "" : " " + name + " " + word(value);
    }

    private static String word(String text) {
        return text.matches("[\\w./:,-]+") ? text : quoted(text);
    }
}
