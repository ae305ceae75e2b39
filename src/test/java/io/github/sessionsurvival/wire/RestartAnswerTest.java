package io.github.sessionsurvival.wire;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RestartAnswerTest {

    private static final String MESSAGE = "MCP session is restarting, please retry";
    private static final String EXACT =
            "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32001,\"message\":\"" + MESSAGE + "\"},\"id\":null}";
    private static final RestartAnswer CONTRACT = new RestartAnswer(503, -32001, MESSAGE, Duration.ofSeconds(2), 8);

    @Test
    void theGoldenAnswerIsTheRestartAnswer() {
        GoldenAnswer golden = GoldenAnswer.restartAnswer();
        assertThat(CONTRACT.difference(golden.status(), golden.body()), is(Optional.empty()));
        assertThat(golden.headers().mediaType(), is("application/json"));
        assertThat(RetryAfter.of(golden.headers(), Instant.EPOCH).delay(), is(Optional.of(CONTRACT.defaultDelay())));
        assertThat(golden.headers().sessionId(), is(Optional.empty()));
        assertThat(golden.body().text(), is(EXACT));
    }

    static Stream<Arguments> theSameEnvelopeInOtherWords() {
        return Stream.of(
                arguments(
                        "members in another order",
                        "{\"id\":null,\"error\":{\"message\":\"" + MESSAGE
                                + "\",\"code\":-32001},\"jsonrpc\":\"2.0\"}"),
                arguments(
                        "white space around and within",
                        "\r\n\t { \"jsonrpc\" : \"2.0\", \"error\" : { \"code\" : " + "-32001 , \"message\" : \""
                                + MESSAGE + "\" }, \"id\" : null }\n"),
                arguments(
                        "data in the error",
                        error("\"code\":-32001,\"message\":\"" + MESSAGE
                                + "\",\"data\":{\"code\":1,\"message\":[\"x\"]}")),
                arguments("a further member", with("\"_meta\":{\"id\":1,\"result\":[{}]}")),
                arguments("a further member twice", with("\"x\":1,\"x\":2")),
                arguments("escapes", EXACT.replace("MCP", "\\u004dCP").replace("\"id\"", "\"\\u0069d\"")),
                arguments("the code with a fraction of zero", EXACT.replace("-32001", "-32001.0")),
                arguments("the code with an exponent", EXACT.replace("-32001", "-3.2001E+4")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void theSameEnvelopeInOtherWords(String name, String body) {
        assertThat(name, CONTRACT.difference(503, Body.of(body)), is(Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 200, 202, 400, 401, 403, 404, 405, 429, 500, 502, 504})
    void theExactBodyUnderAnotherStatusIsALookAlike(int status) {
        assertDiffers(status, EXACT, RestartAnswer.Part.STATUS, Integer.toString(status));
    }

    static Stream<Arguments> lookAlikes() {
        return Stream.of(
                // The contract's own examples.
                arguments("code -32603", code("-32603"), RestartAnswer.Part.ERROR_CODE, "-32603"),
                arguments(
                        "another restart message",
                        message("MCP session is restarting unexpectedly"),
                        RestartAnswer.Part.MESSAGE,
                        "\"MCP session is restarting unexpectedly\""),
                arguments("error as text", "{\"error\":\"" + MESSAGE + "\"}", RestartAnswer.Part.JSONRPC, "absent"),
                arguments("plain text", MESSAGE, RestartAnswer.Part.JSON_OBJECT, "\"MCP session is restarting"),
                // What the contract's examples leave out.
                arguments("id missing", EXACT.replace(",\"id\":null", ""), RestartAnswer.Part.REQUEST_ID, "absent"),
                arguments("id as sent", id("\"initialize\""), RestartAnswer.Part.REQUEST_ID, "\"initialize\""),
                arguments("id 1", id("1"), RestartAnswer.Part.REQUEST_ID, "1"),
                arguments("id \"null\"", id("\"null\""), RestartAnswer.Part.REQUEST_ID, "\"null\""),
                arguments("id false", id("false"), RestartAnswer.Part.REQUEST_ID, "false"),
                arguments("id {}", id("{}"), RestartAnswer.Part.REQUEST_ID, "an object"),
                arguments("id []", id("[null]"), RestartAnswer.Part.REQUEST_ID, "an array"),
                arguments(
                        "jsonrpc missing",
                        EXACT.replace("\"jsonrpc\":\"2.0\",", ""),
                        RestartAnswer.Part.JSONRPC,
                        "absent"),
                arguments("jsonrpc 1.0", EXACT.replace("2.0", "1.0"), RestartAnswer.Part.JSONRPC, "\"1.0\""),
                arguments("jsonrpc a number", EXACT.replace("\"2.0\"", "2.0"), RestartAnswer.Part.JSONRPC, "2.0"),
                arguments(
                        "jsonrpc in capitals",
                        EXACT.replace("jsonrpc", "JSONRPC"),
                        RestartAnswer.Part.JSONRPC,
                        "absent"),
                arguments("code as text", code("\"-32001\""), RestartAnswer.Part.ERROR_CODE, "\"-32001\""),
                arguments("code -32003", code("-32003"), RestartAnswer.Part.ERROR_CODE, "-32003"),
                arguments("code -32000", code("-32000"), RestartAnswer.Part.ERROR_CODE, "-32000"),
                arguments("code -32001.5", code("-32001.5"), RestartAnswer.Part.ERROR_CODE, "-32001.5"),
                arguments("code 32001", code("32001"), RestartAnswer.Part.ERROR_CODE, "32001"),
                arguments("code null", code("null"), RestartAnswer.Part.ERROR_CODE, "null"),
                arguments("code beyond all numbers", code("-1e99999999999"), RestartAnswer.Part.ERROR_CODE, "-1e9"),
                arguments("code wrapping round", code("4294935295"), RestartAnswer.Part.ERROR_CODE, "4294935295"),
                arguments(
                        "code missing",
                        error("\"message\":\"" + MESSAGE + "\""),
                        RestartAnswer.Part.ERROR_CODE,
                        "absent"),
                arguments("message missing", error("\"code\":-32001"), RestartAnswer.Part.MESSAGE, "absent"),
                arguments(
                        "message null", error("\"code\":-32001,\"message\":null"), RestartAnswer.Part.MESSAGE, "null"),
                arguments("message with a full stop", message(MESSAGE + "."), RestartAnswer.Part.MESSAGE, "retry.\""),
                arguments("message with a space", message(MESSAGE + " "), RestartAnswer.Part.MESSAGE, "retry \""),
                arguments("message in lower case", message(MESSAGE.toLowerCase()), RestartAnswer.Part.MESSAGE, "\"mcp"),
                arguments(
                        "the message's beginning",
                        message("MCP session is restarting"),
                        RestartAnswer.Part.MESSAGE,
                        "\""),
                arguments(
                        "the message's ending",
                        message("please retry"),
                        RestartAnswer.Part.MESSAGE,
                        "\"please retry\""),
                arguments(
                        "error missing", "{\"jsonrpc\":\"2.0\",\"id\":null}", RestartAnswer.Part.ERROR_CODE, "absent"),
                arguments(
                        "error null",
                        "{\"jsonrpc\":\"2.0\",\"error\":null,\"id\":null}",
                        RestartAnswer.Part.ERROR_CODE,
                        "absent"),
                arguments(
                        "error in an array",
                        "{\"jsonrpc\":\"2.0\",\"error\":[{\"code\":-32001,\"message\":\"" + MESSAGE
                                + "\"}],\"id\":null}",
                        RestartAnswer.Part.ERROR_CODE,
                        "absent"),
                arguments("a batch", "[" + EXACT + "]", RestartAnswer.Part.JSON_OBJECT, "an array"),
                arguments("an event", "data: " + EXACT + "\n\n", RestartAnswer.Part.JSON_OBJECT, "\"data:"),
                arguments(
                        "an event with its type",
                        "event: message\ndata: " + EXACT + "\n\n",
                        RestartAnswer.Part.JSON_OBJECT,
                        "\"event: message"),
                arguments("an empty body", "", RestartAnswer.Part.JSON_OBJECT, "empty"),
                arguments("white space only", " \r\n", RestartAnswer.Part.JSON_OBJECT, "empty"),
                arguments(
                        "a gateway's page",
                        "<html><head><title>503 Service Temporarily Unavailable</title></head>" + MESSAGE + "</html>",
                        RestartAnswer.Part.JSON_OBJECT,
                        "\"<html>"),
                arguments("cut short", EXACT.substring(0, EXACT.length() - 1), RestartAnswer.Part.JSON_OBJECT, "\""),
                arguments("cut within the message", EXACT.substring(0, 60), RestartAnswer.Part.JSON_OBJECT, "\""),
                arguments(
                        "jsonrpc twice",
                        with("\"jsonrpc\":\"2.0\""),
                        RestartAnswer.Part.JSON_OBJECT,
                        "\"jsonrpc\" twice"),
                arguments("id twice", with("\"id\":null"), RestartAnswer.Part.JSON_OBJECT, "\"id\" twice"),
                arguments(
                        "id twice, once escaped",
                        with("\"\\u0069d\":1"),
                        RestartAnswer.Part.JSON_OBJECT,
                        "\"id\" twice"),
                arguments("error twice", with("\"error\":{}"), RestartAnswer.Part.JSON_OBJECT, "\"error\" twice"),
                arguments(
                        "code twice",
                        error("\"code\":-32603,\"code\":-32001,\"message\":\"" + MESSAGE + "\""),
                        RestartAnswer.Part.JSON_OBJECT,
                        "\"code\" twice"),
                arguments(
                        "message twice",
                        error("\"code\":-32001,\"message\":\"x\",\"message\":\"" + MESSAGE + "\""),
                        RestartAnswer.Part.JSON_OBJECT,
                        "\"message\" twice"),
                arguments("a byte order mark", "\uFEFF" + EXACT, RestartAnswer.Part.JSON_OBJECT, "byte order mark"),
                arguments("a byte order mark behind", EXACT + "\uFEFF", RestartAnswer.Part.JSON_OBJECT, "\""),
                arguments("a no-break space", "\u00A0" + EXACT, RestartAnswer.Part.JSON_OBJECT, "\""),
                arguments("a form feed", "\f" + EXACT, RestartAnswer.Part.JSON_OBJECT, "\""),
                arguments("a NUL behind", EXACT + "\0", RestartAnswer.Part.JSON_OBJECT, "\""),
                arguments("two objects", EXACT + EXACT, RestartAnswer.Part.JSON_OBJECT, "more behind"),
                arguments("a comment", "/* */" + EXACT, RestartAnswer.Part.JSON_OBJECT, "\""),
                arguments("single quotes", EXACT.replace('"', '\''), RestartAnswer.Part.JSON_OBJECT, "\""),
                arguments("a comma too many", EXACT.replace("null}", "null,}"), RestartAnswer.Part.JSON_OBJECT, "\""),
                arguments("NaN", with("\"x\":NaN"), RestartAnswer.Part.JSON_OBJECT, "\""),
                arguments("a result beside the error", with("\"result\":{}"), RestartAnswer.Part.RESULT, "an object"),
                arguments("a null result beside the error", with("\"result\":null"), RestartAnswer.Part.RESULT, "null"),
                // The other outages share status, code and delay; they say retry, and are final all the same.
                arguments(
                        "W2",
                        message("Authentication temporarily unavailable - please retry"),
                        RestartAnswer.Part.MESSAGE,
                        "\"Authentication temporarily unavailable - please retry\""),
                arguments(
                        "W3",
                        message("Organization authorization temporarily unavailable - please retry"),
                        RestartAnswer.Part.MESSAGE,
                        "\"Organization"),
                arguments(
                        "W4",
                        message("Session storage temporarily unavailable - please retry"),
                        RestartAnswer.Part.MESSAGE,
                        "\"Session storage"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void lookAlikes(String name, String body, RestartAnswer.Part part, String seen) {
        assertDiffers(503, body, part, seen);
    }

    static Stream<Arguments> otherAnswersWithTheSameCode() {
        return Stream.of(
                arguments(401, "Unauthorized"),
                arguments(404, "Session timed out, please reconnect"),
                arguments(404, "Session not found"),
                arguments(403, "No organization in session — log in via the web app first"),
                arguments(405, "Method not allowed"),
                arguments(500, MESSAGE));
    }

    @ParameterizedTest
    @MethodSource
    void otherAnswersWithTheSameCode(int status, String message) {
        assertDiffers(status, message(message), RestartAnswer.Part.STATUS, Integer.toString(status));
    }

    @Test
    void bytesThatAreNotUtf8AreALookAlike() {
        byte[] latin = EXACT.replace("MCP", "MCP\u00e9").getBytes(StandardCharsets.ISO_8859_1);
        byte[] utf16 = EXACT.getBytes(StandardCharsets.UTF_16);
        byte[] utf16WithoutMark = EXACT.getBytes(StandardCharsets.UTF_16LE);
        for (byte[] bytes : new byte[][] {latin, utf16, utf16WithoutMark}) {
            assertThat(
                    CONTRACT.difference(503, Body.of(bytes)).map(RestartAnswer.Difference::part),
                    is(Optional.of(RestartAnswer.Part.JSON_OBJECT)));
        }
    }

    @Test
    void bodiesMadeToCrashAParserAreLookAlikes() {
        String deep = "[".repeat(100_000);
        String nested = "{\"x\":".repeat(100_000);
        String digits = "9".repeat(1_000_000);
        for (String body : new String[] {
            deep,
            nested,
            with("\"x\":" + deep + "]".repeat(100_000)),
            code(digits),
            code("-" + digits + ".0"),
            with("\"x\":" + digits),
            "\"" + "x".repeat(1_000_000),
            "{\"" + "k".repeat(200_000) + "\":1}"
        }) {
            RestartAnswer.Difference difference =
                    CONTRACT.difference(503, Body.of(body)).orElseThrow();
            assertThat(difference.inWords().length(), lessThan(300));
        }
    }

    @Test
    void theDifferenceIsOnePrintableLine() {
        RestartAnswer.Difference difference = CONTRACT.difference(
                        503, Body.of(message("a\\r\\n::error::\\u001b[31m\\u202e" + " b".repeat(200))))
                .orElseThrow();
        assertThat(
                difference
                        .seen()
                        .codePoints()
                        .filter(Character::isISOControl)
                        .boxed()
                        .toList(),
                is(java.util.List.of()));
        assertThat(difference.seen().length(), lessThan(100));
    }

    @Test
    void saysWhatDiffersInWords() {
        assertThat(
                CONTRACT.difference(503, Body.of(code("-32603"))).stream()
                        .map(RestartAnswer.Difference::inWords)
                        .toList(),
                contains("error code is -32603, not -32001"));
    }

    private static void assertDiffers(int status, String body, RestartAnswer.Part part, String seen) {
        RestartAnswer.Difference difference =
                CONTRACT.difference(status, Body.of(body)).orElseThrow();
        assertThat(difference.part(), is(part));
        assertThat(difference.seen(), containsString(seen));
        assertThat(CONTRACT.matches(status, Body.of(body)), is(false));
    }

    private static String error(String members) {
        return "{\"jsonrpc\":\"2.0\",\"error\":{" + members + "},\"id\":null}";
    }

    private static String code(String code) {
        return error("\"code\":" + code + ",\"message\":\"" + MESSAGE + "\"");
    }

    private static String message(String message) {
        return error("\"code\":-32001,\"message\":\"" + message + "\"");
    }

    private static String id(String id) {
        return EXACT.replace("\"id\":null", "\"id\":" + id);
    }

    private static String with(String members) {
        return EXACT.substring(0, EXACT.length() - 1) + "," + members + "}";
    }
}
