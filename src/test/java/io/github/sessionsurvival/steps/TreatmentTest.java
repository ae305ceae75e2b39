package io.github.sessionsurvival.steps;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;

import io.github.sessionsurvival.wire.Headers;
import org.hamcrest.StringDescription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TreatmentTest {

    private static final String RESULT = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}";

    /** By a status or by an error: both are a refusal, and a server's own failure is none. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            refused                               | 400 | error -32600 of 1    | true
            refused                               | 404 | nothing              | true
            refused                               | 200 | error -32600 of 1    | true
            refused                               | 200 | a result             | false
            refused                               | 200 | nothing              | false
            refused                               | 202 | nothing              | false
            refused                               | 500 | error -32603 of 1    | false
            refused                               | 503 | error -32001 of null | false
            refused                               | 301 | nothing              | false
            refused as a wrong request            | 400 | error -32000 of null | true
            refused as a wrong request            | 404 | error -32000 of null | false
            refused as a wrong request            | 200 | error -32000 of 1    | false
            refused as an unknown method          | 200 | error -32601 of 1    | true
            refused as an unknown method          | 404 | error -32601 of 1    | true
            refused as an unknown method          | 404 | nothing              | false
            refused as an unknown method          | 200 | error -32602 of 1    | false
            refused as unreadable                 | 400 | error -32700 of null | true
            refused as unreadable                 | 400 | nothing              | true
            refused as unreadable                 | 400 | error -32700 of 1    | false
            refused as unreadable                 | 500 | nothing              | false
            refused for want of a credential      | 401 | nothing              | true
            refused for want of a credential      | 403 | nothing              | false
            refused for want of a credential      | 200 | a result             | false
            refused for good                      | 403 | error -32001 of null | true
            refused for good                      | 403 | nothing              | true
            refused for good                      | 404 | error -32001 of null | false
            refused for good                      | 401 | nothing              | false
            refused for good                      | 503 | error -32001 of null | false
            told to try again                     | 503 | error -32001 of null | false
            refused as foreign                    | 403 | nothing              | true
            refused as foreign                    | 421 | nothing              | true
            refused as foreign                    | 400 | nothing              | false
            refused as foreign                    | 200 | a result             | false
            refused by an answer that names no request | 403 | nothing         | true
            refused by an answer that names no request | 403 | error -32600 of null | true
            refused by an answer that names no request | 403 | error -32600 of 1 | false
            refused by an answer that names no request | 200 | a result        | false
            refused with what is served instead   | 405 | nothing              | false
            refused or answered                   | 406 | nothing              | true
            refused or answered                   | 200 | a result             | true
            refused or answered                   | 500 | nothing              | false
            not known                             | 404 | nothing              | true
            not known                             | 400 | nothing              | false
            not known                             | 200 | a result             | false
            answered                              | 200 | a result             | true
            answered                              | 200 | error -32600 of 1    | false
            answered                              | 400 | a result             | false
            accepted                              | 200 | a result             | true
            accepted                              | 204 | nothing              | true
            accepted                              | 405 | nothing              | false
            answered with nothing but its number  | 200 | a result             | true
            answered with nothing but its number  | 200 | error -32601 of 1    | false
            accepted without a word               | 202 | nothing              | true
            accepted without a word               | 204 | nothing              | false
            accepted without a word               | 202 | a result             | false
            left without an answer                | 202 | nothing              | true
            left without an answer                | 400 | nothing              | true
            left without an answer                | 200 | a result             | false
            """)
    void isToldByStatusAndMessage(String words, int status, String body, boolean holds) {
        assertThat(Treatment.inWords(words).matcher().matches(Exchanges.answered(status, body(body))), is(holds));
    }

    private static String body(String words) {
        if (words.equals("a result")) {
            return RESULT;
        }
        if (words.equals("nothing")) {
            return "";
        }
        String[] parts = words.split(" ");
        return "{\"jsonrpc\":\"2.0\",\"id\":" + parts[3] + ",\"error\":{\"code\":" + parts[1] + ",\"message\":\"no\"}}";
    }

    /** A session that nobody adopts is a leak, however politely the opening was refused. */
    @Test
    void aRefusalThatNamesASessionIsNone() {
        var refusal = Exchanges.answered(400, Headers.NONE.with("Mcp-Session-Id", "left-behind"), "");

        assertThat(Treatment.REFUSED.matcher().matches(refusal), is(false));
        StringDescription told = new StringDescription();
        Treatment.REFUSED.matcher().describeMismatch(refusal, told);
        assertThat(told.toString(), containsString("a session named"));
    }

    /** Advice that nobody can read is none. */
    @ParameterizedTest
    @CsvSource({"2, 503, true", "Tue, 503, false", "2, 429, false", "2, 404, false"})
    void whoeverIsToldToTryAgainIsToldWhen(String when, int status, boolean holds) {
        var answer = Exchanges.answered(status, Headers.NONE.with("Retry-After", when), body("error -32001 of null"));

        assertThat(Treatment.inWords("told to try again").matcher().matches(answer), is(holds));
        assertThat(
                Treatment.inWords("refused for good")
                        .matcher()
                        .matches(Exchanges.answered(403, Headers.NONE.with("Retry-After", when), "")),
                is(false));
    }

    /** The errors of a revision without sessions, each with the status that belongs to it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            refused as incomplete       | 400 | -32602 | true
            refused as incomplete       | 200 | -32602 | false
            refused as incomplete       | 400 | -32020 | false
            refused as contradictory    | 400 | -32020 | true
            refused as contradictory    | 400 | -32001 | false
            refused as contradictory    | 404 | -32020 | false
            refused as unknown here     | 404 | -32601 | true
            refused as unknown here     | 200 | -32601 | false
            refused as unknown here     | 404 | -32001 | false
            """)
    void aLoneRequestIsRefusedByStatusAndCode(String words, int status, int code, boolean holds) {
        var answer = Exchanges.answered(status, body("error " + code + " of 1"));

        assertThat(Treatment.inWords(words).matcher().matches(answer), is(holds));
    }

    /** MOD-01. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"supportedVersions":["2026-07-28"],"capabilities":{}} | true
            {"supportedVersions":[],"capabilities":{}}             | false
            {"supportedVersions":[20260728],"capabilities":{}}     | false
            {"supportedVersions":"2026-07-28","capabilities":{}}   | false
            {"supportedVersions":["2026-07-28"]}                   | false
            {}                                                     | false
            """)
    void aDiscoveryTellsRevisionsAndCapabilities(String result, boolean holds) {
        var answer = Exchanges.answered(200, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + result + "}");

        assertThat(
                Treatment.inWords("answered with the revisions it speaks")
                        .matcher()
                        .matches(answer),
                is(holds));
    }

    /** MOD-03, MOD-15. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            -32022 | {"supported":["2026-07-28"],"requested":"x"} | true  | true
            -32022 | {"supported":[],"requested":"x"}             | false | false
            -32022 | {"supported":["2026-07-28"]}                 | false | true
            -32600 | {"supported":["2026-07-28"],"requested":"x"} | false | true
            -32600 | {}                                           | false | false
            """)
    void aRefusalNamesWhatToAskFor(int code, String data, boolean inFull, boolean atAll) {
        var answer = Exchanges.answered(
                400,
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":" + code + ",\"message\":\"no\",\"data\":" + data
                        + "}}");

        assertThat(
                Treatment.inWords("refused with the revisions to ask for")
                        .matcher()
                        .matches(answer),
                is(inFull));
        assertThat(
                Treatment.inWords("refused by an answer that names a revision")
                        .matcher()
                        .matches(answer),
                is(atAll));
    }

    /** MOD-29. */
    @ParameterizedTest
    @CsvSource({
        "503, 2, error -32603 of 1, true",
        "503, 2, nothing, true",
        "503, 2, error -32001 of 1, false",
        "503, 2, error -32019 of 1, false",
        "503, 2, error -32000 of 1, false",
        "503, 2, error -32603 of null, false",
        "503, soon, error -32603 of 1, false",
        "500, 2, error -32603 of 1, false"
    })
    void aLoneRequestIsToldToWaitUnderItsNumber(int status, String when, String body, boolean holds) {
        var answer = Exchanges.answered(status, Headers.NONE.with("Retry-After", when), body(body));

        assertThat(
                Treatment.inWords("told to try again, under its own number")
                        .matcher()
                        .matches(answer),
                is(holds));
    }

    /** MOD-23: also the session that the request itself has named. */
    @Test
    void anAnswerThatNamesASessionIsNotFreeOfThem() {
        var free = Treatment.inWords("answered, with no session named").matcher();

        assertThat(free.matches(Exchanges.answered(200, RESULT)), is(true));
        assertThat(free.matches(Exchanges.answered(200, Headers.NONE.with("Mcp-Session-Id", "x"), RESULT)), is(false));
    }

    @Test
    void aMethodThatIsNotServedIsRefusedWithThoseThatAre() {
        assertThat(
                Treatment.REFUSED_AS_NOT_SERVED
                        .matcher()
                        .matches(Exchanges.answered(405, Headers.NONE.with("Allow", "GET, POST"), "")),
                is(true));
    }

    @Test
    void bothPingsOfAListAreAnswered() {
        String one = "{\"jsonrpc\":\"2.0\",\"id\":\"odd-1\",\"result\":{}}";
        String other = one.replace("odd-1", "odd-2");

        assertThat(
                Treatment.ANSWERED_TWICE.matcher().matches(Exchanges.answered(200, "[" + other + "," + one + "]")),
                is(true));
        assertThat(Treatment.ANSWERED_TWICE.matcher().matches(Exchanges.answered(200, "[" + one + "]")), is(false));
        assertThat(Treatment.ANSWERED_TWICE.matcher().matches(Exchanges.answered(200, one)), is(false));
    }
}
