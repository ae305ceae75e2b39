package io.github.sessionsurvival.wire;

import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Takes secrets out of every text that leaves the process: evidence, reports, console, error messages. Bearers become
 * {@code [redacted]}, session ids their shortened form, also where a server echoes them. Safe for use from many threads.
 */
public final class Redaction {

    private final Map<String, String> replacements = new ConcurrentHashMap<>();

    public void hide(Secret secret) {
        replacements.put(secret.reveal(), "[redacted]");
    }

    public void hide(SessionId id) {
        replacements.put(id.value(), id.shortened());
    }

    /** The text with everything hidden so far replaced, the longest first, so that no remainder of a longer one is left. */
    public String apply(String text) {
        if (replacements.isEmpty() || text.isEmpty()) {
            return text;
        }
        String safe = text;
        for (Map.Entry<String, String> entry : replacements.entrySet().stream()
                .sorted(Comparator.comparing(
                                (Map.Entry<String, String> e) -> e.getKey().length())
                        .reversed())
                .toList()) {
            safe = safe.replace(entry.getKey(), entry.getValue());
        }
        return safe;
    }
}
