package io.github.sessionsurvival.platform;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class LonePostsTest {

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

    private static final String META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

    private static String request(String method, String more) {
        return Visitor.request("9", method, "{" + META + more + "}");
    }

    private static Map<String, String> marks(String method) {
        return Map.of("MCP-Protocol-Version", "2026-07-28", "Mcp-Method", method);
    }

    private static Map<String, String> marks(String method, String name) {
        Map<String, String> marks = new HashMap<>(marks(method));
        marks.put("Mcp-Name", name);
        return marks;
    }

    private static HttpResponse<String> ask(Visitor visitor, String method) throws Exception {
        return visitor.send("POST", request(method, ""), marks(method));
    }

    private static HttpResponse<String> count(Visitor visitor, String arguments) throws Exception {
        return visitor.send(
                "POST",
                request("tools/call", ",\"name\":\"count\",\"arguments\":" + arguments),
                marks("tools/call", "count"));
    }

    @Test
    void saysWhatItSpeaks() throws Exception {
        HttpResponse<String> answer = ask(rig.guest().visitor(), "server/discover");
        JsonNode result = Visitor.json(answer).path("result");

        assertThat(answer.statusCode(), equalTo(200));
        assertThat(result.at("/supportedVersions/0").asString(), equalTo("2026-07-28"));
        assertThat(result.path("resultType").asString(), equalTo("complete"));
        assertThat(Visitor.session(answer), is(Optional.empty()));
    }

    /** MOD-02 to MOD-06: the mark, the inside, and what the two come to. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2026-07-28 | tools/list | 2026-07-28 | yes | 200 | 0
            2026-07-28 | tools/list | -          | yes | 400 | -32602
            2026-07-28 | tools/list | 2026-07-28 | no  | 400 | -32602
            2026-07-28 | tools/list | 1900-01-01 | yes | 400 | -32020
            1900-01-01 | tools/list | 1900-01-01 | yes | 400 | -32022
            2025-11-25 | tools/list | 2026-07-28 | yes | 400 | -32020
            -          | tools/list | 2026-07-28 | yes | 400 | -32020
            2026-07-28 | -          | 2026-07-28 | yes | 400 | -32020
            2026-07-28 | tools/call | 2026-07-28 | yes | 400 | -32020
            2026-07-28 | TOOLS/LIST | 2026-07-28 | yes | 400 | -32020
            """)
    void comparesTheMarkWithTheInside(
            String version, String method, String inside, String capable, int status, int code) throws Exception {
        String meta = (inside.equals("-") ? "" : "\"io.modelcontextprotocol/protocolVersion\":\"" + inside + "\",")
                + (capable.equals("yes") ? "\"io.modelcontextprotocol/clientCapabilities\":{}," : "")
                + "\"x\":1";

        HttpResponse<String> answer = rig.guest()
                .visitor()
                .send(
                        "POST",
                        Visitor.request("9", "tools/list", "{\"_meta\":{" + meta + "}}"),
                        Map.of("MCP-Protocol-Version", version, "Mcp-Method", method));

        assertThat(answer.statusCode(), equalTo(status));
        assertThat(Visitor.json(answer).at("/error/code").asInt(0), equalTo(code));
        assertThat(Visitor.json(answer).path("id").asInt(), equalTo(9));
    }

    /** MOD-06, MOD-07. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            count                 | 200
            =?base64?Y291bnQ=?=   | 200
            =?base64?!!!?=        | 400
            =?base64??=           | 400
            =?base64?=            | 400
            echo                  | 400
            COUNT                 | 400
            -                     | 400
            """)
    void comparesTheNameOfTheTool(String name, int status) throws Exception {
        HttpResponse<String> answer = rig.guest()
                .visitor()
                .send("POST", request("tools/call", ",\"name\":\"count\",\"arguments\":{}"), marks("tools/call", name));

        assertThat(answer.statusCode(), equalTo(status));
    }

    /** MOD-09. */
    @ParameterizedTest
    @CsvSource({"x/none", "ping", "logging/setLevel", "initialize", "resources/subscribe"})
    void findsNoMethodOfFormerTimes(String method) throws Exception {
        HttpResponse<String> answer = ask(rig.guest().visitor(), method);

        assertThat(answer.statusCode(), equalTo(404));
        assertThat(Visitor.json(answer).at("/error/code").asInt(), equalTo(-32601));
    }

    /** MOD-16, MOD-23: a session that is named beside it makes no difference, and comes to no harm. */
    @Test
    void looksForNoSession() throws Exception {
        Visitor visitor = rig.guest().visitor();
        String session = visitor.open();
        for (String named : new String[] {session, "never-issued"}) {
            Map<String, String> marks = new HashMap<>(marks("tools/list"));
            marks.put("Mcp-Session-Id", named);

            HttpResponse<String> answer = visitor.send("POST", request("tools/list", ""), marks);

            assertThat(answer.statusCode(), equalTo(200));
            assertThat(Visitor.session(answer), is(Optional.empty()));
        }
        assertThat(visitor.count(session), equalTo(1));
    }

    /** MOD-12, MOD-18: the count is in the handle, and the handle is its caller's alone. */
    @Test
    void countsOnOverARestartByTheHandleAlone(@TempDir Path folder) throws Exception {
        try (Rig own = Rig.on(folder)) {
            Visitor visitor = own.guest().visitor();
            String handle = Visitor.json(count(visitor, "{}"))
                    .at("/result/structuredContent/handle")
                    .asString();
            own.platform().restart();

            HttpResponse<String> next = count(visitor, "{\"handle\":\"" + handle + "\"}");
            HttpResponse<String> strangers = count(own.guest().visitor(), "{\"handle\":\"" + handle + "\"}");
            HttpResponse<String> forged = count(visitor, "{\"handle\":\"" + handle.replaceFirst("1", "5") + "\"}");

            assertThat(Visitor.json(next).at("/result/content/0/text").asString(), equalTo("2"));
            assertThat(Visitor.json(strangers).at("/error/code").asInt(), equalTo(-32602));
            assertThat(Visitor.json(forged).at("/error/code").asInt(), equalTo(-32602));
        }
    }

    /** MOD-29. */
    @Test
    void tellsOfARestartUnderTheRequestsNumber() throws Exception {
        Rig.Guest guest = rig.guest();
        guest.plan("\"operation\":\"call\",\"times\":1");

        HttpResponse<String> struck = ask(guest.visitor(), "tools/list");

        assertThat(struck.statusCode(), equalTo(503));
        assertThat(struck.headers().firstValue("Retry-After"), is(Optional.of("2")));
        assertThat(Visitor.json(struck).path("id").asInt(), equalTo(9));
        assertThat(struck.body(), not(containsString("session")));
        assertThat(ask(guest.visitor(), "tools/list").statusCode(), equalTo(200));
    }

    /** MOD-13: who goes down in order says so; who is killed does not. */
    @Test
    void endsASubscriptionWithItsResult(@TempDir Path folder) throws Exception {
        try (Rig own = Rig.on(folder)) {
            Visitor visitor = own.guest().visitor();
            Visitor.Begun stream = visitor.stream(
                    "POST", request("subscriptions/listen", ",\"notifications\":{}"), marks("subscriptions/listen"));
            own.platform().drain();

            String text = new String(stream.body().readAllBytes(), StandardCharsets.UTF_8);

            String acknowledged = "\"method\":\"notifications/subscriptions/acknowledged\"";
            assertThat(text, containsString(acknowledged));
            assertThat(text.substring(text.indexOf(acknowledged)), containsString("\"id\":9,\"result\""));
            assertThat(text, containsString("\"io.modelcontextprotocol/subscriptionId\":9"));
        }
    }

    /** MOD-25, MOD-27. */
    @Test
    void answersAsAStreamWhereItIsToldTo() throws Exception {
        Rig.Guest guest = rig.guest();
        guest.form("event-stream");

        HttpResponse<String> answer = ask(guest.visitor(), "tools/list");

        assertThat(answer.headers().firstValue("Content-Type"), is(Optional.of("text/event-stream")));
        assertThat(answer.headers().firstValue("X-Accel-Buffering"), is(Optional.of("no")));
        assertThat(answer.body(), containsString("data: {\"jsonrpc\":\"2.0\""));
        assertThat(answer.body(), not(containsString("id: ")));
    }

    /** MOD-15, MOD-21, MOD-23: what is left where no revision with sessions is served; others are not concerned. */
    @Test
    void servesNothingThatNeedsASessionWhereItIsToldTo() throws Exception {
        Rig.Guest guest = rig.guest();
        Visitor visitor = guest.visitor();
        rig.pull("POST", "/era", "{\"caller\":\"" + guest.id() + "\",\"serves\":\"sessionless\"}");

        HttpResponse<String> opening = visitor.post(Visitor.initialize("2025-11-25"));

        assertThat(opening.statusCode(), equalTo(400));
        assertThat(Visitor.json(opening).at("/error/data/supported/0").asString(), equalTo("2026-07-28"));
        assertThat(Visitor.json(opening).at("/error/data/requested").asString(), equalTo("2025-11-25"));
        assertThat(visitor.send("GET", "", Map.of()).statusCode(), equalTo(405));
        assertThat(
                visitor.send("DELETE", "", Map.of()).headers().firstValue("Allow"), is(Optional.of("POST, OPTIONS")));
        assertThat(ask(visitor, "tools/list").statusCode(), equalTo(200));
        rig.guest().visitor().open();

        guest.clear();
        visitor.open();
    }

    /** MOD-14: a server of sessions alone takes a lone request for one that forgot its session. */
    @Test
    void knowsNoLoneRequestWhereItIsToldTo() throws Exception {
        Rig.Guest guest = rig.guest();
        rig.pull("POST", "/era", "{\"caller\":\"" + guest.id() + "\",\"serves\":\"sessions\"}");

        HttpResponse<String> answer = ask(guest.visitor(), "server/discover");

        assertThat(answer.statusCode(), equalTo(400));
        assertThat(Visitor.json(answer).at("/error/code").asInt(), equalTo(-32000));
    }
}
