package io.github.sessionsurvival.wire;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoneRequestTest {

    private static LoneRequest call(String method, String params) {
        return LoneRequest.of("7", method, params, Revision.R2026_07_28, "a client");
    }

    /** What a name may not contain as it is goes out in code (MOD-07); figures by hand. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            tools/call     | name | count       | count
            prompts/get    | name | a b         | a b
            resources/read | uri  | file:///x   | file:///x
            tools/call     | name | déjà        | =?base64?ZMOpasOg?=
            tools/call     | name | ` x`        | =?base64?IHg=?=
            tools/call     | name | =?base64?x  | =?base64?PT9iYXNlNjQ/eA==?=
            """)
    void namesWhatItIsAbout(String method, String member, String name, String mark) {
        LoneRequest request = call(method, "{\"" + member + "\":" + JsonRpc.quoted(name) + "}");

        assertThat(request.headers().all(LoneRequest.NAME_HEADER), is(List.of(mark)));
    }

    @Test
    void namesNothingWhereTheMethodIsAboutNothing() {
        assertThat(call("tools/list", "{\"name\":\"x\"}").headers().all(LoneRequest.NAME_HEADER), is(List.of()));
        assertThat(call("tools/call", "{}").headers().all(LoneRequest.NAME_HEADER), is(List.of()));
    }

    @Test
    void saysTheSameInsideAndOutside() {
        assertThat(call("tools/list", "{}").body().text(), is("""
                {"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"_meta":{\
                "io.modelcontextprotocol/protocolVersion":"2026-07-28",\
                "io.modelcontextprotocol/clientInfo":{"name":"a client","version":"1"},\
                "io.modelcontextprotocol/clientCapabilities":{}}}}"""));
        assertThat(call("tools/list", "{}").headers().fields().toString(), is("""
                [Field[name=MCP-Protocol-Version, value=2026-07-28], Field[name=Mcp-Method, value=tools/list]]"""));
    }
}
