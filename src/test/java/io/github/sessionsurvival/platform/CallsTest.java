package io.github.sessionsurvival.platform;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.emptyString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;

import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class CallsTest {

    @TempDir
    static Path store;

    private static Rig rig;

    @BeforeAll
    static void start() {
        rig = Rig.on(store);
    }

    @AfterAll
    static void stop() {
        rig.close();
    }

    private static HttpResponse<String> call(Visitor visitor, String session, String params) throws Exception {
        return visitor.post(session, Visitor.request("\"c\"", "tools/call", params));
    }

    @Test
    void echoesAndCounts() throws Exception {
        Rig.Guest guest = rig.guest();
        String first = guest.visitor().open();
        String second = guest.visitor().open();
        HttpResponse<String> echo =
                call(guest.visitor(), first, "{\"name\":\"echo\",\"arguments\":{\"text\":\"d\u00e9j\u00e0\"}}");

        assertThat(Visitor.json(echo).at("/result/content/0/text").asString(), equalTo("d\u00e9j\u00e0"));
        assertThat(guest.visitor().count(first), equalTo(1));
        assertThat(guest.visitor().count(first), equalTo(2));
        assertThat(guest.visitor().count(second), equalTo(1));
        assertThat(guest.counts().at("/executions/count").asInt(), equalTo(3));
        assertThat(guest.counts().at("/executions/echo").asInt(), equalTo(1));
    }

    @Test
    void listsItsTools() throws Exception {
        Visitor visitor = rig.guest().visitor();
        HttpResponse<String> list = visitor.post(visitor.open(), Visitor.request("1", "tools/list", "{}"));

        assertThat(Visitor.json(list).at("/result/tools/0/name").asString(), equalTo("echo"));
        assertThat(Visitor.json(list).at("/result/tools/1/inputSchema/type").asString(), equalTo("object"));
    }

    @Test
    void answersAnUnknownMethodWithItsCodeAndTheRequestsId() throws Exception {
        Visitor visitor = rig.guest().visitor();
        HttpResponse<String> answer = visitor.post(visitor.open(), Visitor.request("\"e-1\"", "x/none", "{}"));

        assertThat(answer.statusCode(), equalTo(200));
        assertThat(Visitor.json(answer).at("/error/code").asInt(), equalTo(-32601));
        assertThat(Visitor.json(answer).at("/id").asString(), equalTo("e-1"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"name\":7}",
                "{\"name\":\"none\"}",
                "{\"name\":\"echo\",\"arguments\":[]}",
                "{\"name\":\"echo\"}"
            })
    void refusesAWrongCall(String params) throws Exception {
        Visitor visitor = rig.guest().visitor();
        HttpResponse<String> answer = call(visitor, visitor.open("2025-06-18"), params);

        assertThat(Visitor.json(answer).at("/error/code").asInt(), equalTo(-32602));
    }

    @Test
    void tellsTheModelOfWrongArgumentsInTheLatestRevision() throws Exception {
        Visitor visitor = rig.guest().visitor();
        HttpResponse<String> answer = call(visitor, visitor.open(), "{\"name\":\"echo\",\"arguments\":{}}");

        assertThat(Visitor.json(answer).at("/result/isError").asBoolean(), equalTo(true));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"none\"}}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/none\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":9,\"result\":{}}"
            })
    void acceptsNoticesWithoutABody(String notice) throws Exception {
        Visitor visitor = rig.guest().visitor();
        HttpResponse<String> answer = visitor.post(visitor.open(), notice);

        assertThat(answer.statusCode(), equalTo(202));
        assertThat(answer.body(), emptyString());
    }

    @Test
    void takesTheHeadersNameInAnyLetterCase() throws Exception {
        Visitor visitor = rig.guest().visitor();
        String session = visitor.open();
        for (String name : new String[] {"mcp-session-id", "MCP-SESSION-ID", "Mcp-Session-Id"}) {
            HttpResponse<String> answer = visitor.send("POST", Visitor.PING, Map.of(name, " " + session + " "));
            assertThat(answer.statusCode(), equalTo(200));
        }
    }

    @Test
    void endsOneSessionAndLeavesTheOthers() throws Exception {
        Visitor visitor = rig.guest().visitor();
        String first = visitor.open();
        String second = visitor.open();

        assertThat(visitor.end(first).statusCode(), equalTo(204));
        assertThat(visitor.end(first).statusCode(), equalTo(404));
        assertThat(visitor.post(second, Visitor.PING).statusCode(), equalTo(200));
        assertThat(visitor.open(), not(first));
    }

    @Test
    void keepsAStreamOpenUntilItsSessionEnds() throws Exception {
        Visitor visitor = rig.guest().visitor();
        String session = visitor.open();
        Visitor.Begun answer = visitor.stream("GET", "", Map.of("Mcp-Session-Id", session));
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
            assertThat(answer.statusCode(), equalTo(200));
            assertThat(answer.headers().firstValue("content-type").orElse(""), equalTo("text/event-stream"));
            assertThat(lines.readLine(), startsWith(":"));
            assertThat(visitor.post(session, Visitor.PING).statusCode(), equalTo(200));
            visitor.end(session);
            assertThat(lines.readLine(), emptyString());
            assertThat(lines.readLine(), equalTo(null));
        }
    }

    @Test
    void resumesABrokenAnswerOnItsOwnStream() throws Exception {
        Rig.Guest guest = rig.guest();
        String session = guest.visitor().open();
        guest.form("event-stream");
        String primed = guest.visitor().post(session, Visitor.COUNT).body();
        guest.visitor().post(session, Visitor.PING);
        String priming = primed.lines().findFirst().orElseThrow().substring("id: ".length());
        Visitor.Begun answer =
                guest.visitor().stream("GET", "", Map.of("Mcp-Session-Id", session, "Last-Event-ID", priming));
        String expected = ": open\n\n" + primed.split("\n\n", 2)[1];
        try (InputStream body = answer.body()) {
            byte[] read = body.readNBytes(expected.length());
            assertThat(new String(read, StandardCharsets.UTF_8), equalTo(expected));
        }
    }
}
