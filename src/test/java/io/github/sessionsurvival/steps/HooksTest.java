package io.github.sessionsurvival.steps;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.not;

import io.cucumber.core.feature.FeatureParser;
import io.cucumber.core.options.RuntimeOptionsBuilder;
import io.cucumber.core.resource.Resource;
import io.cucumber.core.runtime.Runtime;
import io.cucumber.plugin.ConcurrentEventListener;
import io.cucumber.plugin.event.EmbedEvent;
import io.cucumber.plugin.event.EventPublisher;
import io.cucumber.plugin.event.Result;
import io.cucumber.plugin.event.Status;
import io.cucumber.plugin.event.TestCaseFinished;
import io.github.sessionsurvival.client.JournalFolder;
import io.github.sessionsurvival.client.JournalHeader;
import io.github.sessionsurvival.client.JournalledLedger;
import io.github.sessionsurvival.client.Pace;
import io.github.sessionsurvival.client.PacedEndpoint;
import io.github.sessionsurvival.client.Recognition;
import io.github.sessionsurvival.client.RetryPolicy;
import io.github.sessionsurvival.client.RunClock;
import io.github.sessionsurvival.target.NoLever;
import io.github.sessionsurvival.target.Target;
import io.github.sessionsurvival.verdict.Evidence;
import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.Redaction;
import io.github.sessionsurvival.wire.Revision;
import io.github.sessionsurvival.wire.Secret;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What happens around a scenario, on a server without a network. */
@ResourceLock("CurrentRun")
class HooksTest {

    private static final String BEARER = "hush-hush-hush";

    @TempDir
    Path journals;

    private final List<String> attached = new ArrayList<>();
    private JournalledLedger ledger;

    @AfterEach
    void endTheRun() {
        CurrentRun.end();
    }

    @Test
    void endsTheSessionOfAScenarioThatPasses() throws IOException {
        PretendedServer server = new PretendedServer(true, true);
        Result result =
                run(server, "http://127.0.0.1:1/mcp", "@PING-01 @opens", "it is answered with nothing but its number");
        assertThat(result.getStatus(), equalTo(Status.PASSED));
        assertThat(server.requests(), greaterThan(0));
        assertThat(server.liveSessions(), equalTo(0));
    }

    @Test
    void endsTheSessionOfAScenarioThatFailsAndLeavesItsVerdictAlone() throws IOException {
        PretendedServer server = new PretendedServer(true, false);
        Result result =
                run(server, "http://127.0.0.1:1/mcp", "@PING-01 @opens", "it is answered with nothing but its number");
        assertThat(result.getStatus(), equalTo(Status.FAILED));
        assertThat(
                result.getError().getMessage(),
                equalTo("PING-01: expected the ping to be answered with an empty result, was 500 (exchange 3)"));
        assertThat(server.liveSessions(), equalTo(0));
    }

    @Test
    void attachesWhatWasSentWithoutTheBearer() throws IOException {
        run(
                new PretendedServer(true, true),
                "http://127.0.0.1:1/mcp",
                "@PING-01 @opens",
                "it is answered with nothing but its number");
        String all = String.join("\n", attached);
        assertThat(all, containsString("\"purpose\":\"opening request\""));
        assertThat(all, containsString("\"outcome\":\"ended\""));
        assertThat(all, not(containsString(BEARER)));
        assertThat(all, not(containsString("pretended-session-1\"")));
    }

    @Test
    void leavesOutWhatTheLeverCannotDo() throws IOException {
        PretendedServer server = new PretendedServer(true, true);
        Result result = run(
                server,
                "http://127.0.0.1:1/mcp",
                "@PING-02 @disturbs @needs-restart-in-flight",
                "it is answered with nothing but its number");
        assertThat(result.getStatus(), equalTo(Status.SKIPPED));
        assertThat(result.getError().getMessage(), equalTo("this target declares no lever for restart-in-flight"));
        assertThat(result.getError() instanceof NotApplicable, is(true));
        assertThat(server.requests(), equalTo(0));
    }

    @Test
    void leavesOutWhatAServerWithoutSessionsCannotShow() throws IOException {
        Result result = run(
                new PretendedServer(false, true),
                "http://127.0.0.1:1/mcp",
                "@PING-01 @opens @needs-sessions",
                "it is answered with nothing but its number");
        assertThat(result.getError() instanceof NotApplicable, is(true));
        assertThat(result.getError().getMessage(), equalTo("this server issues no session ids"));
    }

    @Test
    void disturbsNoServerOnAnotherMachine() throws IOException {
        PretendedServer server = new PretendedServer(true, true);
        Result result = run(
                server, "https://mcp.example/mcp", "@PING-01 @disturbs", "it is answered with nothing but its number");
        assertThat(result.getError() instanceof NotRun, is(true));
        assertThat(server.requests(), equalTo(0));
    }

    /** Such servers count openings. */
    @Test
    void letsObservingScenariosShareOneSessionOfAServerOnAnotherMachine() throws IOException {
        PretendedServer server = new PretendedServer(true, true);
        begin(server, "https://mcp.example/mcp");
        for (int i = 0; i < 3; i++) {
            assertThat(
                    carryOut("@PING-01 @observes", "it is answered with nothing but its number")
                            .getStatus(),
                    equalTo(Status.PASSED));
        }
        assertThat(ledger.notedBy(SharedSession.LABEL).size(), equalTo(1));
        assertThat(server.liveSessions(), equalTo(1));
        ledger.endEverything(Duration.ofSeconds(30));
        assertThat(server.liveSessions(), equalTo(0));
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 404})
    void opensTheSharedSessionAgainWhereItHasDied(int unknown) throws IOException {
        PretendedServer server = new PretendedServer(true, true, unknown);
        begin(server, "https://mcp.example/mcp");
        carryOut("@PING-01 @observes", "it is answered with nothing but its number");
        server.forgetAll();
        Result again = carryOut("@PING-01 @observes", "it is answered with nothing but its number");
        assertThat(String.valueOf(again.getError()), again.getStatus(), equalTo(Status.PASSED));
        assertThat(ledger.notedBy(SharedSession.LABEL).size(), equalTo(2));
    }

    @Test
    void givesEveryScenarioASessionOfItsOwnOnThisMachine() throws IOException {
        PretendedServer server = new PretendedServer(true, true);
        run(server, "http://127.0.0.1:1/mcp", "@PING-01 @observes", "it is answered with nothing but its number");
        assertThat(ledger.notedBy(SharedSession.LABEL).size(), equalTo(0));
        assertThat(server.liveSessions(), equalTo(0));
    }

    /** The request was sent again since the server asked for it: that is no second confirmation. */
    @Test
    void countsNoRefusedRequestAsTheClientsConduct() throws IOException {
        PretendedServer server = new PretendedServer(true, true);
        server.refuseOneConfirmation();
        begin(server, "http://127.0.0.1:1/mcp");
        Result result = carryOut("@INIT-03 @opens", "the client sent the confirmation 1 time");
        assertThat(String.valueOf(result.getError()), result.getStatus(), equalTo(Status.PASSED));
    }

    @Test
    void beginsNoScenarioOnceTheRunIsBeingEnded() throws IOException {
        PretendedServer server = new PretendedServer(true, true);
        begin(server, "http://127.0.0.1:1/mcp");
        ledger.barOpenings();
        Result result = carryOut("@PING-01 @opens", "it is answered with nothing but its number");
        assertThat(result.getError() instanceof NotRun, is(true));
        assertThat(server.requests(), equalTo(0));
    }

    /** One fault is told once: a server that serves what it should refuse breaks one requirement and not two. */
    @Test
    void asksNothingOfARefusalThatNeverCame() throws IOException {
        Result result = run(
                new PretendedServer(true, true),
                "http://127.0.0.1:1/mcp",
                "@SEC-05 @opens",
                "it is refused by an answer that names no request");
        assertThat(result.getError() instanceof NotApplicable, is(true));
        assertThat(
                result.getError().getMessage(),
                equalTo("this server did not refuse it, so no refusal names a request"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2025-11-25 |
            2025-03-26 | VER-03: expected the latest revision that the server speaks to be offered, was 2025-03-26, \
            and it speaks 2025-06-18 too (exchange 2)
            2025-06-18 | VER-03: expected the latest revision that the server speaks to be offered, was 2025-06-18, \
            and it speaks 2025-11-25 too (exchange 2)
            1900-01-01 | the server agreed to the revision that was asked for, and offered no other
            """)
    void findsTheRevisionThatAServerCouldHaveOffered(String offered, String failure) throws IOException {
        PretendedServer server = new PretendedServer(true, true);
        server.offer(offered);
        begin(server, "http://127.0.0.1:1/mcp");

        Result result = carryOut(
                "@VER-03 @opens",
                "a client that asks for revision 1900-01-01",
                "the client sends the opening request once",
                "the server offers the latest revision that it speaks");

        assertThat(
                Optional.ofNullable(result.getError()).map(Throwable::getMessage),
                equalTo(Optional.ofNullable(failure)));
        assertThat(server.liveSessions(), equalTo(0));
    }

    /** Told as a number alone, nobody could see what the eighth client met. */
    @Test
    void keepsTheAnswerThatBrokeThePromiseOfManyRequests() throws IOException {
        begin(new PretendedServer(true, true, 400), "http://127.0.0.1:1/mcp");
        Result result = carryOut(
                "@END-01 @provokes",
                "1 open sessions that clients keep asking for",
                "the client ends every session",
                "whoever asked learns that its session is gone, and meets no failure");
        assertThat(
                result.getError().getMessage(),
                matchesPattern(
                        "END-01: expected each of 2 clients to be told that its session is gone, but not so for 2;"
                                + " one met 400 \\(exchange [45]\\)"));
        String all = String.join("\n", attached);
        assertThat("no other of the many", all.split("\"purpose\":\"real request\"", -1).length - 1, equalTo(2));
    }

    /** Streams that stand by, written in short: what they say, and what comes of it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            SSE-09  | a stream    | 200 | {"jsonrpc":"2.0","id":1,"result":{}}               | answers no request            | SSE-09: expected a stream that answers no request, but it answers request 1 (exchange 3)
            SSE-09  | a stream    | 200 | {"jsonrpc":"2.0","method":"note"}                  | answers no request            | -
            INIT-12 | a stream    | 200 | {"jsonrpc":"2.0","id":1,"method":"roots/list"}     | asks for nothing but a ping   | INIT-12: expected a stream that asks for nothing but a ping, but it asks for something (roots/list) (exchange 3)
            SSE-07  | two streams | 200 | {"jsonrpc":"2.0","method":"note"}                  | says nothing that another says | SSE-07: expected a stream that says nothing that another says, but it says what another says (note) (exchange 3)
            SSE-07  | two streams | 200 | -                                                  | says nothing that another says | the server said nothing on its streams, so nothing was said twice
            TOPO-09 | a stream    | 200 | -                                                  | passes on what is said        | TOPO-09: expected a stream that passes on what is said, but nothing came within the time that was given (exchange 3)
            SSE-09  | a stream    | 409 | -                                                  | answers no request            | this server opens no such stream here: asked for it, it answered 409
            SSE-09  | a stream    | 500 | -                                                  | answers no request            | SSE-09: expected a stream to be opened, was 500 (exchange 3)
            """)
    void judgesWhatAStandingStreamSays(
            String id, String streams, int status, String says, String quality, String outcome) throws IOException {
        PretendedServer server = new PretendedServer(true, true);
        server.stand(status, says == null ? ": quiet\n\n" : "data: " + says + "\n\n");
        begin(server, "http://127.0.0.1:1/mcp");

        Result result = carryOut(
                "@" + id + " @opens",
                "an open session",
                streams + " of the session " + (streams.startsWith("two") ? "are" : "is") + " under way",
                "the stream " + quality);

        assertThat(
                Optional.ofNullable(result.getError())
                        .map(Throwable::getMessage)
                        .orElse("-"),
                equalTo(Optional.ofNullable(outcome).orElse("-")));
    }

    /** A server may mix up two requests of one number, and would be blamed for it (RPC-06). */
    @Test
    void requestsOfOneSessionHaveNumbersOfTheirOwnWhoeverSendsThem() throws IOException {
        begin(new PretendedServer(true, true), "http://127.0.0.1:1/mcp");

        carryOut(
                "@TOPO-06 @opens",
                "a session that is not confirmed yet",
                "the client sends the confirmation",
                "the session answers 20 real requests at once");

        List<String> numbers = Pattern.compile("\\\\\"id\\\\\":(\\d+),\\\\\"method")
                .matcher(String.join("\n", attached))
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(numbers.size(), equalTo(21));
        assertThat(numbers.stream().distinct().count(), equalTo(21L));
    }

    /** MOD-14: an outage at the beginning decides nothing, a refusal does; neither is the server's fault. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            NOT_SPOKEN | true  | @needs-sessionless                 | NotApplicable | does not speak 2026-07-28: asked in it, it answered 400
            UNDECIDED  | true  | @needs-sessionless                 | NotRun        | whether this server speaks 2026-07-28 is not known
            SPOKEN     | false | @needs-sessions                    | NotApplicable | keeps no sessions: it speaks 2026-07-28 alone
            SPOKEN     | false | @needs-kill                        | NotApplicable | keeps no sessions: it speaks 2026-07-28 alone
            SPOKEN     | false | @needs-sessions @needs-sessionless | NotApplicable | keeps no sessions: it speaks 2026-07-28 alone
            """)
    void leavesOutWhatIsOfTheOtherWayOfSpeaking(
            Recognition.Outcome outcome, boolean sessions, String needs, String kind, String reason)
            throws IOException {
        PretendedServer server = new PretendedServer(true, true);
        begin(server, "http://127.0.0.1:1/mcp");
        Run run = CurrentRun.get();
        CurrentRun.end();
        CurrentRun.begin(run.speaking(sessions, new Recognition(outcome, "400")));

        Result result = carryOut("@PING-01 @opens " + needs, "it is answered with nothing but its number");

        assertThat(result.getStatus(), equalTo(Status.SKIPPED));
        assertThat(result.getError().getClass().getSimpleName(), equalTo(kind));
        assertThat(result.getError().getMessage(), containsString(reason));
        assertThat(server.requests(), equalTo(0));
    }

    private Result run(PretendedServer server, String url, String tags, String outcome) throws IOException {
        begin(server, url);
        return carryOut(tags, outcome);
    }

    private void begin(PretendedServer server, String url) throws IOException {
        RunClock clock = RunClock.system();
        Redaction redaction = new Redaction();
        Caller caller = Caller.withBearer("main", Secret.of(BEARER));
        redaction.hide(Secret.of(BEARER));
        Target target = Target.at("pretended", URI.create(url), caller, Optional.empty(), Optional.empty());
        ledger = new JournalledLedger(
                new JournalFolder(journals)
                        .begin(new JournalHeader("run", "pretended", URI.create(url), Optional.empty(), Instant.EPOCH)),
                server,
                delay -> {},
                clock,
                new RetryPolicy(Optional.empty(), Duration.ofSeconds(30)),
                redaction);
        Pace pace = Pace.free(clock);
        PacedEndpoint paced = new PacedEndpoint(
                server, pace, delay -> {}, clock, Duration.ofSeconds(30), true, PacedEndpoint.Manner.SCENARIO);
        CurrentRun.begin(new Run(
                "run",
                target,
                new NoLever(),
                paced,
                paced,
                ledger,
                delay -> {},
                clock,
                redaction,
                pace,
                Set.of(),
                Revision.R2025_11_25,
                true,
                Recognition.NOT_ASKED));
    }

    private Result carryOut(String tags, String outcome) {
        return carryOut(tags, "an open session", "the client sends a ping", outcome);
    }

    private Result carryOut(String tags, String given, String when, String outcome) {
        String feature = "Feature: A promise\n\n  " + tags + "\n  Scenario: A case\n    Given " + given + "\n    When "
                + when + "\n    Then " + outcome + "\n";
        List<Result> results = new ArrayList<>();
        ConcurrentEventListener listener = new ConcurrentEventListener() {
            @Override
            public void setEventPublisher(EventPublisher publisher) {
                publisher.registerHandlerFor(TestCaseFinished.class, e -> results.add(e.getResult()));
                publisher.registerHandlerFor(EmbedEvent.class, e -> {
                    if (e.getMediaType().equals(Evidence.MEDIA_TYPE)) {
                        attached.add(new String(e.getData(), StandardCharsets.UTF_8));
                    }
                });
            }
        };
        Runtime.builder()
                .withRuntimeOptions(new RuntimeOptionsBuilder()
                        .addGlue(URI.create("classpath:/io/github/sessionsurvival/steps"))
                        .setPublishQuiet(true)
                        .setNoSummary()
                        .build())
                .withFeatureSupplier(() -> new FeatureParser(UUID::randomUUID)
                        .parseResource(new Text(feature)).stream().toList())
                .withAdditionalPlugins(listener)
                .build()
                .run();
        assertThat(results.size(), equalTo(1));
        return results.get(0);
    }

    private record Text(String text) implements Resource {

        @Override
        public URI getUri() {
            return URI.create("classpath:features/pretended.feature");
        }

        @Override
        public InputStream getInputStream() {
            return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        }
    }
}
