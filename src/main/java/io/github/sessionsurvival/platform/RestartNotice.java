package io.github.sessionsurvival.platform;

import io.github.sessionsurvival.wire.Headers;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The restart answer (RST-01), written from the contract's text. The matcher holds the same text a second time, on purpose:
 * shared, a typo would pass on both sides.
 */
final class RestartNotice {

    /** Seconds, as the contract advertises them. */
    static final String RETRY_AFTER = "2";

    private static final int STATUS = 503;
    private static final String BODY =
            "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32001,\"message\":\"MCP session is restarting, please retry\"},"
                    + "\"id\":null}";

    private RestartNotice() {}

    /**
     * What a request that stands alone is told: it has no session that could be restarting, so the answer is a plain 503
     * under the request's own number (MOD-29).
     */
    static Answer toLoneRequest(JsonNode id, Optional<String> retryAfter) {
        return answer(JsonText.write(JsonText.error(-32603, "The server is restarting, please retry", id)), retryAfter);
    }

    /** The same before the request was read. */
    static Answer unread(Optional<String> retryAfter) {
        Answer empty = Answer.empty(STATUS);
        return retryAfter
                .map(v -> empty.with("retry-after", RetryDates.fill(v, Instant.now())))
                .orElse(empty);
    }

    /** @param retryAfter the header's value, dates ahead still to be filled in; empty sends none */
    static Answer answer(Optional<String> retryAfter) {
        return answer(BODY, retryAfter);
    }

    private static Answer answer(String body, Optional<String> retryAfter) {
        Headers headers = Headers.NONE.with("content-type", "application/json");
        return new Answer(
                STATUS,
                retryAfter
                        .map(v -> headers.with("retry-after", RetryDates.fill(v, Instant.now())))
                        .orElse(headers),
                body,
                false);
    }
}
