package io.github.sessionsurvival.cli;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.github.sessionsurvival.client.RawServer;
import io.github.sessionsurvival.client.ServerSocketAnsweringAtOnce;
import io.github.sessionsurvival.client.TestCertificates;
import io.github.sessionsurvival.target.Environment;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Execution(ExecutionMode.CONCURRENT)
class CheckCommandTest {

    /** Only a hang meets it. */
    private static final Duration HANG = Duration.ofSeconds(60);

    private static final String RESULT = "{'jsonrpc':'2.0','id':ID,'result':{'protocolVersion':'2025-11-25',"
            + "'capabilities':{'tools':{}},'serverInfo':{'name':'pretended','version':'7'}}}";

    @TempDir
    Path folder;

    private final Map<String, String> variables = new HashMap<>();

    private record Said(int exit, String output) {}

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            401 | WWW-Authenticate: Bearer resource_metadata=x | nobody             | WRONG bearer       401 to the opening, "Bearer resource_metadata=x" | export MCP_BEARER=...
            403 | X: y                                       | not for you        | WRONG bearer       403 to the opening, "not for you" | it may want a bearer
            404 | X: y                                       | <html>             | WRONG path         404 to a POST to /mcp | is this the right host and port
            405 | Allow: GET                                 | ``                 | WRONG path         405 to a POST to /mcp | is this the right host and port
            301 | Location: https://elsewhere.test/mcp       | moved              | WRONG path         301 to the opening, which points to "https://elsewhere.test/mcp" | redirects are never followed
            406 | X: y                                       | no                 | WRONG handshake    406 to the opening, "no" | takes no application/json with an event stream
            415 | X: y                                       | no                 | WRONG handshake    415 to the opening | takes no application/json
            421 | X: y                                       | wrong host         | WRONG path         421 to the opening | use the one that it expects
            200 | Content-Type: text/html                    | <html>hello</html> | WRONG path         200 to the opening, with a web page | is this the right host and port
            200 | Content-Type: application/json             | {'ok':true}        | WRONG path         200 to the opening, "{'ok':true}", and no result | is this an MCP endpoint?
            200 | Content-Type: application/json             | {'jsonrpc':'2.0','id':ID,'error':{'code':-32602,'message':'no \\u001b[31mrevision'}} | WRONG handshake    the server answered the opening with 200 and error -32602: "no ?[31mrevision" | the server's own log may say why
            400 | Content-Type: application/json             | {'jsonrpc':'2.0','id':null,'error':{'code':-32600,'message':'::error::x'}} | error -32600: "::error::x" | the server's own log may say why
            500 | Content-Type: text/plain                   | java.lang.Oops     | WRONG handshake    500 to the opening, "java.lang.Oops" | is out of order
            429 | Retry-After: 3600                          | ``                 | WRONG handshake    the server answered 429 (too many requests) and asked for a wait of 3600 s | limits.rate
            """)
    void saysWhatIsInTheWayAndWhatToChange(int status, String header, String body, String seen, String advice) {
        Said said = check((request, number) -> http(status, header, withId(body, request)));

        assertThat(said.output(), said.exit(), is(3));
        assertThat(said.output(), containsString(seen.replace('\'', '"').replace("\"\"", "\"")));
        assertThat(said.output(), containsString(advice));
        assertThat(said.output(), not(containsString("\u001b")));
    }

    @Test
    void saysThatABearerWasRefusedWithoutShowingIt() {
        variables.put("MCP_BEARER", "the-bearer-4711");
        Said said = check((request, number) -> http(401, "X: y", "who is the-bearer-4711"));

        assertThat(said.output(), containsString("the bearer was refused: is it expired, or for another server?"));
        assertThat(said.output(), not(containsString("the-bearer-4711")));
    }

    @Test
    void pointsToTheUsualPathWhereAnotherWasGiven() {
        try (RawServer server = new RawServer((socket, out) -> RawServer.text(out, http(404, "X: y", "")))) {
            Said said = run("check", "--url", server.url().toString().replace("/mcp", "/sse"));

            assertThat(said.output(), containsString("404 to a POST to /sse"));
            assertThat(said.output(), containsString("an MCP endpoint often ends in /mcp"));
        }
    }

    @Test
    void knowsTheTransportOf2024ByItsStream() {
        Said said = check((request, number) -> request.startsWith("GET")
                ? "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nevent: endpoint\ndata: /messages\n\n"
                : http(404, "X: y", ""));

        assertThat(said.output(), containsString("this looks like the transport of 2024-11-05"));
    }

    @Test
    void knowsAServerOfTheEraWithoutSessions() {
        Said said = check((request, number) -> request.contains("server/discover")
                ? http(
                        200,
                        "Content-Type: application/json",
                        "{'jsonrpc':'2.0','id':1,'result':{'supportedVersions':['2026-07-28']}}")
                : http(
                        400,
                        "Content-Type: application/json",
                        "{'jsonrpc':'2.0','id':null,'error':{'code':-32020,'message':'headers missing'}}"));

        assertThat(said.output(), said.exit(), is(0));
        assertThat(
                said.output(),
                containsString("ok    era          it speaks revision 2026-07-28 alone, and keeps no sessions"));
    }

    @Test
    void doesNotTakeAnIdWithoutAResultForASession() {
        List<String> ended = new ArrayList<>();
        Said said = check((request, number) -> {
            if (request.startsWith("DELETE")) {
                ended.add(request);
                return http(204, "X: y", "");
            }
            return request.contains("initialize")
                    ? "HTTP/1.1 200 OK\r\nMcp-Session-Id: half-open-4711\r\nContent-Type: text/event-stream\r\n\r\ndata: "
                            + withId(
                                            "{'jsonrpc':'2.0','id':ID,'error':{'code':-32603,'message':'backend died'}}",
                                            request)
                                    .replace('\'', '"')
                            + "\n\n"
                    : http(404, "X: y", "");
        });

        assertThat(said.output(), said.exit(), is(3));
        assertThat(said.output(), containsString("error -32603: \"backend died\""));
        // Noted all the same, since it may hold something open.
        assertThat(ended, hasSize(1));
    }

    @Test
    void namesAStreamThatEndsWithoutTheResponse() {
        Said said = check((request, number) ->
                "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n: nothing\n\n");

        assertThat(
                said.output(), containsString("200 to the opening, then the event stream ended without the response"));
    }

    @Test
    void givesAServerThatIsStartingItsTime() {
        AtomicInteger openings = new AtomicInteger();
        Said said = check((request, number) -> request.contains("initialize\"") && openings.incrementAndGet() < 3
                ? http(503, "Retry-After: 1", "starting")
                : pretended(request));

        assertThat(said.output(), said.exit(), is(0));
        assertThat(openings.get(), is(3));
    }

    @Test
    void tellsWhatTheServerOffers() {
        Said said = check((request, number) -> pretended(request));

        assertThat(said.output(), said.exit(), is(0));
        assertThat(said.output(), containsString("ok    handshake    pretended 7, revision 2025-11-25"));
        assertThat(said.output(), containsString("ok    session      an id is issued"));
        assertThat(said.output(), containsString("ok    request      tools/list is answered"));
        assertThat(said.output(), containsString("ok    ending       not offered (405): sessions are left to expire"));
        assertThat(said.output(), containsString("A run can begin: session-survival run --url http://127.0.0.1:"));
    }

    @Test
    void saysThatTheLeverIsWhatIsWrong() throws IOException {
        try (RawServer server = new RawServer((socket, out) ->
                RawServer.text(out, http(401, "Content-Type: application/json", "{'error':'wrong token'}")))) {
            variables.put("CONTROL", "not-the-token-4711");
            Path file = Files.writeString(
                    folder.resolve("mine.yaml"),
                    "name: mine\nurl: " + server.url() + "\nlever: {kind: http, url: '" + server.url()
                            + "', token: {env: CONTROL}}\n");
            Said said = run("check", "--target", file.toString());

            assertThat(said.output(), said.exit(), is(3));
            assertThat(
                    said.output(), containsString("WRONG lever        the lever cannot be used: control interface:"));
            assertThat(said.output(), containsString("answered 401: wrong token; check 'url' and 'token' of 'lever'"));
            assertThat(said.output(), not(containsString("not-the-token-4711")));
        }
    }

    @Test
    void saysThatNothingListens() throws IOException {
        int port;
        try (ServerSocket socket = RawServer.onLoopback("127.0.0.1")) {
            port = socket.getLocalPort();
        }
        Said said = run("check", "--url", "http://127.0.0.1:" + port + "/mcp");

        assertThat(said.exit(), is(3));
        assertThat(said.output(), containsString("nothing accepts connections there; is the server running?"));
    }

    @Test
    void saysThatTheHostIsUnknown() {
        Said said = run("check", "--url", "http://no-such-host.invalid/mcp");

        assertThat(said.exit(), is(3));
        assertThat(said.output(), containsString("the host no-such-host.invalid is unknown"));
    }

    @Test
    void saysThatAPlainPortSpeaksNoTls() {
        try (ServerSocketAnsweringAtOnce server = new ServerSocketAnsweringAtOnce(http(400, "X: y", ""))) {
            Said said = run("check", "--url", "https://127.0.0.1:" + server.port() + "/mcp");

            assertThat(said.output(), said.exit(), is(3));
            assertThat(
                    said.output(),
                    containsString("the server speaks no TLS there; is the URL http:// rather than https://?"));
        }
    }

    /** It takes the greeting of TLS for the beginning of a request, and waits for the rest. */
    @Test
    void waitsForAPlainPortThatKeepsSilentNoLongerThanForAConnection() {
        try (RawServer server = new RawServer((socket, out) -> RawServer.text(out, http(400, "X: y", "")))) {
            Said said = run("check", "--url", server.url().toString().replace("http:", "https:"));

            assertThat(said.output(), said.exit(), is(3));
            assertThat(said.output(), containsString("no connection within the deadline (5 s)"));
        }
    }

    @Test
    void saysThatAPortSpeaksTls() throws Exception {
        TestCertificates.Usual usual = TestCertificates.usual();
        try (RawServer server = new RawServer(
                usual.certificates().listener(usual.server(), false),
                "http",
                "127.0.0.1",
                (socket, out) -> RawServer.text(out, http(200, "X: y", "")))) {
            Said plain = run("check", "--url", server.url().toString());
            assertThat(plain.output(), plain.exit(), is(3));
            assertThat(plain.output(), containsString("the URL begins with https://"));
            Said unknown = run("check", "--url", server.url().toString().replace("http:", "https:"));
            assertThat(unknown.output(), containsString("the server's certificate is not trusted"));
        }
    }

    @Test
    void saysTheSameInARunAndNothingElse() throws IOException {
        try (RawServer server = new RawServer((socket, out) -> RawServer.text(out, http(401, "X: y", "")))) {
            Said said = run(
                    "run",
                    "--url",
                    server.url().toString(),
                    "--reports",
                    folder.resolve("r").toString());

            assertThat(said.output(), said.exit(), is(3));
            assertThat(
                    said.output(),
                    containsString(
                            "Nothing was tested: 401 to the opening; the server wants a bearer: export MCP_BEARER="));
            assertThat(said.output().lines().filter(l -> l.contains("SESS-")).count(), is(0L));
            assertThat(Files.readString(folder.resolve("r/junit.xml")), containsString("the server wants a bearer"));
            assertThat(Files.readString(folder.resolve("r/index.html")), containsString("the server wants a bearer"));
            assertThat(server.requests(), hasSize(1));
        }
    }

    private interface Answering {
        String to(String request, int number);
    }

    private static String pretended(String request) {
        if (request.startsWith("DELETE")) {
            return http(405, "Allow: POST", "");
        }
        if (request.contains("notifications/")) {
            return http(202, "X: y", "");
        }
        String result = request.contains("initialize\"") ? RESULT : "{'jsonrpc':'2.0','id':ID,'result':{'tools':[]}}";
        return http(
                200, "Content-Type: application/json\r\nMcp-Session-Id: of-the-pretended-1", withId(result, request));
    }

    private Said check(Answering answering) {
        AtomicInteger number = new AtomicInteger();
        List<RawServer> itself = new ArrayList<>();
        try (RawServer server = new RawServer((socket, out) -> {
            List<String> requests = itself.get(0).requests();
            RawServer.text(out, answering.to(requests.get(requests.size() - 1), number.incrementAndGet()));
        })) {
            itself.add(server);
            URI url = server.url();
            return run("check", "--url", url.toString());
        }
    }

    private Said run(String... arguments) {
        return assertTimeoutPreemptively(HANG, () -> {
            Map<String, String> all = new HashMap<>(variables);
            all.put("SESSION_SURVIVAL_STATE", folder.resolve("state").toString());
            ByteArrayOutputStream output = new ByteArrayOutputStream();
            PrintStream out = new PrintStream(output, true, StandardCharsets.UTF_8);
            int exit = SessionSurvival.execute(new Environment(all::get, name -> null), out, out, arguments);
            return new Said(exit, output.toString(StandardCharsets.UTF_8));
        });
    }

    private static String withId(String body, String request) {
        int at = request.indexOf("\"id\":");
        String id = at < 0 ? "null" : request.substring(at + 5, request.indexOf(',', at));
        return body.replace("ID", id);
    }

    private static String http(int status, String header, String body) {
        String text = body.replace('\'', '"');
        return "HTTP/1.1 " + status + " x\r\n" + header + "\r\nContent-Length: "
                + text.getBytes(StandardCharsets.ISO_8859_1).length + "\r\n\r\n" + text;
    }
}
