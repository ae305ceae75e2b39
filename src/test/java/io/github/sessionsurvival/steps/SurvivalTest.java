package io.github.sessionsurvival.steps;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.instanceOf;
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
import io.github.sessionsurvival.client.Recognition;
import io.github.sessionsurvival.client.RetryPolicy;
import io.github.sessionsurvival.client.RunClock;
import io.github.sessionsurvival.target.AnswerForm;
import io.github.sessionsurvival.target.Counts;
import io.github.sessionsurvival.target.Disposal;
import io.github.sessionsurvival.target.Lever;
import io.github.sessionsurvival.target.NoLever;
import io.github.sessionsurvival.target.Operation;
import io.github.sessionsurvival.target.Phase;
import io.github.sessionsurvival.target.Promises;
import io.github.sessionsurvival.target.RestartPlan;
import io.github.sessionsurvival.target.ScriptedAnswer;
import io.github.sessionsurvival.target.Target;
import io.github.sessionsurvival.target.Verb;
import io.github.sessionsurvival.verdict.Evidence;
import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.Redaction;
import io.github.sessionsurvival.wire.Revision;
import io.github.sessionsurvival.wire.SessionId;
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
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is made of a session after an event, on a server without a network and with a clock that only waiting moves. */
@ResourceLock("CurrentRun")
class SurvivalTest {

    private static final URI URL = URI.create("http://127.0.0.1:1/mcp");
    private static final String KILL = "the platform is killed and comes back";
    private static final String IDLE = "the platform hears nothing of the session for a while";
    private static final String AS_BEFORE_OR_GONE = "the session still answers or is cleanly gone";
    private static final String AS_PROMISED = "the session answers in time, as promised";
    private static final Promises KILLS_WITHIN_TEN_SECONDS =
            new Promises(Set.of(Promises.Event.KILL), Optional.of(Duration.ofSeconds(10)));

    @TempDir
    Path journals;

    private final PretendedServer server = new PretendedServer(true, true);
    private final AtomicReference<Duration> now = new AtomicReference<>(Duration.ZERO);
    private final List<Duration> waits = new ArrayList<>();
    private final List<Evidence.Survival> survivals = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    @AfterEach
    void endTheRun() {
        CurrentRun.end();
    }

    @Test
    void aPromisedSurvivalThatEndsIn404IsBroken() throws IOException {
        Result result = run(KILLS_WITHIN_TEN_SECONDS, "@RST-17", KILL, AS_PROMISED, server::forget);

        assertThat(result.getStatus(), equalTo(Status.FAILED));
        assertThat(
                result.getError().getMessage(),
                equalTo(
                        "RST-17: expected the session to outlive the event \"kill\", as the target file promises, was 404"
                                + " (exchange 3)"));
        assertThat(survivals, contains(new Evidence.Survival("kill", false, true)));
    }

    @Test
    void aPromisedSurvivalThatComesTooLateIsBroken() throws IOException {
        Result result =
                run(KILLS_WITHIN_TEN_SECONDS, "@RST-17", KILL, AS_PROMISED, () -> now.set(Duration.ofMillis(12_100)));

        assertThat(
                result.getError().getMessage(),
                equalTo("RST-17: expected the session to answer within 10 s of the event \"kill\", as the target file"
                        + " promises, answered after 12.1 s (exchange 3)"));
        assertThat(survivals, contains(new Evidence.Survival("kill", true, true)));
    }

    @Test
    void aPromisedSurvivalIsAskedForUntilItsTimeIsUp() throws IOException {
        Result result = run(KILLS_WITHIN_TEN_SECONDS, "@RST-17", KILL, AS_PROMISED, () -> server.failNext(1_000));

        assertThat(result.getError().getMessage(), containsString("as the target file promises, was 503"));
        assertThat(waits.stream().reduce(Duration.ZERO, Duration::plus), equalTo(Duration.ofSeconds(10)));
    }

    @Test
    void aPlatformMayTakeItsPromisedTimeToComeBack() throws IOException {
        Result result = run(KILLS_WITHIN_TEN_SECONDS, "@RST-17", KILL, AS_PROMISED, () -> server.failNext(5));

        assertThat(result.getStatus(), equalTo(Status.PASSED));
        assertThat(waits.size(), equalTo(5));
        assertThat(survivals, contains(new Evidence.Survival("kill", true, true)));
    }

    @Test
    void whatIsNotPromisedCannotBeHeldAgainstAPromise() throws IOException {
        Result result = run(KILLS_WITHIN_TEN_SECONDS, "@RST-17 @needs-promised-idle", IDLE, AS_PROMISED, () -> {});

        assertThat(result.getError(), instanceOf(NotApplicable.class));
        assertThat(result.getError().getMessage(), equalTo("the target file promises no survival of idle time"));
        assertThat(server.requests(), equalTo(0));
        assertThat(
                Need.PROMISED_KILL.eventInWords()
                        + Need.PROMISED_RESTART.eventInWords()
                        + Need.PROMISED_DRAIN.eventInWords(),
                equalTo("a killa restarta drain"));
    }

    @Test
    void aSessionLostWithoutAPromiseIsMetAndToldAsWhatMcpAllows() throws IOException {
        Result result = run(Promises.NONE, "@RST-10", KILL, AS_BEFORE_OR_GONE, server::forget);

        assertThat(result.getStatus(), equalTo(Status.PASSED));
        assertThat(survivals, contains(new Evidence.Survival("kill", false, false)));
        assertThat(notes, contains("allowed by MCP, not survived (kill): a client has to open another session"));
    }

    @Test
    void aSurvivalWithoutAPromiseIsToldAsSurvived() throws IOException {
        Result result = run(Promises.NONE, "@RST-10", KILL, AS_BEFORE_OR_GONE, () -> {});

        assertThat(result.getStatus(), equalTo(Status.PASSED));
        assertThat(survivals, contains(new Evidence.Survival("kill", true, false)));
        assertThat(notes, contains("survived: the session answered as before (kill)"));
    }

    @Test
    void aSessionThatIsLeftIdleIsAskedAfterTheLimitsTime() throws IOException {
        Result result = run(Promises.NONE, "@SESS-21", IDLE, AS_BEFORE_OR_GONE, () -> {});

        assertThat(result.getStatus(), equalTo(Status.PASSED));
        assertThat(waits, contains(Duration.ofSeconds(3)));
        assertThat(survivals, contains(new Evidence.Survival("idle", true, false)));
    }

    @Test
    void anAnswerToAnOldIdProvesNothingWhereAnInventedOneIsAnsweredToo() throws IOException {
        server.believeInvented();

        Result result = run(KILLS_WITHIN_TEN_SECONDS, "@RST-17", KILL, AS_PROMISED, server::forget);

        assertThat(result.getError(), instanceOf(NotTestable.class));
        assertThat(
                result.getError().getMessage(),
                equalTo("session ids are not checked: an invented id was answered as if alive"));
        assertThat(survivals, empty());
    }

    @Test
    void anAnswerToAnOldIdProvesNothingWhereEndedOnesLiveOn() throws IOException {
        server.endNothing();

        Result result = run(Promises.NONE, "@RST-10", KILL, AS_BEFORE_OR_GONE, () -> {});

        assertThat(
                result.getError().getMessage(),
                equalTo("session ids are not checked: an ended id was answered as if alive"));
        assertThat(survivals, empty());
    }

    @Test
    void aServerWithoutSessionIdsIsNotSaidToKeepSessions() throws IOException {
        PretendedServer stateless = new PretendedServer(false, true);

        Result result = run(stateless, Promises.NONE, "@RST-10", KILL, AS_BEFORE_OR_GONE, () -> {});

        assertThat(result.getStatus(), equalTo(Status.PASSED));
        assertThat(survivals, empty());
        assertThat(notes, contains("this server issues no session ids, so there was no session to survive"));
    }

    @Test
    void findingOutWhetherIdsAreCheckedLeavesNoSession() throws IOException {
        run(Promises.NONE, "@RST-10", KILL, AS_BEFORE_OR_GONE, () -> {});

        assertThat(server.requests(), not(equalTo(0)));
        assertThat(server.liveSessions(), equalTo(0));
    }

    /** A machine that is too busy to ask in time must not make a platform look careless (IDLE-02). */
    @Test
    void aSessionThatWasNotUsedInTimeMayBeDropped() throws IOException {
        Result result = keepInMemory(() -> now.set(Duration.ofSeconds(3)));

        assertThat(result.getError(), instanceOf(NotRun.class));
        assertThat(
                result.getError().getMessage(),
                equalTo("this machine was too busy to use the session often enough: 3000 ms passed between two of our"
                        + " own requests"));
    }

    @Test
    void aSessionThatWasUsedInTimeMayNotBeDropped() throws IOException {
        Result result = keepInMemory(() -> {});

        assertThat(result.getStatus(), equalTo(Status.FAILED));
        assertThat(
                result.getError().getMessage(),
                equalTo("IDLE-02: expected the session to stay in memory; the platform dropped it (idle) after 3000 ms"
                        + " without a request"));
    }

    private Result keepInMemory(Runnable ordered) throws IOException {
        begin(server, Promises.NONE, ordered);
        return carryOut("Feature: A promise\n\n  @IDLE-02 @disturbs\n  Scenario: A case\n    Given an open session\n"
                + "    And the platform keeps unused sessions in memory for 2 seconds\n"
                + "    When the platform hears of the session now and then for a while\n"
                + "    Then the session stayed in memory\n");
    }

    private Result run(Promises promises, String tags, String event, String outcome, Runnable killed)
            throws IOException {
        return run(server, promises, tags, event, outcome, killed);
    }

    private Result run(
            PretendedServer endpoint, Promises promises, String tags, String event, String outcome, Runnable killed)
            throws IOException {
        begin(endpoint, promises, killed);
        return carryOut("Feature: A promise\n\n  " + tags + " @disturbs\n  Scenario: A case\n"
                + "    Given an open session\n    When " + event + "\n    Then " + outcome + "\n");
    }

    private void begin(PretendedServer endpoint, Promises promises, Runnable disturbed) throws IOException {
        RunClock clock = new RunClock() {
            @Override
            public Duration now() {
                return now.get();
            }

            @Override
            public Instant instant() {
                return Instant.EPOCH;
            }
        };
        Redaction redaction = new Redaction();
        Target target = Target.at("pretended", URL, Caller.anonymous("main"), Optional.empty(), Optional.empty())
                .withPromises(promises);
        JournalledLedger ledger = new JournalledLedger(
                new JournalFolder(journals)
                        .begin(new JournalHeader("run", "pretended", URL, Optional.empty(), Instant.EPOCH)),
                endpoint,
                delay -> {},
                clock,
                new RetryPolicy(Optional.empty(), Duration.ofSeconds(30)),
                redaction);
        CurrentRun.begin(new Run(
                "run",
                target,
                new Disturbing(disturbed),
                endpoint,
                endpoint,
                ledger,
                delay -> {
                    waits.add(delay);
                    now.updateAndGet(before -> before.plus(delay));
                },
                clock,
                redaction,
                Pace.free(clock),
                Set.of(),
                Revision.R2025_11_25,
                true,
                Recognition.NOT_ASKED));
    }

    private Result carryOut(String feature) {
        List<Result> results = new ArrayList<>();
        ConcurrentEventListener listener = new ConcurrentEventListener() {
            @Override
            public void setEventPublisher(EventPublisher publisher) {
                publisher.registerHandlerFor(TestCaseFinished.class, e -> results.add(e.getResult()));
                publisher.registerHandlerFor(EmbedEvent.class, e -> {
                    if (e.getMediaType().equals(Evidence.MEDIA_TYPE)) {
                        gather(JsonMapper.shared().readTree(e.getData()));
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

    private void gather(JsonNode evidence) {
        evidence.path("survivals")
                .forEach(s -> survivals.add(new Evidence.Survival(
                        s.path("event").asString(),
                        s.path("survived").asBoolean(),
                        s.path("promised").asBoolean())));
        evidence.path("notes").forEach(n -> notes.add(n.asString()));
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

    /** A lever that can kill, and drop a session that nobody uses; each is only told to the test. */
    private record Disturbing(Runnable disturbed, NoLever none) implements Lever {

        Disturbing(Runnable disturbed) {
            this(disturbed, new NoLever());
        }

        @Override
        public void idle(Caller caller, Optional<Duration> window) {
            disturbed.run();
        }

        @Override
        public List<Disposal> disposals(Caller caller) {
            return List.of(new Disposal(new SessionId("pretended-session-1"), "idle", Duration.ofSeconds(3)));
        }

        @Override
        public Set<Verb> verbs() {
            return Set.of(Verb.KILL, Verb.IDLE);
        }

        @Override
        public void kill() {
            disturbed.run();
        }

        @Override
        public Caller caller(String id) {
            return none.caller(id);
        }

        @Override
        public void arm(Caller caller, RestartPlan plan) {
            none.arm(caller, plan);
        }

        @Override
        public void script(Caller caller, ScriptedAnswer answer) {
            none.script(caller, answer);
        }

        @Override
        public void answerAs(Caller caller, AnswerForm form) {
            none.answerAs(caller, form);
        }

        @Override
        public Hold hold(Caller caller, Operation operation, Phase phase) {
            return none.hold(caller, operation, phase);
        }

        @Override
        public void restart() {
            none.restart();
        }

        @Override
        public boolean drain() {
            return none.drain();
        }

        @Override
        public Counts counts(Caller caller) {
            return none.counts(caller);
        }

        @Override
        public int clear(Caller caller) {
            return none.clear(caller);
        }

        @Override
        public void close() {
            none.close();
        }
    }
}
