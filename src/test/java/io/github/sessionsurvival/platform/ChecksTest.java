package io.github.sessionsurvival.platform;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.startsWith;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Everything that is turned away, and that it harms nothing (RPC-10). */
final class ChecksTest {

    private static final String UNKNOWN = "0".repeat(64);

    @TempDir
    static Path store;

    private static Rig rig;
    private static Visitor visitor;
    private static String session;

    @BeforeAll
    static void start() throws Exception {
        rig = Rig.on(store);
        visitor = rig.visitor(Rig.MAIN);
        session = visitor.open();
    }

    @AfterAll
    static void theSessionStillAnswers() throws Exception {
        int status = visitor.post(session, Visitor.PING).statusCode();
        rig.close();
        assertThat(status, equalTo(200));
    }

    private static void assertError(HttpResponse<String> answer, int status, int code, String message) {
        assertThat(answer.body(), answer.statusCode(), equalTo(status));
        assertThat(Visitor.json(answer).at("/jsonrpc").asString(), equalTo("2.0"));
        assertThat(Visitor.json(answer).at("/error/code").asInt(), equalTo(code));
        assertThat(Visitor.json(answer).at("/error/message").asString(), startsWith(message));
        assertThat(Visitor.json(answer).has("id"), equalTo(true));
        assertThat(Visitor.session(answer).isPresent(), equalTo(false));
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "GET", "DELETE"})
    void answersAnUnknownIdWith404OnEveryVerb(String verb) throws Exception {
        assertError(
                visitor.send(verb, Visitor.PING, Map.of("Mcp-Session-Id", UNKNOWN)), 404, -32001, "Session not found");
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "GET", "DELETE"})
    void answersAnEndedIdWith404OnEveryVerb(String verb) throws Exception {
        String ended = visitor.open();
        assertThat(visitor.end(ended).statusCode(), equalTo(204));

        assertError(
                visitor.send(verb, Visitor.PING, Map.of("Mcp-Session-Id", ended)),
                404,
                -32001,
                "Session timed out, please reconnect");
    }

    @Test
    void answersAConfirmationOrOpeningForADeadIdWith404() throws Exception {
        assertThat(visitor.post(UNKNOWN, Visitor.INITIALIZED).statusCode(), equalTo(404));
        assertThat(visitor.post(UNKNOWN, Visitor.initialize("2025-11-25")).statusCode(), equalTo(404));
    }

    @Test
    void takesTheIdAsItIs() throws Exception {
        assertThat(visitor.post(session.toUpperCase(Locale.ROOT), Visitor.PING).statusCode(), equalTo(404));
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "GET", "DELETE"})
    void answersAMissingOrEmptyIdWith400(String verb) throws Exception {
        String why = "Bad Request: Mcp-Session-Id header is required";
        assertError(visitor.send(verb, Visitor.PING, Map.of()), 400, -32000, why);
        assertError(visitor.send(verb, Visitor.PING, Map.of("Mcp-Session-Id", "")), 400, -32000, why);
    }

    @ParameterizedTest
    @CsvSource({"PUT", "PATCH", "HEAD", "TRACE"})
    void refusesOtherVerbsAndSaysWhichThereAre(String verb) throws Exception {
        HttpResponse<String> answer = visitor.send(verb, "", Map.of("Authorization", "-"));

        assertThat(answer.statusCode(), equalTo(405));
        assertThat(answer.headers().firstValue("allow").orElse(""), equalTo("GET, POST, DELETE, OPTIONS"));
    }

    @Test
    void answersAPreflightWithoutCredentials() throws Exception {
        HttpResponse<String> answer = visitor.send(
                "OPTIONS", "", Map.of("Authorization", "-", "Origin", "http://127.0.0.1:1", "Accept", "-"));

        assertThat(answer.statusCode(), equalTo(204));
        assertThat(answer.headers().firstValue("access-control-allow-methods").orElse(""), containsString("DELETE"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://evil.example",
                "http://localhost.evil.example",
                "http://127.0.0.1.evil.example",
                "http://evil.example@127.0.0.1",
                "null",
                "http://127.0.0.1/path"
            })
    void refusesAForeignOriginBeforeCredentials(String origin) throws Exception {
        for (String verb : new String[] {"POST", "GET", "DELETE", "OPTIONS"}) {
            assertError(
                    visitor.send(
                            verb, Visitor.initialize("2025-11-25"), Map.of("Origin", origin, "Authorization", "-")),
                    403,
                    -32600,
                    "Origin is not allowed");
        }
    }

    @Test
    void refusesAForgedHost() throws Exception {
        String body = Visitor.initialize("2025-11-25");
        String answer = raw("POST /mcp HTTP/1.1\r\nHost: evil.example\r\nAuthorization: Bearer " + Rig.MAIN
                + "\r\nAccept: */*\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: "
                + body.length() + "\r\n\r\n" + body);

        assertThat(answer, startsWith("HTTP/1.1 421 "));
        assertThat(answer.toLowerCase(Locale.ROOT).contains("mcp-session-id"), equalTo(false));
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET // HTTP/1.1", "GET /mcp?%zz HTTP/1.1", "GET http:// HTTP/1.1", "rubbish"})
    void survivesAnOddRequestTarget(String line) throws Exception {
        raw(line + "\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");

        assertThat(visitor.post(session, Visitor.PING).statusCode(), equalTo(200));
    }

    private static String raw(String request) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", rig.platform().mcpUrl().getPort())) {
            socket.setSoTimeout(5000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void judgesAuthorizationBeforeTheSession() throws Exception {
        for (String id : new String[] {session, UNKNOWN, ""}) {
            for (String verb : new String[] {"POST", "GET", "DELETE"}) {
                HttpResponse<String> anonymous =
                        visitor.send(verb, Visitor.PING, Map.of("Authorization", "-", "Mcp-Session-Id", id));
                assertError(anonymous, 401, -32001, "Unauthorized");
                assertThat(
                        anonymous.headers().firstValue("www-authenticate").orElse(""),
                        startsWith("Bearer resource_metadata=\"http://127.0.0.1:"));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Bearer rubbish",
                "Bearer",
                "Basic bWFpbg==",
                "Bearer caller~main~AAAA",
                "Bearer caller~~",
                "Bearer caller~other",
                "Bearer " + Rig.MAIN + "x"
            })
    void refusesABadCredential(String credential) throws Exception {
        HttpResponse<String> answer =
                visitor.send("POST", Visitor.initialize("2025-11-25"), Map.of("Authorization", credential));

        assertError(answer, 401, -32001, "Unauthorized");
        assertThat(
                answer.headers().firstValue("www-authenticate").orElse(""),
                startsWith("Bearer error=\"invalid_token\""));
        assertThat(answer.body().contains(Rig.MAIN), equalTo(false));
    }

    @Test
    void pointsToADocumentThatIsThere() throws Exception {
        String url = rig.platform()
                .mcpUrl()
                .resolve("/.well-known/oauth-protected-resource/mcp")
                .toString();
        HttpResponse<String> document = new Visitor(URI.create(url), Optional.empty()).send("GET", "", Map.of());

        assertThat(
                Visitor.json(document).get("resource").asString(),
                equalTo(rig.platform().mcpUrl().toString()));
        assertThat(Visitor.json(document).get("authorization_servers").size(), equalTo(1));
    }

    @Test
    void keepsAnotherOwnerOut() throws Exception {
        Visitor other = rig.visitor(Rig.OTHER);
        for (String verb : new String[] {"POST", "GET", "DELETE"}) {
            HttpResponse<String> answer = other.send(verb, Visitor.PING, Map.of("Mcp-Session-Id", session));
            assertError(answer, 403, -32003, "MCP session does not belong to the current bearer");
            assertThat(answer.headers().firstValue("retry-after").isPresent(), equalTo(false));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "text/event-stream", "text/html", "-", "*/*;q=0"})
    void refusesAnAcceptThatLacksAType(String accept) throws Exception {
        assertError(
                visitor.send("POST", Visitor.PING, Map.of("Accept", accept, "Mcp-Session-Id", session)),
                406,
                -32000,
                "Not Acceptable");
    }

    @ParameterizedTest
    @ValueSource(strings = {"*/*", "application/*, text/*", "text/event-stream;q=0.5, application/json; charset=utf-8"})
    void takesAnAcceptThatCoversBothTypes(String accept) throws Exception {
        assertThat(
                visitor.send("POST", Visitor.PING, Map.of("Accept", accept, "Mcp-Session-Id", session))
                        .statusCode(),
                equalTo(200));
    }

    @Test
    void refusesAStreamThatAcceptsNoEvents() throws Exception {
        assertError(
                visitor.send("GET", "", Map.of("Accept", "application/json", "Mcp-Session-Id", session)),
                406,
                -32000,
                "Not Acceptable");
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "-", "application/jsonp"})
    void refusesAnotherContentType(String type) throws Exception {
        assertError(
                visitor.send("POST", Visitor.PING, Map.of("Content-Type", type, "Mcp-Session-Id", session)),
                415,
                -32000,
                "Unsupported Media Type");
    }

    @Test
    void refusesABodyOverFourMebibytes() throws Exception {
        String large = Visitor.request("1", "ping", "{\"x\":\"" + "x".repeat(4 * 1024 * 1024) + "\"}");

        assertError(visitor.post(session, large), 413, -32000, "Request body too large");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"pi",
                "",
                "\uFEFF{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"} {}",
                "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["
            })
    void refusesWhatIsNotOneJsonValue(String body) throws Exception {
        assertError(visitor.post(session, body), 400, -32700, "Parse error: Invalid JSON");
    }

    @Test
    void refusesBadUtf8() {
        assertThat(JsonText.read(new byte[] {'"', (byte) 0xc3, '"'}).isPresent(), equalTo(false));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0001',
            value = {
                "{\"jsonrpc\":\"1.0\",\"id\":5,\"method\":\"ping\"}|5",
                "{\"id\":5,\"method\":\"ping\"}|5",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}|null",
                "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}|null",
                "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}|null",
                "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":7}|\"a\"",
                "{\"jsonrpc\":\"2.0\",\"id\":6,\"method\":\"ping\",\"params\":\"x\"}|6",
                "{\"jsonrpc\":\"2.0\",\"id\":6}|6",
                "{\"jsonrpc\":\"2.0\",\"method\":\"initialize\"}|null",
                "7|null"
            })
    void refusesWhatIsNoMessageAndEchoesAReadableId(String body, String id) throws Exception {
        HttpResponse<String> answer = visitor.post(session, body);

        assertError(answer, 400, -32600, "Invalid Request");
        assertThat(Visitor.json(answer).get("id").toString(), equalTo(id));
    }

    @ParameterizedTest
    @CsvSource({"2025-06-18,1900-01-01", "2025-11-25,rubbish", "2025-11-25,2025-06-18", "2025-06-18,''"})
    void refusesAVersionHeaderThatIsNotTheSessions(String revision, String header) throws Exception {
        String own = visitor.open(revision);
        for (String verb : new String[] {"POST", "GET", "DELETE"}) {
            Map<String, String> lines = Map.of("Mcp-Session-Id", own, "MCP-Protocol-Version", header);
            assertError(visitor.send(verb, Visitor.PING, lines), 400, -32000, "Bad Request: ");
        }
        Map<String, String> right = Map.of("Mcp-Session-Id", own, "MCP-Protocol-Version", revision);
        assertThat(visitor.send("POST", Visitor.PING, right).statusCode(), equalTo(200));
        assertThat(visitor.post(own, Visitor.PING).statusCode(), equalTo(200));
    }

    @Test
    void takesAnyVersionHeaderOnAnOpening() throws Exception {
        Map<String, String> lines = Map.of("MCP-Protocol-Version", "2025-03-26");
        HttpResponse<String> answer = visitor.send("POST", Visitor.initialize("2025-11-25"), lines);

        assertThat(answer.statusCode(), equalTo(200));
    }

    @Test
    void takesBatchesInSessionsOfTheFirstRevisionOnly() throws Exception {
        String batch = "[" + Visitor.PING + "," + Visitor.request("\"b\"", "tools/list", "{}") + ","
                + Visitor.INITIALIZED + ",7]";
        String old = visitor.open("2025-03-26");
        HttpResponse<String> answer = visitor.post(old, batch);

        assertThat(answer.statusCode(), equalTo(200));
        assertThat(Visitor.json(answer).size(), equalTo(3));
        assertThat(Visitor.json(answer).at("/1/id").asString(), equalTo("b"));
        assertThat(Visitor.json(answer).at("/2/error/code").asInt(), equalTo(-32600));
        assertThat(visitor.post(old, "[" + Visitor.INITIALIZED + "]").statusCode(), equalTo(202));
        assertError(visitor.post(old, "[]"), 400, -32600, "Invalid Request");
        assertError(visitor.post(session, batch), 400, -32600, "Invalid Request: batches ended");
    }

    @Test
    void refusesAnOpeningInABatch() throws Exception {
        Rig.Guest guest = rig.guest();
        String batch = "[" + Visitor.initialize("2025-03-26") + "]";
        assertError(guest.visitor().post(batch), 400, -32600, "Invalid Request: initialize");
        assertError(guest.visitor().post(guest.visitor().open("2025-03-26"), batch), 400, -32600, "Invalid Request");
        assertThat(guest.counted("created"), equalTo(1));
    }
}
