package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.Body;
import io.github.sessionsurvival.wire.JsonRpc;
import io.github.sessionsurvival.wire.Revision;

/**
 * The bytes of one opening, built once and sent with every attempt (RST-02).
 *
 * @param idJson its request id as JSON text
 * @param body the request
 */
record OpeningRequest(String idJson, Body body) {

    private static final String CLIENT = "session-survival/";
    private static final String CLIENT_VERSION = "1";
    private static final int LABEL_LIMIT = 80;

    /** Names the scenario as the client, so that an operator can find it in the server's log. */
    static OpeningRequest of(String idJson, Revision asked, String scenario) {
        return new OpeningRequest(idJson, JsonRpc.initialize(idJson, asked, clientName(scenario), CLIENT_VERSION));
    }

    static String clientName(String scenario) {
        return CLIENT + label(scenario);
    }

    /** Printable ASCII of bounded length: some servers put the name into a header or a log line as it comes. */
    static String label(String scenario) {
        StringBuilder label = new StringBuilder();
        scenario.codePoints()
                .limit(LABEL_LIMIT)
                .map(c -> c >= 0x20 && c <= 0x7e ? c : '?')
                .forEach(label::appendCodePoint);
        return label.toString();
    }
}
