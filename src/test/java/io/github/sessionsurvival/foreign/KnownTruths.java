package io.github.sessionsurvival.foreign;

import java.util.Map;

/**
 * What is known of a foreign server, each truth seen on the wire with other tools than this suite before it was written
 * down. A verdict that differs is a fault of the suite, or the server has become another one.
 *
 * @param target the shipped target's name
 * @param server how the server names itself
 * @param exit the exit status of a whole run
 * @param broken requirements that turn the run red, with a part of the reason
 * @param warned requirements that are broken and only warn, likewise
 * @param deadId what each of its answers about a dead id is
 * @param ending the status of an ending that it accepts
 */
record KnownTruths(
        String target,
        String server,
        int exit,
        Map<String, String> broken,
        Map<String, String> warned,
        int deadId,
        int ending) {

    /** It answers a request without an id with 200 and a JSON-RPC error, where MCP asks for 400. */
    private static final String ANSWERS_WITHOUT_AN_ID = "expected every answer to be 400, was 200 to a real request";

    /** It opens a session for an opening that came inside a list, which no revision allows. */
    private static final String OPENS_FROM_A_LIST = "was 200, no event answers the request, and a session named";

    private static final String ANSWERS_ANY_PAGE =
            "expected the ping to be refused with 403, with no session named, was 200, a result";

    /** It looks at no host name, so a page whose own name is bent to this machine gets in. */
    private static final String ANSWERS_ANY_HOST =
            "expected the opening request to be refused with 403, with no session named, was 200, a result";

    static final KnownTruths EVERYTHING = new KnownTruths(
            "everything",
            "mcp-servers/everything",
            1,
            Map.of(
                    "SESS-06", "was 400 to a real request, 400 to the confirmation, 400 to a stream, 400 to an ending",
                    "SESS-07", "was 400 to a real request, 400 to a stream, 400 to an ending",
                    "SEC-01", ANSWERS_ANY_PAGE,
                    // Its event store looks at the order of events alone, not at whose they are.
                    "RES-03", "it answers another request"),
            Map.of(
                    "SESS-11", "was 400",
                    "RST-10", "was 400",
                    "SESS-15", "was 400",
                    "END-01", "one met 400",
                    "END-02", "was 400",
                    "POST-08", "was 404",
                    "SEC-04", "expected the opening request to meet nobody there, was 200, a result",
                    "SEC-06", ANSWERS_ANY_PAGE,
                    "SEC-08", ANSWERS_ANY_HOST,
                    "BATCH-03", OPENS_FROM_A_LIST),
            400,
            200);

    static final KnownTruths TS_SDK_V2 = new KnownTruths(
            "ts-sdk-v2",
            "ts-sdk-v2 1",
            0,
            Map.of(),
            Map.of("BATCH-03", OPENS_FROM_A_LIST, "SEC-08", ANSWERS_ANY_HOST),
            404,
            200);

    /** The same beside lone requests: neither way of speaking disturbs the other. */
    static final KnownTruths TS_SDK_V2_BOTH = new KnownTruths(
            "ts-sdk-v2-both",
            "ts-sdk-v2 1",
            0,
            Map.of(),
            Map.of("BATCH-03", OPENS_FROM_A_LIST, "SEC-08", ANSWERS_ANY_HOST),
            404,
            200);

    /** The id of each of its events is the session's id, so two events always have the same one. */
    static final KnownTruths JAVA_SDK = new KnownTruths(
            "java-sdk",
            "java-sdk 1",
            1,
            Map.of(
                    "BATCH-01", "was 400",
                    "VER-05", "expected the ping to be refused with 400, with no session named, was 200, a result",
                    "SEC-01", ANSWERS_ANY_PAGE,
                    "RES-01", "two events have the same id"),
            Map.of(
                    "INIT-09", "was 200, a result, and a session named",
                    "INIT-10", "was 200, a result, and a session named",
                    "POST-08", "was 405",
                    "SEC-06", ANSWERS_ANY_PAGE,
                    "SEC-08", ANSWERS_ANY_HOST,
                    "SSE-04", "its first event says something"),
            404,
            200);

    static final KnownTruths QUARKUS = new KnownTruths(
            "quarkus",
            "quarkus 1",
            0,
            Map.of(),
            Map.of(
                    "SESS-05", ANSWERS_WITHOUT_AN_ID,
                    "RPC-07", "was 200",
                    "BATCH-03", "and a session named",
                    "INIT-10", "was 500",
                    "POST-07", "was 200, a result",
                    "SEC-06", ANSWERS_ANY_PAGE,
                    "SEC-08", ANSWERS_ANY_HOST,
                    "GET-03", "was 405 to a stream"),
            404,
            200);

    /** An unknown method is refused by a line of text, in which a client finds no error code. */
    static final KnownTruths GO_MCP_CRON = new KnownTruths(
            "go-mcp-cron",
            "mcp-cron 0.9.1",
            1,
            Map.of("RPC-09", "expected the request to be refused with error -32601 (method not found), was 400"),
            Map.of(
                    "SESS-05", ANSWERS_WITHOUT_AN_ID,
                    "BATCH-03", OPENS_FROM_A_LIST,
                    "INIT-09", "was 200, a result",
                    "INIT-10", "was 200, a result, and a session named",
                    "POST-08", "was 400",
                    "VER-03", "was 2025-06-18, and it speaks 2025-11-25 too"),
            404,
            204);
}
