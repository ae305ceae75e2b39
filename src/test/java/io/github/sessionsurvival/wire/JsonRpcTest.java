package io.github.sessionsurvival.wire;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonRpcTest {

    @Test
    void writesTheOpeningRequestToTheByte() {
        Body body = JsonRpc.initialize("\"open-1\"", Revision.R2025_11_25, "session-survival/a \"b\"", "0.1.0");
        assertThat(
                body.text(),
                is("{\"jsonrpc\":\"2.0\",\"id\":\"open-1\",\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
                        + "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"session-survival/a \\\"b\\\"\","
                        + "\"version\":\"0.1.0\"}}}"));
        assertThat(
                JsonRpc.initialize("\"open-1\"", Revision.R2025_11_25, "session-survival/a \"b\"", "0.1.0"), is(body));
    }

    @Test
    void writesNotificationsAndRequests() {
        assertThat(JsonRpc.initialized().text(), is("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"));
        assertThat(
                JsonRpc.request("7", "tools/list", "").text(),
                is("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/list\"}"));
        assertThat(
                JsonRpc.request("7", "tools/call", "{\"name\":\"é\"}").text(),
                is("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{\"name\":\"é\"}}"));
    }

    @Test
    void findsTheResultInABody() {
        JsonRpc.Answer answer = body("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"a\":1}}");
        assertThat(answer.resultIfAny().orElseThrow().get("a").intValue(), is(1));
        assertThat(answer.inWords(), is("a result"));
    }

    @Test
    void findsTheErrorInABody() {
        JsonRpc.Answer.Failure failure = (JsonRpc.Answer.Failure)
                body("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32601,\"message\":\"no\",\"data\":[1]}}");
        assertThat(failure.code(), is(-32601));
        assertThat(failure.message(), is("no"));
        assertThat(failure.data().orElseThrow().get(0).intValue(), is(1));
        assertThat(failure.named(), is(true));
        assertThat(failure.inWords(), is("error -32601: no"));
    }

    @ParameterizedTest
    @ValueSource(strings = {",\"id\":null", ""})
    void anErrorMayNameNoRequest(String id) {
        JsonRpc.Answer.Failure failure = (JsonRpc.Answer.Failure)
                body("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32001,\"message\":\"Session not found\"}" + id + "}");
        assertThat(failure.named(), is(false));
    }

    static Stream<Arguments> namesWhatIsNoAnswer() {
        return Stream.of(
                arguments("", "empty"),
                arguments(" ", "not JSON"),
                arguments("<html>", "not JSON: \"<html>\""),
                arguments("null", "no object"),
                arguments("[{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}]", "no object"),
                arguments("{}", "jsonrpc is absent"),
                arguments("{\"jsonrpc\":2.0,\"id\":1,\"result\":{}}", "jsonrpc is 2.0"),
                arguments("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}", "id is 2, not 1"),
                arguments("{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"result\":{}}", "id is \"1\", not 1"),
                arguments("{\"jsonrpc\":\"2.0\",\"id\":1.0,\"result\":{}}", "id is 1.0"),
                arguments("{\"jsonrpc\":\"2.0\",\"id\":1e999999999,\"result\":{}}", "id is"),
                arguments("{\"jsonrpc\":\"2.0\",\"id\":[1],\"result\":{}}", "an array"),
                arguments("{\"jsonrpc\":\"2.0\",\"result\":{}}", "id is absent"),
                arguments("{\"jsonrpc\":\"2.0\",\"id\":null,\"result\":{}}", "id is null"),
                arguments("{\"jsonrpc\":\"2.0\",\"id\":1}", "neither"),
                arguments("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{},\"error\":{}}", "both"),
                arguments("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}", "a request"),
                arguments("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":\"x\"}", "error code is absent"),
                arguments(
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":\"1\",\"message\":\"\"}}", "code is \"1\""),
                arguments("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":9999999999,\"message\":\"\"}}", "code is"),
                arguments("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":1}}", "message is absent"),
                arguments("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}} x", "not JSON"),
                arguments("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{", "not JSON"),
                arguments("{\"x\":".repeat(100_000), "not JSON"),
                arguments("[".repeat(100_000), "not JSON"),
                arguments("9".repeat(100_000), "not JSON"));
    }

    @ParameterizedTest
    @MethodSource
    void namesWhatIsNoAnswer(String body, String reason) {
        JsonRpc.Answer answer = body(body);
        assertThat(answer, is(instanceOf(JsonRpc.Answer.NotJsonRpc.class)));
        assertThat(answer.inWords(), containsString(reason));
        assertThat(answer.resultIfAny(), is(Optional.empty()));
    }

    @Test
    void findsTheAnswerAmongEvents() {
        List<ServerSentEvent> events = List.of(
                message(""),
                new ServerSentEvent("endpoint", "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"wrong\":1}}", ""),
                message("not json"),
                message("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}"),
                message("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\"}"),
                message("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}"),
                message("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"right\":1}}"));
        assertThat(JsonRpc.answer(events, "1").resultIfAny().orElseThrow().has("right"), is(true));
        assertThat(
                events.stream().map(e -> JsonRpc.isResponse(e, "1")).toList(),
                is(List.of(false, false, false, false, false, false, true)));
    }

    @Test
    void anUnnamedErrorAmongEventsIsTheLastResort() {
        ServerSentEvent unnamed =
                message("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32603,\"message\":\"x\"}}");
        assertThat(JsonRpc.answer(List.of(unnamed), "1").inWords(), is("error -32603: x"));
        assertThat(JsonRpc.isResponse(unnamed, "1"), is(false));
        assertThat(
                JsonRpc.answer(List.of(unnamed, message("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}")), "1")
                        .inWords(),
                is("a result"));
    }

    @Test
    void aStreamWithoutTheAnswerSaysSo() {
        assertThat(JsonRpc.answer(List.of(), "1").inWords(), is("the stream has no event"));
        assertThat(JsonRpc.answer(List.of(message("x")), "1").inWords(), is("no event answers the request"));
    }

    @Test
    void theMediaTypeDecidesWhereToLook() {
        Exchange.Answer stream = new Exchange.Answer(
                200,
                Headers.NONE.with("Content-Type", "Text/Event-Stream; charset=utf-8"),
                Body.EMPTY,
                List.of(message("{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"result\":{}}")));
        assertThat(JsonRpc.answer(stream, "\"a\"").inWords(), is("a result"));
        Exchange.Answer json = new Exchange.Answer(
                200, Headers.NONE, Body.of("{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"result\":{}}"), List.of());
        assertThat(JsonRpc.answer(json, "\"a\"").inWords(), is("a result"));
    }

    private static JsonRpc.Answer body(String text) {
        return JsonRpc.answer(Body.of(text), "1");
    }

    private static ServerSentEvent message(String data) {
        return new ServerSentEvent("message", data, "");
    }
}
