package io.github.sessionsurvival.steps;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;

import io.github.sessionsurvival.wire.Headers;
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
