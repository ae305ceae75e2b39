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
    private static final Map<String, String> ANSWERS_WITHOUT_AN_ID =
            Map.of("SESS-05", "expected every answer to be 400, was 200 to a real request");

    static final KnownTruths EVERYTHING = new KnownTruths(
            "everything",
            "mcp-servers/everything",
            1,
            Map.of(
                    "SESS-06", "was 400 to a real request, 400 to the confirmation, 400 to a stream, 400 to an ending",
                    "SESS-07", "was 400 to a real request, 400 to a stream, 400 to an ending"),
            Map.of("SESS-11", "was 400", "RST-10", "was 400"),
            400,
            200);

    static final KnownTruths TS_SDK_V2 = new KnownTruths("ts-sdk-v2", "ts-sdk-v2 1", 0, Map.of(), Map.of(), 404, 200);

    static final KnownTruths JAVA_SDK = new KnownTruths("java-sdk", "java-sdk 1", 0, Map.of(), Map.of(), 404, 200);

    static final KnownTruths QUARKUS =
            new KnownTruths("quarkus", "quarkus 1", 0, Map.of(), ANSWERS_WITHOUT_AN_ID, 404, 200);

    static final KnownTruths GO_MCP_CRON =
            new KnownTruths("go-mcp-cron", "mcp-cron 0.9.1", 0, Map.of(), ANSWERS_WITHOUT_AN_ID, 404, 204);
}
