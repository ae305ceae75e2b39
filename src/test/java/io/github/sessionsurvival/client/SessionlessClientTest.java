package io.github.sessionsurvival.client;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import io.github.sessionsurvival.client.ScriptedEndpoint.Reply;
import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.LoneRequest;
import io.github.sessionsurvival.wire.Purpose;
import io.github.sessionsurvival.wire.Redaction;
import io.github.sessionsurvival.wire.Revision;
import io.github.sessionsurvival.wire.Secret;
import io.github.sessionsurvival.wire.WireFault;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SessionlessClientTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String DISCOVERED =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],"
                    + "\"capabilities\":{\"tools\":{}}}}";

    private final ManualClock clock = new ManualClock();
    private final RecordingWaiter waiter = new RecordingWaiter(clock);
    private final ScriptedEndpoint server = new ScriptedEndpoint(clock);
    private final ExchangeLog log = new ExchangeLog();
    private final Caller caller = Caller.withBearer("main", Secret.of("bearer-of-main"));

    @TempDir
    Path state;

    private Journal journal;
    private JournalledLedger ledger;

    @BeforeEach
    void begin() throws Exception {
        journal = new JournalFolder(state)
                .begin(new JournalHeader(
                        "run-1", "scripted", URI.create("http://127.0.0.1/mcp"), Optional.empty(), ManualClock.START));
        ledger = new JournalledLedger(journal, server, waiter, clock, RetryPolicyTest.POLICY, new Redaction());
    }

    @AfterEach
    void end() throws Exception {
        journal.forget();
    }

    private SessionlessClient speaking(Revision... revisions) {
        return new SessionlessClient(caller, "a scenario", server, ledger, log, List.of(revisions));
    }

    private Recognition recognised(Reply reply) {
        server.answers(Purpose.DISCOVERY, reply);
        return speaking(Revision.R2026_07_28).recognise();
    }

    private static JsonNode body(Exchange exchange) {
        return JSON.readTree(exchange.request().body().text());
    }

    private static String header(Exchange exchange, String name) {
        return String.join(" and ", exchange.request().headers().all(name));
    }

    /** MOD-24. */
    @Test
    void marksEveryRequestWithWhatItsInsideSays() {
        server.answers(Purpose.TOOL_CALL, Reply.of(200, "{}"));
        SessionlessClient client = speaking(Revision.R2026_07_28);

        Exchange call =
                client.send(Purpose.TOOL_CALL, client.request("tools/call", "{\"name\":\"count\",\"arguments\":{}}"));

        JsonNode params = body(call).path("params");
        assertThat(header(call, "MCP-Protocol-Version"), is("2026-07-28"));
        assertThat(header(call, "Mcp-Method"), is("tools/call"));
        assertThat(header(call, "Mcp-Name"), is("count"));
        assertThat(header(call, "Accept"), is("application/json, text/event-stream"));
        assertThat(header(call, "Mcp-Session-Id"), is(""));
        assertThat(
                params.path("_meta")
                        .path("io.modelcontextprotocol/protocolVersion")
                        .asString(),
                is("2026-07-28"));
        assertThat(
                params.path("_meta")
                        .path("io.modelcontextprotocol/clientCapabilities")
                        .isObject(),
                is(true));
        assertThat(
                params.path("_meta")
                        .path("io.modelcontextprotocol/clientInfo")
                        .path("name")
                        .asString(),
                is("session-survival/a scenario"));
        assertThat(params.path("name").asString(), is("count"));
    }

    /** MOD-10. */
    @Test
    void asksAgainWhatWasLostAsANewRequest() {
        server.answers(Purpose.TOOL_CALL, Reply.none(WireFault.Kind.LOST), Reply.of(200, "{}"));
        SessionlessClient client = speaking(Revision.R2026_07_28);
        Exchange lost =
                client.send(Purpose.TOOL_CALL, client.request("tools/call", "{\"name\":\"count\",\"arguments\":{}}"));

        Exchange again = client.again(lost);

        assertThat(body(again).path("id"), not(body(lost).path("id")));
        assertThat(body(again).path("method"), is(body(lost).path("method")));
        assertThat(body(again).path("params"), is(body(lost).path("params")));
        assertThat(again.request().headers(), is(lost.request().headers()));
    }

    /** MOD-11. */
    @Test
    void givesNoTwoRequestsTheSameNumber() {
        SessionlessClient client = speaking(Revision.R2026_07_28);

        List<String> numbers = java.util.stream.IntStream.range(0, 100)
                .parallel()
                .mapToObj(i -> client.request("tools/list", "{}").idJson())
                .distinct()
                .toList();

        assertThat(numbers, hasSize(100));
        assertThat(
                "by another endpoint",
                numbers,
                not(hasItem(client.through(caller, server)
                        .request("tools/list", "{}")
                        .idJson())));
    }

    /** MOD-28. */
    @Test
    void asksInARevisionThatBothSpeakWhenItsOwnIsRefused() {
        Revision later = new Revision("2027-01-01");
        server.answers(
                Purpose.DISCOVERY,
                Reply.of(
                        400,
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32022,\"message\":\"no\",\"data\":"
                                + "{\"supported\":[\"2026-07-28\",\"2025-11-25\"],\"requested\":\"2027-01-01\"}}}"),
                Reply.of(200, DISCOVERED.replace("\"id\":1", "\"id\":2")));

        Exchange answer = speaking(later, Revision.R2026_07_28).discover();

        assertThat(answer.status(), is(200));
        assertThat(log.all(), hasSize(2));
        assertThat(header(log.all().get(0), LoneRequest.VERSION_HEADER), is("2027-01-01"));
        assertThat(header(answer, LoneRequest.VERSION_HEADER), is("2026-07-28"));
        assertThat(
                body(answer)
                        .path("params")
                        .path("_meta")
                        .path(LoneRequest.PROTOCOL_VERSION)
                        .asString(),
                is("2026-07-28"));
    }

    /** A server that names nothing that both speak is not asked without end. */
    @Test
    void givesUpWhereNoRevisionIsMutual() {
        server.answers(
                Purpose.DISCOVERY,
                Reply.of(
                        400,
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32022,\"message\":\"no\",\"data\":"
                                + "{\"supported\":[\"2029-01-01\"],\"requested\":\"2026-07-28\"}}}"));

        Recognition recognition = speaking(Revision.R2026_07_28).recognise();

        assertThat(log.all(), hasSize(1));
        assertThat(recognition.outcome(), is(Recognition.Outcome.NOT_SPOKEN));
    }

    /** MOD-14. */
    @Test
    void recognisesAServerWithoutSessionsByItsAnswer() {
        assertThat(recognised(Reply.of(200, DISCOVERED)).isSpoken(), is(true));
    }

    /** MOD-14: only such servers make these errors, whatever they complain of. */
    @ParameterizedTest
    @ValueSource(ints = {-32020, -32021})
    void recognisesItByItsErrors(int code) {
        assertThat(
                recognised(Reply.of(
                                400,
                                "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":" + code + ",\"message\":\"no\"}}"))
                        .isSpoken(),
                is(true));
    }

    /** MOD-14: what a server of sessions says to a request that it does not know. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            400 | {"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Bad Request: no session"}}
            400 | nothing at all
            404 | nothing at all
            405 | nothing at all
            406 | nothing at all
            415 | nothing at all
            200 | {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}
            200 | {"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2025-11-25"]}}
            200 | {"jsonrpc":"2.0","id":1,"result":{}}
            """)
    void takesARefusalForAServerOfSessions(int status, String body) {
        assertThat(recognised(Reply.of(status, body)).outcome(), is(Recognition.Outcome.NOT_SPOKEN));
    }

    /** MOD-14: an outage decides nothing. */
    @ParameterizedTest
    @ValueSource(ints = {401, 403, 429, 500, 502, 503, 504})
    void decidesNothingByAnOutageOrARefusedCredential(int status) {
        assertThat(recognised(Reply.of(status, "")).outcome(), is(Recognition.Outcome.UNDECIDED));
    }

    /** MOD-14. */
    @ParameterizedTest
    @EnumSource(
            value = WireFault.Kind.class,
            names = {"LOST", "REFUSED", "NO_HEADERS", "CONNECT_TIMEOUT"})
    void decidesNothingByALostConnection(WireFault.Kind kind) {
        assertThat(recognised(Reply.none(kind)).outcome(), is(Recognition.Outcome.UNDECIDED));
    }

    /** A session that such a server names all the same is not forgotten (RST-06). */
    @Test
    void notesASessionThatIsNamedAllTheSame() {
        server.answers(Purpose.DISCOVERY, Reply.of(200, DISCOVERED).naming("0123456789abcdef"));

        speaking(Revision.R2026_07_28).discover();

        assertThat(ledger.notedBy("a scenario"), hasSize(1));
    }
}
