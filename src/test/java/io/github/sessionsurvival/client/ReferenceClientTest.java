package io.github.sessionsurvival.client;

import static io.github.sessionsurvival.client.ScriptedEndpoint.opens;
import static io.github.sessionsurvival.client.ScriptedEndpoint.works;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.sessionsurvival.client.ScriptedEndpoint.Reply;
import io.github.sessionsurvival.client.ScriptedEndpoint.Script;
import io.github.sessionsurvival.wire.Body;
import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Headers;
import io.github.sessionsurvival.wire.Purpose;
import io.github.sessionsurvival.wire.Redaction;
import io.github.sessionsurvival.wire.RestartAnswer;
import io.github.sessionsurvival.wire.Revision;
import io.github.sessionsurvival.wire.Secret;
import io.github.sessionsurvival.wire.ServerSentEvents;
import io.github.sessionsurvival.wire.SessionId;
import io.github.sessionsurvival.wire.WireFault;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class ReferenceClientTest {

    private static final String ID = "0123456789abcdef0123456789abcdef";
    private static final Revision LATEST = Revision.R2025_11_25;

    private final ManualClock clock = new ManualClock();
    private final RecordingWaiter waiter = new RecordingWaiter(clock);
    private final ScriptedEndpoint server = new ScriptedEndpoint(clock);
    private final Redaction redaction = new Redaction();
    private final ExchangeLog log = new ExchangeLog();
    private final Caller caller = Caller.withBearer("main", Secret.of("bearer-of-main"));

    @TempDir
    Path state;

    private Journal journal;
    private JournalledLedger ledger;
    private ReferenceClient client;

    @BeforeEach
    void begin() throws Exception {
        journal = new JournalFolder(state)
                .begin(new JournalHeader(
                        "run-1", "scripted", URI.create("http://127.0.0.1/mcp"), Optional.empty(), ManualClock.START));
        ledger = new JournalledLedger(journal, server, waiter, clock, RetryPolicyTest.POLICY, redaction);
        client = client(Optional.of(RetryPolicyTest.CONTRACT), "One restart is survived", Optional.empty());
    }

    @AfterEach
    void end() throws Exception {
        journal.forget();
    }

    private ReferenceClient client(Optional<RestartAnswer> contract, String scenario, Optional<Probe> probe) {
        return new ReferenceClient(
                caller,
                scenario,
                server,
                ledger,
                log,
                waiter,
                clock,
                new RetryPolicy(contract, Duration.ofSeconds(30)),
                redaction,
                probe,
                new AtomicInteger()::incrementAndGet);
    }

    private static Script script(Reply reply) {
        return o -> reply;
    }

    private void confirms() {
        server.answers(Purpose.CONFIRMATION, Reply.of(202, ""));
    }

    private Session openSession() {
        server.answers(Purpose.OPENING, opens(ID));
        confirms();
        return client.open(LATEST).session().orElseThrow();
    }

    // The handshake that goes well.

    @Test
    void anOpeningIsOneRequestAndOneConfirmation() {
        server.answers(Purpose.OPENING, opens(ID));
        confirms();
        Opening opening = client.open(LATEST);
        assertThat(opening.failure(), is(Optional.empty()));
        assertThat(opening.attempts(), hasSize(1));
        assertThat(opening.session().orElseThrow().id(), is(Optional.of(new SessionId(ID))));
        assertThat(opening.session().orElseThrow().revision(), is(LATEST));
        assertThat(opening.lastExchange().purpose(), is(Purpose.CONFIRMATION));
        assertThat(server.sent(), hasSize(2));
        assertThat(waiter.asked(), is(empty()));
    }

    @Test
    void theOpeningRequestCarriesNoSessionAndTakesBothForms() {
        openSession();
        Headers headers = server.sent(Purpose.OPENING).get(0).headers();
        assertThat(headers.has("mcp-session-id"), is(false));
        assertThat(headers.has("mcp-protocol-version"), is(false));
        assertThat(headers.first("accept").orElseThrow(), is("application/json, text/event-stream"));
        assertThat(headers.first("content-type").orElseThrow(), is("application/json"));
    }

    @Test
    void theClientNamesTheScenario() {
        openSession();
        assertThat(
                ScriptedEndpoint.json(server.sent(Purpose.OPENING).get(0))
                        .path("params")
                        .path("clientInfo")
                        .path("name")
                        .asString(),
                is("session-survival/One restart is survived"));
    }

    @Test
    void theClientsNameIsAsciiAndBounded() {
        String label = OpeningRequest.label("Ünï\n\"" + "x".repeat(500));
        assertThat(label.length(), is(80));
        assertThat(label.substring(0, 5), is("?n??\""));
    }

    @Test
    void theConfirmationCarriesTheSessionAndTheAgreedRevision() {
        openSession();
        Endpoint.Outgoing confirmation = server.sent(Purpose.CONFIRMATION).get(0);
        assertThat(confirmation.headers().sessionId(), is(Optional.of(new SessionId(ID))));
        assertThat(confirmation.headers().first("mcp-protocol-version"), is(Optional.of("2025-11-25")));
        assertThat(confirmation.body().text(), containsString("notifications/initialized"));
        assertThat(ScriptedEndpoint.json(confirmation).has("id"), is(false));
    }

    @Test
    void theOldestRevisionHasNoVersionHeader() {
        server.answers(Purpose.OPENING, opens(ID)).answers(Purpose.ENDING, Reply.of(200, ""));
        confirms();
        Session session = client.open(Revision.R2025_03_26).session().orElseThrow();
        client.end(session);
        assertThat(server.sent().stream().anyMatch(o -> o.headers().has("mcp-protocol-version")), is(false));
    }

    @Test
    void anOpeningAnsweredAsAStreamIsReadAlike() {
        server.answers(Purpose.OPENING, (Script) o -> Reply.stream(
                        "",
                        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{}}",
                        ScriptedEndpoint.initializeResult(o, "2025-06-18", "{}"))
                .naming(ID));
        confirms();
        Opening opening = client.open(LATEST);
        assertThat(opening.session().orElseThrow().revision(), is(Revision.R2025_06_18));
        assertThat(server.sent().get(0).reading(), instanceOf(Endpoint.Reading.UntilResponse.class));
    }

    @Test
    void anUnconfirmedOpeningSendsNoConfirmation() {
        server.answers(Purpose.OPENING, opens(ID));
        Opening opening = client.openUnconfirmed(LATEST);
        assertThat(opening.isOpen(), is(true));
        assertThat(opening.confirmation(), is(Optional.empty()));
        assertThat(server.sent(), hasSize(1));
    }

    @Test
    void aServerWithoutSessionsIsOpenedWithoutAnId() {
        server.answers(
                Purpose.OPENING, (Script) o -> Reply.of(200, ScriptedEndpoint.initializeResult(o, "2025-11-25", "{}")));
        confirms();
        Session session = client.open(LATEST).session().orElseThrow();
        assertThat(session.id(), is(Optional.empty()));
        assertThat(server.sent(Purpose.CONFIRMATION).get(0).headers().has("mcp-session-id"), is(false));
    }

    @Test
    void twoOpeningsUseDifferentRequestIds() {
        server.answers(Purpose.OPENING, opens("session-one"), opens("session-two"));
        confirms();
        client.open(LATEST);
        client.open(LATEST);
        List<Endpoint.Outgoing> sent = server.sent(Purpose.OPENING);
        assertThat(ScriptedEndpoint.id(sent.get(0)), is(not(ScriptedEndpoint.id(sent.get(1)))));
        assertThat(sent.get(1).headers().has("mcp-session-id"), is(false));
    }

    // Restarts.

    @Test
    void oneRestartIsSurvived() {
        server.answers(Purpose.OPENING, script(Reply.restart("2")), opens(ID));
        confirms();
        Opening opening = client.open(LATEST);
        assertThat(opening.isOpen(), is(true));
        assertThat(opening.attempts(), hasSize(2));
        assertThat(opening.attempts().get(0).restartAnswer(), is(true));
        assertThat(opening.attempts().get(0).advertised().delay(), is(Optional.of(Duration.ofSeconds(2))));
        assertThat(opening.attempts().get(1).restartAnswer(), is(false));
        assertThat(opening.attempts().get(1).waited(), is(Optional.empty()));
    }

    @Test
    void everyAttemptCarriesTheIdenticalRequest() {
        server.answers(Purpose.OPENING, script(Reply.restart("0")), script(Reply.restart("0")), opens(ID));
        confirms();
        client.open(LATEST);
        List<Endpoint.Outgoing> sent = server.sent(Purpose.OPENING);
        assertThat(sent, hasSize(3));
        assertThat(sent.stream().map(Endpoint.Outgoing::body).distinct().toList(), hasSize(1));
        assertThat(sent.stream().map(Endpoint.Outgoing::headers).distinct().toList(), hasSize(1));
        assertThat(sent.stream().anyMatch(o -> o.headers().has("mcp-session-id")), is(false));
    }

    @Test
    void eachWaitIsThatOfItsOwnAnswer() {
        server.answers(
                Purpose.OPENING,
                script(Reply.restart("1")),
                script(Reply.restart("5")),
                script(Reply.restart()),
                opens(ID));
        confirms();
        Opening opening = client.open(LATEST);
        assertThat(waiter.asked(), contains(Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(2)));
        assertThat(
                opening.attempts().get(1).waited().orElseThrow(),
                is(new Attempt.Wait(Duration.ofSeconds(5), Duration.ofSeconds(5))));
    }

    @Test
    void theWaitBeginsAfterReceiptHoweverSlowTheAnswerWas() {
        Script slowRestart = o -> {
            clock.pass(Duration.ofSeconds(9));
            return Reply.restart("2");
        };
        server.answers(Purpose.OPENING, slowRestart, opens(ID));
        confirms();
        Opening opening = client.open(LATEST);
        Exchange first = opening.attempts().get(0).exchange();
        Exchange second = opening.attempts().get(1).exchange();
        assertThat(waiter.asked(), contains(Duration.ofSeconds(2)));
        assertThat(second.timing().sent().minus(first.timing().ended()), is(Duration.ofSeconds(2)));
    }

    @Test
    void sevenRestartsAreSurvived() {
        Script[] replies = new Script[8];
        Arrays.fill(replies, script(Reply.restart("2")));
        replies[7] = opens(ID);
        server.answers(Purpose.OPENING, replies);
        confirms();
        assertThat(client.open(LATEST).isOpen(), is(true));
        assertThat(server.sent(Purpose.OPENING), hasSize(8));
    }

    @Test
    void theEighthRestartAnswerIsFinalAndNotWaitedFor() {
        server.answers(Purpose.OPENING, Reply.restart("2"));
        Opening opening = client.open(LATEST);
        assertThat(opening.isOpen(), is(false));
        assertThat(opening.attempts(), hasSize(8));
        assertThat(waiter.asked(), hasSize(7));
        assertThat(opening.failure().orElseThrow(), containsString("8 attempts (exchange 8)"));
        assertThat(opening.lastExchange().number(), is(8));
    }

    @Test
    void aDelayBeyondTheCeilingEndsTheOpeningAtOnce() {
        server.answers(Purpose.OPENING, Reply.restart("3600"));
        Opening opening = client.open(LATEST);
        assertThat(opening.attempts(), hasSize(1));
        assertThat(waiter.asked(), is(empty()));
        assertThat(
                opening.failure().orElseThrow(),
                containsString("asks to wait 3600 s, more than the 30 s allowed (limits.max-wait) (exchange 1)"));
    }

    @Test
    void aLookAlikeIsFinal() {
        server.answers(
                Purpose.OPENING,
                Reply.of(503, ScriptedEndpoint.RESTART_BODY.replace("-32001", "-32603"))
                        .with("Retry-After", "2"));
        Opening opening = client.open(LATEST);
        assertThat(opening.attempts(), hasSize(1));
        assertThat(opening.attempts().get(0).restartAnswer(), is(false));
        assertThat(opening.failure().orElseThrow(), containsString("error code is -32603"));
    }

    @Test
    void withoutAContractTheRestartAnswerIsAnAnswerLikeAnyOther() {
        server.answers(Purpose.OPENING, Reply.restart("2"));
        Opening opening = client(Optional.empty(), "any", Optional.empty()).open(LATEST);
        assertThat(opening.attempts(), hasSize(1));
        assertThat(opening.attempts().get(0).restartAnswer(), is(false));
    }

    @Test
    void anInterruptedWaitEndsTheOpeningCleanly() {
        server.answers(Purpose.OPENING, Reply.restart("2"));
        waiter.interruptWaits();
        Opening opening = client.open(LATEST);
        assertThat(Thread.interrupted(), is(true));
        assertThat(opening.attempts(), hasSize(1));
        assertThat(opening.attempts().get(0).waited(), is(Optional.empty()));
        assertThat(opening.failure().orElseThrow(), containsString("ended during the wait"));
    }

    @Test
    void aRestartAnswerMayLeaveASessionThatNobodyCanName() {
        server.answers(Purpose.OPENING, script(Reply.restart("0")), opens(ID));
        confirms();
        client.open(LATEST);
        assertThat(ledger.possiblyLeftBehind(), hasSize(1));
        ledger.unnamedReclaimed(caller);
        assertThat(ledger.possiblyLeftBehind(), is(empty()));
    }

    // Ids.

    @Test
    void anIdBesideTheRestartAnswerIsNotedAndNeverAdopted() {
        server.answers(Purpose.OPENING, script(Reply.restart("2").naming(ID)), opens("another-session"));
        Opening opening = client.open(LATEST);
        assertThat(opening.isOpen(), is(false));
        assertThat(opening.attempts(), hasSize(1));
        assertThat(ledger.notedBy("One restart is survived"), contains(new SessionId(ID)));
        confirms();
        client.open(LATEST);
        assertThat(server.sent(Purpose.OPENING).get(1).headers().has("mcp-session-id"), is(false));
    }

    @ParameterizedTest
    @ValueSource(ints = {201, 400, 401, 404, 500, 503})
    void anIdBesideAnyOtherStatusIsNotedAndNeverAdopted(int status) {
        server.answers(Purpose.OPENING, (Script)
                o -> Reply.of(status, ScriptedEndpoint.initializeResult(o, "2025-11-25", "{}"))
                        .naming(ID));
        Opening opening = client.open(LATEST);
        assertThat(opening.isOpen(), is(false));
        assertThat(opening.attempts(), hasSize(1));
        assertThat(opening.failure().orElseThrow(), containsString("status " + status));
        assertThat(ledger.notedBy("One restart is survived"), hasSize(1));
        assertThat(server.sent(Purpose.CONFIRMATION), is(empty()));

        server.answers(Purpose.CLEAN_UP_ENDING, Reply.of(204, ""));
        server.answers(Purpose.CLEAN_UP_CHECK, Reply.of(404, ""));
        ledger.endAllOf("One restart is survived", log);
        assertThat(
                "VER-08: it is ended, and not left to time out",
                server.sent(Purpose.CLEAN_UP_ENDING).get(0).headers().first("mcp-session-id"),
                is(Optional.of(ID)));
    }

    /** A cancelled opening may have opened a session that nobody ends (INIT-11). */
    @ParameterizedTest
    @EnumSource(
            value = WireFault.Kind.class,
            names = {"LOST", "NO_HEADERS", "BODY_SILENT", "LOST_IN_BODY"})
    void anOpeningThatGetsNoAnswerIsDroppedAndNeverCancelled(WireFault.Kind kind) {
        server.answers(Purpose.OPENING, Reply.none(kind));

        client.open(LATEST);

        assertThat(server.sent().stream().map(Endpoint.Outgoing::purpose).toList(), contains(Purpose.OPENING));
    }

    @Test
    void aSessionIsNotedBeforeItsBodyIsRead() {
        List<Integer> notedInBetween = new ArrayList<>();
        server.answers(Purpose.OPENING, Reply.of(200, "").naming(ID).broken(WireFault.Kind.BODY_SILENT));
        server.afterHeaders(o ->
                notedInBetween.add(ledger.notedBy("One restart is survived").size()));
        Opening opening = client.open(LATEST);
        assertThat(notedInBetween, contains(1));
        assertThat(opening.failure().orElseThrow(), containsString("the body fell silent (exchange 1)"));
    }

    @Test
    void anEmptyIdIsNoId() {
        server.answers(Purpose.OPENING, script(Reply.restart("2").naming("")), opens(ID));
        confirms();
        assertThat(client.open(LATEST).isOpen(), is(true));
        assertThat(ledger.notedBy("One restart is survived"), hasSize(1));
    }

    @Test
    void anIdThatARefusalEchoesIsNotNoted() {
        server.answers(Purpose.OTHER, Reply.of(404, "").naming("someone-elses-id"));
        client.raw(
                Purpose.OTHER,
                "DELETE",
                Optional.of(new SessionId("someone-elses-id")),
                Optional.empty(),
                Headers.NONE,
                Body.EMPTY);
        assertThat(ledger.notedBy("One restart is survived"), is(empty()));
    }

    @Test
    void anIdThatASuccessEchoesIsNoted() {
        server.answers(Purpose.OTHER, Reply.of(200, "{}").naming("an-id-of-our-own"));
        client.raw(
                Purpose.OTHER,
                "POST",
                Optional.of(new SessionId("an-id-of-our-own")),
                Optional.empty(),
                Headers.NONE,
                Body.of("{}"));
        assertThat(ledger.notedBy("One restart is survived"), hasSize(1));
    }

    // Openings that are none.

    @Test
    void anErrorUnderStatus200IsNoOpening() {
        server.answers(Purpose.OPENING, (Script) o -> Reply.of(
                        200,
                        "{\"jsonrpc\":\"2.0\",\"id\":" + ScriptedEndpoint.id(o)
                                + ",\"error\":{\"code\":-32603,\"message\":\"backend died\"}}")
                .naming(ID));
        Opening opening = client.open(LATEST);
        assertThat(opening.isOpen(), is(false));
        assertThat(opening.failure().orElseThrow(), containsString("status 200, but no result: error -32603"));
        assertThat(ledger.notedBy("One restart is survived"), hasSize(1));
    }

    @Test
    void aResultForAnotherRequestIsNoOpening() {
        server.answers(
                Purpose.OPENING,
                Reply.of(200, "{\"jsonrpc\":\"2.0\",\"id\":999,\"result\":{\"protocolVersion\":\"2025-11-25\"}}")
                        .naming(ID));
        assertThat(client.open(LATEST).isOpen(), is(false));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"protocolVersion\":20251125}", "null", "[]"})
    void aResultWithoutAProtocolVersionIsNoOpening(String result) {
        server.answers(Purpose.OPENING, (Script)
                o -> Reply.of(200, ScriptedEndpoint.result(o, result)).naming(ID));
        assertThat(client.open(LATEST).failure().orElseThrow(), containsString("no protocol version (exchange 1)"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<html>", "null", "{", "[{}]"})
    void anUnreadableBodyUnderStatus200IsNoOpening(String body) {
        server.answers(Purpose.OPENING, Reply.of(200, body).naming(ID));
        Opening opening = client.open(LATEST);
        assertThat(opening.isOpen(), is(false));
        assertThat(opening.attempts(), hasSize(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1900-01-01", "2026-07-28", "2024-11-05", "newest"})
    void aRevisionTheClientDoesNotSpeakIsNoOpeningButTheSessionIsNoted(String version) {
        server.answers(Purpose.OPENING, (Script) o -> Reply.of(200, ScriptedEndpoint.initializeResult(o, version, "{}"))
                .naming(ID));
        Opening opening = client.open(LATEST);
        assertThat(opening.failure().orElseThrow(), containsString("does not speak the revision " + version));
        assertThat(ledger.notedBy("One restart is survived"), hasSize(1));
        assertThat(server.sent(Purpose.CONFIRMATION), is(empty()));
    }

    @ParameterizedTest
    @EnumSource(WireFault.Kind.class)
    void aFaultOfTheWireEndsTheOpeningAfterOneAttempt(WireFault.Kind kind) {
        server.answers(Purpose.OPENING, Reply.none(kind));
        Opening opening = client.open(LATEST);
        assertThat(opening.attempts(), hasSize(1));
        assertThat(opening.failure().orElseThrow(), containsString(kind.inWords()));
    }

    @ParameterizedTest
    @EnumSource(
            value = WireFault.Kind.class,
            names = {"LOST", "LOST_IN_HEADERS", "NO_HEADERS", "HEADERS_TOO_LARGE", "NOT_HTTP"})
    void aCutOpeningMayHaveLeftASession(WireFault.Kind kind) {
        server.answers(Purpose.OPENING, Reply.none(kind));
        client.sendOpeningOnce(LATEST);
        assertThat(ledger.possiblyLeftBehind(), hasSize(1));
        assertThat(ledger.possiblyLeftBehind().get(0), containsString("One restart is survived, exchange 1"));
    }

    @ParameterizedTest
    @EnumSource(
            value = WireFault.Kind.class,
            names = {"REFUSED", "UNKNOWN_HOST", "CONNECT_TIMEOUT", "TLS"})
    void anOpeningThatNeverLeftLeavesNothing(WireFault.Kind kind) {
        server.answers(Purpose.OPENING, Reply.none(kind));
        client.open(LATEST);
        assertThat(ledger.possiblyLeftBehind(), is(empty()));
    }

    @Test
    void whatAServerEchoesIsRedacted() {
        redaction.hide(Secret.of("bearer-of-main"));
        server.answers(
                Purpose.OPENING,
                Reply.of(503, ScriptedEndpoint.RESTART_BODY.replace("MCP session", "no bearer-of-main here")));
        assertThat(client.open(LATEST).failure().orElseThrow(), not(containsString("bearer-of-main")));
    }

    // The confirmation.

    @ParameterizedTest
    @ValueSource(ints = {200, 202, 204})
    void anySuccessConfirmsTheSession(int status) {
        server.answers(Purpose.OPENING, opens(ID)).answers(Purpose.CONFIRMATION, Reply.of(status, ""));
        Opening opening = client.open(LATEST);
        assertThat(opening.isOpen(), is(true));
        assertThat(opening.confirmation().orElseThrow().status(), is(status));
    }

    @ParameterizedTest
    @ValueSource(ints = {307, 400, 404, 500, 503})
    void aRefusedConfirmationLeavesTheHandshakeUnfinishedAndTheSessionNoted(int status) {
        server.answers(Purpose.OPENING, opens(ID)).answers(Purpose.CONFIRMATION, Reply.of(status, ""));
        Opening opening = client.open(LATEST);
        assertThat(opening.isOpen(), is(false));
        assertThat(opening.failure().orElseThrow(), containsString("not accepted: " + status + " (exchange 2)"));
        assertThat(ledger.notedBy("One restart is survived"), hasSize(1));
    }

    @Test
    void aConfirmationIsNeverSentAgainByItself() {
        server.answers(Purpose.OPENING, opens(ID)).answers(Purpose.CONFIRMATION, Reply.restart("2"));
        Opening opening = client.open(LATEST);
        assertThat(server.sent(Purpose.CONFIRMATION), hasSize(1));
        assertThat(opening.failure().orElseThrow(), containsString("the restart answer"));
    }

    // Requests of a session.

    @Test
    void requestsCarrySessionRevisionAndAFreshId() {
        Session session = openSession();
        server.answers(Purpose.PING, works());
        client.request(session, Purpose.PING, "ping", "{}");
        client.request(session, Purpose.PING, "ping", "{}");
        List<Endpoint.Outgoing> pings = server.sent(Purpose.PING);
        assertThat(
                pings.stream()
                        .map(o -> o.headers().first("mcp-session-id").orElseThrow())
                        .toList(),
                everyItem(is(ID)));
        assertThat(pings.get(0).headers().first("mcp-protocol-version"), is(Optional.of("2025-11-25")));
        assertThat(ScriptedEndpoint.id(pings.get(0)), is(not(ScriptedEndpoint.id(pings.get(1)))));
    }

    /** Whoever matches answers by number would take one request's answer for another's (RPC-06, BATCH-02). */
    @Test
    void everyRequestIsOneMessageWithANumberOfItsOwn() throws InterruptedException {
        Session session = openSession();
        server.answers(Purpose.PING, works());
        server.answers(Purpose.PROBE, works());
        server.answers(Purpose.TOOL_CALL, works());
        client.request(session, Purpose.PING, "ping", "{}");
        client.probe(session);
        client.requestToTheEnd(session, Purpose.TOOL_CALL, "tools/call", "{}");
        client.probe(session);
        List<JsonNode> messages =
                server.sent().stream().map(ScriptedEndpoint::json).toList();

        assertThat(messages.stream().allMatch(JsonNode::isObject), is(true));
        List<String> numbers = messages.stream()
                .filter(m -> m.has("id"))
                .map(m -> m.get("id").toString())
                .toList();
        assertThat(numbers, hasSize(5));
        assertThat(numbers.stream().distinct().toList(), hasSize(5));
        assertThat(numbers, everyItem(matchesPattern("\\d+")));
    }

    /** The first message a server sees is the opening; what follows waits for its answer (INIT-06). */
    @Test
    void nothingIsSentBeforeTheOpeningIsAnswered() {
        server.answers(Purpose.OPENING, o -> {
            assertThat(server.sent(), hasSize(1));
            return opens(ID).apply(o);
        });
        confirms();

        assertThat(client.open(LATEST).isOpen(), is(true));
        assertThat(
                server.sent().stream().map(Endpoint.Outgoing::purpose).toList(),
                contains(Purpose.OPENING, Purpose.CONFIRMATION));
    }

    /** A POST that takes one form only is refused by some servers and answered in the other by some (POST-02, GET-02). */
    @Test
    void whatAnAnswerMayBeIsSaidEachTime() throws InterruptedException {
        Session session = openSession();
        server.answers(Purpose.PROBE, works());
        server.answers(Purpose.STREAM, Reply.stream("{}"));
        client.probe(session);
        client.resume(session, stream(""), "7", new Endpoint.Reading.UntilResponse("1"));
        client.raw(Purpose.STREAM, "GET", session.id(), Optional.empty(), Headers.NONE, Body.EMPTY);

        for (Endpoint.Outgoing sent : server.sent()) {
            assertThat(
                    sent.purpose().toString(),
                    sent.headers().first("Accept"),
                    is(Optional.of(
                            sent.method().equals("GET")
                                    ? "text/event-stream"
                                    : "application/json, text/event-stream")));
        }
    }

    @Test
    void aStreamIsResumedByItsLastEventAfterThePauseThatItAskedFor() throws InterruptedException {
        Session session = openSession();
        server.answers(Purpose.STREAM, Reply.stream("{}"));

        client.resume(
                session,
                stream("retry: 100\nid: 1\ndata:\n\nretry: 1500\nid: 2\n"),
                "1",
                new Endpoint.Reading.UntilResponse("3"));

        assertThat(waiter.asked(), contains(Duration.ofMillis(1500)));
        Endpoint.Outgoing resumed = server.sent(Purpose.STREAM).get(0);
        assertThat(resumed.method(), is("GET"));
        assertThat(resumed.headers().first("Last-Event-ID"), is(Optional.of("1")));
        assertThat(resumed.headers().first("mcp-session-id"), is(Optional.of(ID)));
    }

    @Test
    void aStreamThatAsksForTooLongAPauseIsNotResumed() throws InterruptedException {
        Session session = openSession();

        assertThat(
                client.resume(session, stream("retry: 30001\n\n"), "1", new Endpoint.Reading.UntilResponse("3")),
                is(Optional.empty()));

        assertThat(server.sent(Purpose.STREAM), is(empty()));
    }

    private Exchange stream(String body) {
        Exchange opening = log.all().get(0);
        return new Exchange(
                opening.number(),
                Purpose.TOOL_CALL,
                opening.caller(),
                opening.request(),
                Optional.of(new Exchange.Answer(
                        200,
                        Headers.NONE.with("Content-Type", "text/event-stream"),
                        Body.of(body),
                        ServerSentEvents.all(Body.of(body)))),
                Optional.empty(),
                opening.timing());
    }

    /** The id of a session that is gone is of no use in an opening (SESS-08). */
    @Test
    void afterASessionIsGoneTheNextOpeningNamesNone() {
        Session session = openSession();
        server.answers(Purpose.PROBE, Reply.of(404, ""));
        client.probe(session);

        assertThat(client.open(LATEST).isOpen(), is(true));
        assertThat(server.sent(Purpose.OPENING).get(1).headers().has("mcp-session-id"), is(false));
    }

    /** One of several requests that are on their way is none of the others (SSE-11). */
    @Test
    void requestsSideBySideInOneSessionHaveNumbersOfTheirOwn() throws Exception {
        Session session = openSession();
        server.answers(Purpose.PING, works());
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            List<Future<Exchange>> pings = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                pings.add(threads.submit(() -> client.request(session, Purpose.PING, "ping", "{}")));
            }
            for (Future<Exchange> ping : pings) {
                assertThat(ping.get(20, TimeUnit.SECONDS).status(), is(200));
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(
                server.sent(Purpose.PING).stream()
                        .map(ScriptedEndpoint::id)
                        .distinct()
                        .count(),
                is(30L));
    }

    @Test
    void aRequestIsNeverSentAgainByItself() {
        Session session = openSession();
        server.answers(Purpose.TOOL_CALL, Reply.restart("2"));
        client.request(session, Purpose.TOOL_CALL, "tools/call", "{\"name\":\"count\"}");
        assertThat(server.sent(Purpose.TOOL_CALL), hasSize(1));
    }

    @Test
    void theProbeIsTheFirstListThatTheServerDeclares() {
        Session session = openSession();
        server.answers(Purpose.PROBE, works());
        client.probe(session);
        assertThat(
                ScriptedEndpoint.json(server.sent(Purpose.PROBE).get(0))
                        .path("method")
                        .asString(),
                is("tools/list"));
        assertThat(client.probeOf(session).isWeak(), is(false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{\"prompts\":{},\"resources\":{}}|resources/list", "{\"prompts\":{}}|prompts/list", "{}|ping"})
    void theProbeFallsBackInOrder(String row) {
        String[] parts = row.split("\\|");
        server.answers(Purpose.OPENING, (Script)
                o -> Reply.of(200, ScriptedEndpoint.initializeResult(o, "2025-11-25", parts[0]))
                        .naming(ID));
        confirms();
        Session session = client.open(LATEST).session().orElseThrow();
        assertThat(client.probeOf(session).method(), is(parts[1]));
        assertThat(client.probeOf(session).isWeak(), is(parts[1].equals("ping")));
    }

    @Test
    void theTargetsOwnProbeComesFirst() {
        Session session = openSession();
        server.answers(Purpose.PROBE, works());
        client(Optional.empty(), "any", Optional.of(new Probe("resources/read", "{\"uri\":\"a:b\"}")))
                .probe(session);
        assertThat(
                server.sent(Purpose.PROBE).get(0).body().text(),
                containsString("\"method\":\"resources/read\",\"params\":{\"uri\":\"a:b\"}"));
    }

    @Test
    void anExplicitEndingIsToldToTheLedgerWhenItIsAccepted() {
        Session session = openSession();
        server.answers(Purpose.ENDING, Reply.of(204, "")).answers(Purpose.CLEAN_UP_CHECK, Reply.of(404, ""));
        client.end(session);
        assertThat(server.sent(Purpose.ENDING).get(0).method(), is("DELETE"));
        assertThat(ledger.endAllOf("One restart is survived").get(0).outcome(), is(Receipt.Outcome.ENDED_BY_SCENARIO));
    }

    @Test
    void aRawRequestSaysWhatItWasToldTo() {
        server.answers(Purpose.OTHER, Reply.of(400, ""));
        client.raw(
                Purpose.OTHER,
                "POST",
                Optional.empty(),
                Optional.of(new Revision("1900-01-01")),
                Headers.NONE.with("ACCEPT", "text/plain"),
                Body.of("{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"ping\"}"));
        Endpoint.Outgoing raw = server.sent(Purpose.OTHER).get(0);
        assertThat(raw.headers().all("accept"), contains("text/plain"));
        assertThat(raw.headers().first("mcp-protocol-version"), is(Optional.of("1900-01-01")));
        assertThat(raw.headers().has("mcp-session-id"), is(false));
        assertThat(raw.reading(), is(new Endpoint.Reading.UntilResponse("\"x\"")));
    }

    @Test
    void aRawStreamRequestReadsTheHeadersOnly() {
        server.answers(Purpose.STREAM, Reply.of(200, ""));
        client.raw(Purpose.STREAM, "GET", Optional.of(new SessionId(ID)), Optional.empty(), Headers.NONE, Body.EMPTY);
        assertThat(server.sent(Purpose.STREAM).get(0).reading(), is(new Endpoint.Reading.HeadersOnly()));
        assertThat(server.sent(Purpose.STREAM).get(0).headers().first("accept"), is(Optional.of("text/event-stream")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{broken", "[]", "7", "null", "{\"id\":null,\"method\":\"x\"}", "{\"id\":1}"})
    void aRawBodyNeedNotBeARequest(String body) {
        server.answers(Purpose.OTHER, Reply.of(400, ""));
        client.raw(Purpose.OTHER, "POST", Optional.empty(), Optional.empty(), Headers.NONE, Body.of(body));
        assertThat(server.sent(Purpose.OTHER).get(0).reading(), is(new Endpoint.Reading.Whole()));
    }

    // The end of a run.

    @Test
    void nothingIsOpenedOnceOpeningsAreBarred() {
        ledger.barOpenings();
        Opening opening = client.open(LATEST);
        assertThat(opening.isOpen(), is(false));
        assertThat(opening.attempts(), is(empty()));
        assertThat(opening.failure().orElseThrow(), containsString("the run is being ended"));
        assertThat(server.sent(), is(empty()));
        assertThrows(OpeningsBarred.class, () -> client.sendOpeningOnce(LATEST));
        assertThrows(OpeningsBarred.class, opening::lastExchange);
    }

    @Test
    void anOpeningThatWaitsWhenOpeningsAreBarredIsNotSentAgain() {
        Script restartThenBar = o -> {
            ledger.barOpenings();
            return Reply.restart("2");
        };
        server.answers(Purpose.OPENING, restartThenBar, opens(ID));
        Opening opening = client.open(LATEST);
        assertThat(opening.attempts(), hasSize(1));
        assertThat(server.sent(Purpose.OPENING), hasSize(1));
        assertThat(opening.failure().orElseThrow(), containsString("the run is being ended"));
    }
}
