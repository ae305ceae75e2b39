package io.github.sessionsurvival.steps;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;

import io.github.sessionsurvival.wire.Headers;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class WellformednessTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"no\",\"data\":[1]}}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}",
                "[{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}]"
            })
    void findsNothingInAMessage(String message) {
        assertThat(Wellformedness.faults(Exchanges.answered(200, message)), empty());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"id":1,"result":{}}                                                       | RPC-01
            {"jsonrpc":"1.0","id":1,"result":{}}                                       | RPC-01
            {"jsonrpc":2.0,"id":1,"result":{}}                                         | RPC-01
            not json                                                                   | RPC-01
            "text"                                                                     | RPC-01
            {"jsonrpc":"2.0","id":1}                                                   | RPC-03
            {"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"no"}}     | RPC-03
            {"jsonrpc":"2.0","id":1,"error":{"code":"1","message":"no"}}               | RPC-03
            {"jsonrpc":"2.0","id":1,"error":{"code":1.5,"message":"no"}}               | RPC-03
            {"jsonrpc":"2.0","id":1,"error":{"code":1}}                                | RPC-03
            {"jsonrpc":"2.0","id":1,"error":"no"}                                      | RPC-03
            """)
    void namesTheRequirementThatAMessageBreaks(String message, String requirement) {
        assertThat(
                Wellformedness.faults(Exchanges.answered(200, message)).stream()
                        .map(Wellformedness.Fault::requirement)
                        .distinct()
                        .toList(),
                contains(requirement));
    }

    /** MOD-17, MOD-19: asked of what answers a lone request, of nothing else. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', nullValues = "-", textBlock = """
            200 | "result":{"resultType":"complete"}              | -
            200 | "result":{"resultType":"input_required"}        | -
            200 | "result":{}                                     | MOD-19
            200 | "result":{"resultType":"other"}                 | MOD-19
            400 | "error":{"code":-32020,"message":"no"}          | -
            400 | "error":{"code":-32022,"message":"no"}          | -
            400 | "error":{"code":-32001,"message":"no"}          | -
            400 | "error":{"code":-32023,"message":"no"}          | MOD-17
            400 | "error":{"code":-32099,"message":"no"}          | MOD-17
            400 | "error":{"code":-32100,"message":"no"}          | -
            400 | "error":{"code":-32002,"message":"no"}          | MOD-17
            400 | "error":{"code":-32042,"message":"no"}          | MOD-17
            """)
    void asksMoreOfTheAnswerToALoneRequest(int status, String rest, String requirement) {
        String message = "{\"jsonrpc\":\"2.0\",\"id\":1," + rest + "}";
        String alone = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{\"_meta\":"
                + "{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}}}";

        assertThat(
                Wellformedness.faults(Exchanges.answeredTo(alone, status, message)).stream()
                        .map(Wellformedness.Fault::requirement)
                        .toList(),
                is(Optional.ofNullable(requirement).stream().toList()));
        assertThat(Wellformedness.faults(Exchanges.answered(status, message)), empty());
    }

    /** What a gateway says beside its refusal is no message of the server's. */
    @Test
    void leavesARefusalsOwnBodyAlone() {
        assertThat(Wellformedness.faults(Exchanges.answered(404, "{\"error\":\"not found\"}")), empty());
        assertThat(
                Wellformedness.faults(Exchanges.answered(
                        502, Headers.NONE.with("Content-Type", "text/html"), "<h1>bad gateway</h1>")),
                empty());
    }

    @Test
    void demandsAMediaTypeOfAnAnswer() {
        assertThat(
                Wellformedness.faults(Exchanges.answered(
                                200,
                                Headers.NONE.with("Content-Type", "text/plain"),
                                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"))
                        .stream()
                        .map(Wellformedness.Fault::requirement)
                        .toList(),
                contains("POST-04"));
    }
}
