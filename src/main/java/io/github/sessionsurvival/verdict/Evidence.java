package io.github.sessionsurvival.verdict;

import java.util.List;

/**
 * What a scenario's hooks attach as evidence, as JSON of media type {@link #MEDIA_TYPE}: already redacted, ids
 * shortened, bodies cut. After each step the exchanges that ended in it; after the scenario its openings and receipts.
 * Times are milliseconds on the run's clock.
 *
 * @param exchanges exchanges that ended since the last attachment
 * @param openings openings that ended since the last attachment
 * @param receipts what clean-up did; only in the last attachment
 * @param notes lines for people: "weak proof", "possibly left behind"
 * @param survivals what became of the scenario's session after an event; absent in files of older versions
 */
public record Evidence(
        List<Seen> exchanges,
        List<OpeningSeen> openings,
        List<ReceiptSeen> receipts,
        List<String> notes,
        List<Survival> survivals) {

    public static final String MEDIA_TYPE = "application/vnd.session-survival.evidence+json";

    public static final Evidence NONE = new Evidence(List.of(), List.of(), List.of(), List.of(), List.of());

    public Evidence {
        exchanges = List.copyOf(exchanges);
        openings = List.copyOf(openings);
        receipts = List.copyOf(receipts);
        notes = List.copyOf(notes);
        survivals = survivals == null ? List.of() : List.copyOf(survivals);
    }

    public boolean isEmpty() {
        return exchanges.isEmpty()
                && openings.isEmpty()
                && receipts.isEmpty()
                && notes.isEmpty()
                && survivals.isEmpty();
    }

    /**
     * What became of a session after an event.
     *
     * @param event as target files spell it: restart, drain, kill, replace, idle, or restart-in-flight
     * @param survived whether it answered as before
     * @param promised whether the target file promises that it does
     */
    public record Survival(String event, boolean survived, boolean promised) {

        /** How a session that is lost without a promise is told, everywhere in these words. */
        public static final String ALLOWED = "allowed by MCP, not survived";
    }

    /** One header line. */
    public record Line(String name, String value) {}

    /**
     * An exchange, for people.
     *
     * @param purpose in words
     * @param status 0 where no answer came
     * @param fault in words; empty when the answer is whole
     * @param headersAtMs -1 where no headers came
     * @param bodyBytes the bytes read; the text may be cut shorter
     */
    public record Seen(
            int number,
            String purpose,
            String caller,
            String method,
            String url,
            List<Line> requestHeaders,
            String requestBody,
            int status,
            List<Line> headers,
            String body,
            int bodyBytes,
            String fault,
            double sentAtMs,
            double headersAtMs,
            double endedAtMs) {}

    /** An opening: its attempts and waits. */
    public record OpeningSeen(List<AttemptSeen> attempts, String ending) {}

    /**
     * One attempt.
     *
     * @param restartAnswer whether the answer was the restart answer
     * @param difference how a look-alike differs, in words; empty for the restart answer and for a success
     * @param advertisedMs -1 where none valid was advertised
     * @param askedMs -1 where no wait followed
     */
    public record AttemptSeen(
            int exchange,
            boolean restartAnswer,
            String difference,
            double advertisedMs,
            String retryAfter,
            double askedMs,
            double measuredMs) {}

    /** What clean-up did about one session; the id is shortened. */
    public record ReceiptSeen(
            String session, int notedAtExchange, double notedAtMs, String outcome, String detail, int endedStatus) {}
}
