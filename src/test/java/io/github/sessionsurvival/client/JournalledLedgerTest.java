package io.github.sessionsurvival.client;

import static io.github.sessionsurvival.client.ScriptedEndpoint.works;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThanOrEqualTo;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.sessionsurvival.client.ScriptedEndpoint.Reply;
import io.github.sessionsurvival.client.ScriptedEndpoint.Script;
import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Headers;
import io.github.sessionsurvival.wire.Purpose;
import io.github.sessionsurvival.wire.Redaction;
import io.github.sessionsurvival.wire.Secret;
import io.github.sessionsurvival.wire.SessionId;
import io.github.sessionsurvival.wire.WireFault;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JournalledLedgerTest {

    private static final String LABEL = "Hearing the id";
    private static final SessionId ID = new SessionId("0123456789abcdef");

    private final ManualClock clock = new ManualClock();
    private final RecordingWaiter waiter = new RecordingWaiter(clock);
    private final ScriptedEndpoint server = new ScriptedEndpoint(clock);
    private final Redaction redaction = new Redaction();
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
        ledger = ledger(4, Duration.ofSeconds(30));
    }

    @AfterEach
    void end() throws Exception {
        journal.forget();
    }

    private JournalledLedger ledger(int width, Duration perSession) {
        return new JournalledLedger(
                journal, server, waiter, clock, RetryPolicyTest.POLICY, redaction, width, perSession);
    }

    private Receipt endOne() {
        ledger.note(ID, caller, LABEL, 3);
        List<Receipt> receipts = ledger.endAllOf(LABEL);
        assertThat(receipts, hasSize(1));
        return receipts.get(0);
    }

    private void deletes(Reply... replies) {
        server.answers(Purpose.CLEAN_UP_ENDING, replies);
    }

    private void checks(Reply... replies) {
        server.answers(Purpose.CLEAN_UP_CHECK, replies);
    }

    private String onDisk() throws Exception {
        return Files.readString(journal.path());
    }

    // Noting.

    @Test
    void aNoteIsJournalledAndHidden() throws Exception {
        clock.pass(Duration.ofSeconds(2));
        ledger.note(ID, caller, LABEL, 3);
        assertThat(onDisk(), containsString("\"id\":\"0123456789abcdef\",\"caller\":\"main\""));
        assertThat(onDisk(), not(containsString("bearer-of-main")));
        assertThat(redaction.apply("got " + ID.value()), not(containsString(ID.value())));
        assertThat(ledger.notedBy(LABEL), contains(ID));
        assertThat(ledger.notedAtExchange(ID), is(3));
    }

    @Test
    void notingTwiceIsOneNote() throws Exception {
        ledger.note(ID, caller, LABEL, 3);
        ledger.note(ID, caller, "Another scenario", 1);
        assertThat(ledger.notedBy(LABEL), hasSize(1));
        assertThat(ledger.notedBy("Another scenario"), is(empty()));
        assertThat(onDisk().lines().filter(l -> l.contains("noted")).count(), is(1L));
    }

    @Test
    void anUnknownSessionHasNoExchange() {
        assertThat(
                assertThrows(IllegalArgumentException.class, () -> ledger.notedAtExchange(ID))
                        .getMessage(),
                not(containsString(ID.value())));
    }

    @Test
    void aJournalThatCannotBeWrittenIsAFaultToReportAndNoReasonToForget() throws Exception {
        journal.forget();
        deletes(Reply.of(200, ""));
        checks(Reply.of(404, ""));
        assertThat(endOne().outcome(), is(Receipt.Outcome.ENDED));
        assertThat(ledger.journalFault().orElseThrow(), containsString("journal"));
    }

    /** A killed run must leave word of what nobody could name, and of an opening that was under way. */
    @Test
    void whatMayExistAndWhatIsUnderWayIsJournalledAtOnce() throws Exception {
        ledger.mayExist(caller, LABEL, 2);
        assertThat(
                onDisk(),
                containsString("\"mayExist\":{\"caller\":\"main\",\"scenario\":\"" + LABEL + "\",\"exchange\":2}"));
        SessionLedger.Admission admission = ledger.admitOpening(caller, LABEL).orElseThrow();
        assertThat(onDisk(), containsString("{\"opening\":{\"number\":1,\"caller\":\"main\""));
        assertThat(onDisk(), not(containsString("openingOver")));
        admission.over();
        admission.over();
        assertThat(
                onDisk().lines().filter(l -> l.contains("{\"openingOver\":1}")).count(), is(1L));
    }

    @Test
    void whatTheLeverReclaimedOfACallerIsLeftBehindNoMore() {
        Caller other = Caller.anonymous("other");
        ledger.mayExist(caller, LABEL, 2);
        ledger.mayExist(other, LABEL, 3);
        ledger.unnamedReclaimed(caller);
        assertThat(ledger.possiblyLeftBehind(), hasSize(1));
        ledger.unnamedReclaimed(other);
        assertThat(ledger.possiblyLeftBehind(), is(empty()));
    }

    // Ending.

    @Test
    void anEndingCarriesTheOwnersSessionIdAndNothingElse() {
        deletes(Reply.of(200, ""));
        checks(Reply.of(404, ""));
        Receipt receipt = endOne();
        Endpoint.Outgoing ending = server.sent(Purpose.CLEAN_UP_ENDING).get(0);
        assertThat(ending.method(), is("DELETE"));
        assertThat(ending.caller(), is(caller));
        assertThat(ending.headers(), is(Headers.NONE.with("Mcp-Session-Id", ID.value())));
        assertThat(ending.body().isEmpty(), is(true));
        assertThat(receipt.outcome(), is(Receipt.Outcome.ENDED));
        assertThat(receipt.notedAtExchange(), is(3));
        assertThat(receipt.endedStatus(), is(Optional.of(200)));
        assertThat(
                receipt.exchanges().stream().map(Exchange::purpose).toList(),
                contains(Purpose.CLEAN_UP_ENDING, Purpose.CLEAN_UP_CHECK));
    }

    @ParameterizedTest
    @CsvSource({
        // ending, check, outcome
        "200, 404, ENDED",
        "202, 404, ENDED",
        "204, 404, ENDED",
        "404, 404, ENDED",
        "200, 400, ENDED",
        "200, 503, ENDED",
        "200, 500, ENDED",
        "204, 401, ENDED",
        "400, 400, ENDED",
        "500, 404, ENDED",
        "405, 404, ENDED",
        "405, 500, LEFT_TO_EXPIRE",
        "500, 500, LEFT_BEHIND",
        "502, 307, LEFT_BEHIND",
        "401, 401, LEFT_BEHIND",
        "403, 403, LEFT_BEHIND"
    })
    void whatTheServerSaysDecidesTheReceipt(int ending, int check, Receipt.Outcome outcome) {
        deletes(Reply.of(ending, ""));
        checks(Reply.of(check, ""));
        Receipt receipt = endOne();
        assertThat(receipt.outcome(), is(outcome));
        assertThat(receipt.detail(), containsString("ending: " + ending));
        assertThat(waiter.asked(), is(empty()));
    }

    @ParameterizedTest
    @CsvSource({"200, LEFT_BEHIND", "404, LEFT_BEHIND", "500, LEFT_BEHIND", "405, LEFT_TO_EXPIRE"})
    void aSessionThatStillAnswersIsNotEnded(int ending, Receipt.Outcome outcome) {
        deletes(Reply.of(ending, ""));
        server.answers(Purpose.CLEAN_UP_CHECK, works());
        Receipt receipt = endOne();
        assertThat(receipt.outcome(), is(outcome));
        assertThat(receipt.detail(), containsString("a check found it alive"));
    }

    @Test
    void aStreamedResultIsALivingSessionToo() {
        deletes(Reply.of(200, ""));
        server.answers(Purpose.CLEAN_UP_CHECK, (Script) o -> Reply.stream("", ScriptedEndpoint.result(o, "{}")));
        assertThat(endOne().outcome(), is(Receipt.Outcome.LEFT_BEHIND));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<html>",
                "{\"jsonrpc\":\"2.0\",\"id\":\"is-it-dead\",\"error\":{\"code\":-32001,\"message\":\"Session not found\"}}"
            })
    void aSuccessWithoutAResultIsADeadSession(String body) {
        deletes(Reply.of(200, ""));
        checks(Reply.of(200, body));
        assertThat(endOne().outcome(), is(Receipt.Outcome.ENDED));
    }

    @Test
    void aRestartAnswerIsFollowedAsInAnOpening() {
        deletes(Reply.restart("2"), Reply.restart("5").naming(ID.value()), Reply.of(200, ""));
        checks(Reply.restart("1"), Reply.of(404, ""));
        Receipt receipt = endOne();
        assertThat(receipt.outcome(), is(Receipt.Outcome.ENDED));
        assertThat(waiter.asked(), contains(Duration.ofSeconds(2), Duration.ofSeconds(5), Duration.ofSeconds(1)));
        assertThat(receipt.exchanges(), hasSize(5));
    }

    @Test
    void endlessRestartAnswersEndAtTheContractsLimit() {
        deletes(Reply.restart("0"));
        checks(Reply.restart("0"));
        Receipt receipt = endOne();
        assertThat(receipt.outcome(), is(Receipt.Outcome.LEFT_BEHIND));
        assertThat(server.sent(Purpose.CLEAN_UP_ENDING), hasSize(8));
    }

    @Test
    void aLookAlikeIsNotFollowed() {
        deletes(Reply.of(503, "<html>down</html>").with("Retry-After", "2"));
        checks(Reply.of(404, ""));
        assertThat(endOne().outcome(), is(Receipt.Outcome.ENDED));
        assertThat(server.sent(Purpose.CLEAN_UP_ENDING), hasSize(1));
    }

    @Test
    void beingToldToSlowDownIsObeyed() {
        deletes(Reply.of(429, "").with("Retry-After", "3"), Reply.of(200, ""));
        checks(Reply.of(404, ""));
        assertThat(endOne().outcome(), is(Receipt.Outcome.ENDED));
        assertThat(waiter.asked(), contains(Duration.ofSeconds(3)));
    }

    /** One retry within another would go on past the deadline, and send it many times more. */
    @Test
    void aServerThatRefusesTheEndingToTheEndGetsItAFewTimesWithinTheDeadline() {
        Endpoint paced = new PacedEndpoint(
                server, Pace.free(clock), waiter, clock, Duration.ofSeconds(30), true, PacedEndpoint.Manner.CLEAN_UP);
        ledger = new JournalledLedger(
                journal, paced, waiter, clock, RetryPolicyTest.POLICY, redaction, 4, Duration.ofSeconds(30));
        deletes(Reply.of(429, "").with("Retry-After", "1"));
        checks(Reply.of(429, "").with("Retry-After", "20"));

        Duration begun = clock.now();
        assertThat(endOne().outcome(), is(Receipt.Outcome.LEFT_BEHIND));
        assertThat(server.sent(Purpose.CLEAN_UP_ENDING), hasSize(8));
        assertThat(server.sent(Purpose.CLEAN_UP_CHECK), hasSize(2));
        assertThat(clock.now().minus(begun), is(lessThanOrEqualTo(Duration.ofSeconds(30))));
    }

    @Test
    void aLostConnectionIsTriedAgain() {
        deletes(Reply.none(WireFault.Kind.LOST), Reply.none(WireFault.Kind.REFUSED), Reply.of(204, ""));
        checks(Reply.of(404, ""));
        assertThat(endOne().outcome(), is(Receipt.Outcome.ENDED));
        assertThat(server.sent(Purpose.CLEAN_UP_ENDING), hasSize(3));
    }

    @Test
    void aServerThatCannotBeReachedLeavesTheSessionBehind() throws Exception {
        deletes(Reply.none(WireFault.Kind.REFUSED));
        checks(Reply.none(WireFault.Kind.REFUSED));
        Receipt receipt = endOne();
        assertThat(receipt.outcome(), is(Receipt.Outcome.LEFT_BEHIND));
        assertThat(receipt.detail(), containsString("no answer, the connection was refused"));
        assertThat(server.sent(Purpose.CLEAN_UP_ENDING), hasSize(4));
        assertThat(onDisk(), not(containsString("ended")));
    }

    @Test
    void anAcceptedEndingWhoseBodyBreaksOffIsAccepted() {
        deletes(Reply.of(200, "").broken(WireFault.Kind.BODY_SILENT));
        checks(Reply.none(WireFault.Kind.LOST));
        assertThat(endOne().outcome(), is(Receipt.Outcome.ENDED));
    }

    @Test
    void noWaitGoesBeyondTheSessionsOwnTime() {
        ledger = ledger(4, Duration.ofSeconds(10));
        deletes(Reply.restart("4"));
        checks(Reply.of(404, ""));
        assertThat(endOne().outcome(), is(Receipt.Outcome.ENDED));
        assertThat(waiter.asked(), contains(Duration.ofSeconds(4), Duration.ofSeconds(4)));
    }

    @Test
    void whatTheScenarioEndedIsOnlyChecked() throws Exception {
        checks(Reply.of(404, ""));
        ledger.note(ID, caller, LABEL, 3);
        ledger.endedByScenario(ID);
        Receipt receipt = ledger.endAllOf(LABEL).get(0);
        assertThat(receipt.outcome(), is(Receipt.Outcome.ENDED_BY_SCENARIO));
        assertThat(server.sent(Purpose.CLEAN_UP_ENDING), is(empty()));
        assertThat(onDisk(), containsString("{\"ended\":\"0123456789abcdef\"}"));
    }

    @Test
    void anEndingThatDidNotTakeIsDoneAgain() {
        deletes(Reply.of(200, ""));
        server.answers(Purpose.CLEAN_UP_CHECK, works(), o -> Reply.of(404, ""));
        ledger.note(ID, caller, LABEL, 3);
        ledger.endedByScenario(ID);
        Receipt receipt = ledger.endAllOf(LABEL).get(0);
        assertThat(receipt.outcome(), is(Receipt.Outcome.ENDED));
        assertThat(receipt.detail(), containsString("it still answered after the scenario's ending"));
    }

    @Test
    void theNumbersOfCleanUpGoOnFromTheScenarios() {
        deletes(Reply.of(200, ""));
        checks(Reply.of(404, ""));
        ExchangeLog log = new ExchangeLog();
        log.nextNumber();
        log.nextNumber();
        ledger.note(ID, caller, LABEL, 1);
        List<Exchange> exchanges = ledger.endAllOf(LABEL, log).get(0).exchanges();
        assertThat(exchanges.stream().map(Exchange::number).toList(), contains(3, 4));
        assertThat(log.all(), is(exchanges));
    }

    @Test
    void onlyTheScenariosOwnSessionsAreEndedAndEachOnce() {
        deletes(Reply.of(200, ""));
        checks(Reply.of(404, ""));
        ledger.note(ID, caller, LABEL, 1);
        ledger.note(new SessionId("of-another-scenario"), caller, "Another", 1);
        assertThat(ledger.endAllOf(LABEL), hasSize(1));
        assertThat(ledger.endAllOf(LABEL), is(empty()));
        assertThat(server.sent(Purpose.CLEAN_UP_ENDING), hasSize(1));
        assertThat(ledger.receipts(), hasSize(1));
    }

    @Test
    void aBrokenEndpointCostsOneReceiptAndNeverThrows() {
        Script broken = o -> {
            throw new IllegalStateException("broken");
        };
        server.answers(Purpose.CLEAN_UP_ENDING, broken);
        Receipt receipt = endOne();
        assertThat(receipt.outcome(), is(Receipt.Outcome.LEFT_BEHIND));
        assertThat(receipt.detail(), containsString("a fault of the suite itself"));
    }

    @Test
    void anInterruptedScenarioStillEndsItsSessions() {
        deletes(Reply.of(200, ""));
        checks(Reply.of(404, ""));
        Thread.currentThread().interrupt();
        Receipt receipt = endOne();
        assertThat(Thread.interrupted(), is(true));
        assertThat(receipt.outcome(), is(Receipt.Outcome.ENDED));
    }

    @Test
    void noMoreThanTheWidthIsInFlight() {
        AtomicInteger inFlight = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Script slow = o -> {
            most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
            pause(Duration.ofMillis(2));
            inFlight.decrementAndGet();
            return Reply.of(404, "");
        };
        server.answers(Purpose.CLEAN_UP_ENDING, slow).answers(Purpose.CLEAN_UP_CHECK, slow);
        ledger = ledger(3, Duration.ofSeconds(30));
        for (int i = 0; i < 20; i++) {
            ledger.note(new SessionId("session-number-" + i), caller, i % 2 == 0 ? "even" : "odd", 1);
        }
        Thread other = new Thread(() -> ledger.endAllOf("even"));
        other.start();
        List<Receipt> odd = ledger.endAllOf("odd");
        join(other);
        assertThat(odd, hasSize(10));
        assertThat(most.get(), is(lessThanOrEqualTo(3)));
        assertThat(ledger.receipts().stream().map(Receipt::outcome).toList(), everyItem(is(Receipt.Outcome.ENDED)));
        assertThat(ledger.receipts(), hasSize(20));
    }

    @Test
    void aSessionThatHangsIsLeftBehindInItsTimeAndCostsTheOthersNothing() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        Script hangs = o -> {
            if (o.headers().sessionId().equals(Optional.of(ID))) {
                awaitUninterruptedly(never, Duration.ofSeconds(20));
            }
            return Reply.of(404, "");
        };
        server.answers(Purpose.CLEAN_UP_ENDING, hangs);
        checks(Reply.of(404, ""));
        ledger = ledger(2, Duration.ofMillis(150));
        ledger.note(ID, caller, LABEL, 1);
        ledger.note(new SessionId("another-session"), caller, LABEL, 2);
        List<Receipt> receipts = ledger.endAllOf(LABEL);
        never.countDown();
        assertThat(
                receipts.stream().map(Receipt::outcome).toList(),
                contains(Receipt.Outcome.LEFT_BEHIND, Receipt.Outcome.ENDED));
        assertThat(receipts.get(0).detail(), containsString("not ended within"));
        assertThat(onDisk(), not(containsString("{\"ended\":\"" + ID.value())));
    }

    // The end of a run.

    @Test
    void theEndOfARunEndsWhatIsLeftAndTriesAgainWhatWasLeftBehind() throws Exception {
        deletes(Reply.of(500, ""), Reply.of(200, ""));
        checks(Reply.of(500, ""), Reply.of(404, ""));
        assertThat(endOne().outcome(), is(Receipt.Outcome.LEFT_BEHIND));
        ledger.note(new SessionId("another-session"), caller, "Another", 1);
        List<Receipt> receipts = ledger.endEverything(Duration.ofSeconds(10));
        assertThat(
                receipts.stream().map(Receipt::id).toList(), containsInAnyOrder(ID, new SessionId("another-session")));
        assertThat(ledger.receipts().stream().map(Receipt::outcome).toList(), everyItem(is(Receipt.Outcome.ENDED)));
        assertThat(ledger.receipts(), hasSize(2));
        assertThat(ledger.openingsBarred(), is(true));
        assertThat(ledger.endEverything(Duration.ofSeconds(10)), is(empty()));
        journal.close();
        assertThat(Files.exists(journal.path()), is(false));
    }

    @Test
    void theEndOfARunIsBoundedWhateverHangs() {
        CountDownLatch never = new CountDownLatch(1);
        Script hangs = o -> {
            awaitUninterruptedly(never, Duration.ofSeconds(20));
            return Reply.of(404, "");
        };
        server.answers(Purpose.CLEAN_UP_ENDING, hangs);
        ledger.note(ID, caller, LABEL, 1);
        long from = System.nanoTime();
        List<Receipt> receipts = ledger.endEverything(Duration.ofMillis(100));
        never.countDown();
        assertThat(receipts.get(0).outcome(), is(Receipt.Outcome.LEFT_BEHIND));
        assertThat(Duration.ofNanos(System.nanoTime() - from).toSeconds(), is(lessThanOrEqualTo(10L)));
    }

    @Test
    void theEndOfARunWaitsForOpeningsInFlight() {
        deletes(Reply.of(200, ""));
        checks(Reply.of(404, ""));
        SessionLedger.Admission opening = ledger.admitOpening(caller, LABEL).orElseThrow();
        List<Receipt> receipts = new ArrayList<>();
        Thread ending = new Thread(() -> receipts.addAll(ledger.endEverything(Duration.ofSeconds(20))));
        ending.start();
        while (!ledger.openingsBarred()) {
            Thread.onSpinWait();
        }
        assertThat(ledger.admitOpening(caller, LABEL), is(Optional.empty()));
        ledger.note(ID, caller, LABEL, 1);
        opening.over();
        opening.over();
        join(ending);
        assertThat(receipts, hasSize(1));
    }

    @Test
    void anOpeningThatNeverEndsDelaysTheEndOfARunOnlySoLong() {
        ledger.admitOpening(caller, LABEL).orElseThrow();
        assertThat(ledger.endEverything(Duration.ofMillis(60)), is(empty()));
    }

    // Sweeping.

    private Journal killed() throws Exception {
        Path folder = Files.createDirectories(state.resolve("dead"));
        Files.copy(journal.path(), folder.resolve("run-1.journal"));
        return new JournalFolder(folder).left().journals().get(0);
    }

    /** The lever can end what no client can name, if only it learns whose it is. */
    @Test
    void aSweepAsksForTheCallerOfAnOpeningThatWasInFlight() throws Exception {
        ledger.admitOpening(caller, LABEL).orElseThrow();
        List<String> asked = new ArrayList<>();

        List<Receipt> receipts = sweep().of(killed(), id -> {
            asked.add(id);
            return Optional.of(caller);
        });

        assertThat(receipts, is(empty()));
        assertThat(asked, is(List.of(caller.id())));
    }

    private Sweep sweep() {
        return new Sweep(server, waiter, clock, RetryPolicyTest.POLICY, new Redaction());
    }

    @Test
    void aSweepEndsWhatARunKilledBetweenNoteAndEndingLeft() throws Exception {
        deletes(Reply.of(200, ""));
        checks(Reply.of(404, ""));
        clock.pass(Duration.ofSeconds(5));
        ledger.note(ID, caller, LABEL, 3);
        Journal left = killed();
        List<Receipt> receipts = sweep().of(left, id -> Optional.of(caller).filter(c -> c.id().equals(id)));
        assertThat(receipts, hasSize(1));
        assertThat(receipts.get(0).outcome(), is(Receipt.Outcome.ENDED));
        assertThat(receipts.get(0).notedAt(), is(Duration.ofSeconds(5)));
        assertThat(receipts.get(0).scenario(), is(LABEL));
        assertThat(server.sent(Purpose.CLEAN_UP_ENDING).get(0).caller(), is(caller));
        assertThat(Files.exists(left.path()), is(false));
    }

    @Test
    void aSweepLeavesAloneWhatIsEnded() throws Exception {
        deletes(Reply.of(200, ""));
        checks(Reply.of(404, ""));
        ledger.note(new SessionId("ended-session"), caller, "Another", 3);
        ledger.endAllOf("Another");
        ledger.note(ID, caller, LABEL, 3);
        int before = server.sent(Purpose.CLEAN_UP_ENDING).size();
        List<Receipt> receipts = sweep().of(killed(), id -> Optional.of(caller));
        assertThat(receipts.stream().map(Receipt::id).toList(), contains(ID));
        assertThat(server.sent(Purpose.CLEAN_UP_ENDING).size() - before, is(1));
    }

    @Test
    void aSweepKeepsTheJournalWhileSomethingIsLeft() throws Exception {
        ledger.note(ID, caller, LABEL, 3);
        Journal left = killed();
        List<Receipt> receipts = sweep().of(left, id -> Optional.empty());
        assertThat(receipts.get(0).outcome(), is(Receipt.Outcome.LEFT_BEHIND));
        assertThat(receipts.get(0).detail(), containsString("no bearer for caller main"));
        assertThat(Files.exists(left.path()), is(true));
        assertThat(server.sent(), is(empty()));
        deletes(Reply.of(200, ""));
        checks(Reply.of(404, ""));
        Journal again =
                new JournalFolder(left.path().getParent()).left().journals().get(0);
        assertThat(sweep().of(again, id -> Optional.of(caller)), hasSize(1));
        assertThat(Files.exists(left.path()), is(false));
    }

    @Test
    void aSweepOfAServerThatIsDownKeepsTheJournal() throws Exception {
        deletes(Reply.of(503, "<html>down</html>"));
        checks(Reply.of(503, "<html>down</html>"));
        ledger.note(ID, caller, LABEL, 3);
        Journal left = killed();
        sweep().of(left, id -> Optional.of(caller));
        assertThat(Files.exists(left.path()), is(true));
    }

    private static void pause(Duration time) {
        try {
            TimeUnit.NANOSECONDS.sleep(time.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void awaitUninterruptedly(CountDownLatch latch, Duration within) {
        long end = System.nanoTime() + within.toNanos();
        while (latch.getCount() > 0 && System.nanoTime() < end) {
            try {
                if (latch.await(10, TimeUnit.MILLISECONDS)) {
                    return;
                }
            } catch (InterruptedException e) {
                // Such a socket does not listen to interrupts.
                continue;
            }
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join(20_000);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void letsAnOpeningWaitUntilAnotherSessionHasEnded() throws Exception {
        ledger.allowAtOnce(1, true);
        server.answers(Purpose.CLEAN_UP_ENDING, ScriptedEndpoint.Reply.of(204, ""));
        server.answers(Purpose.CLEAN_UP_CHECK, ScriptedEndpoint.Reply.of(404, ""));
        ledger.note(ID, caller, LABEL, 1);
        CompletableFuture<Boolean> admitted = CompletableFuture.supplyAsync(
                () -> ledger.admitOpening(caller, "Another").isPresent());

        assertThrows(TimeoutException.class, () -> admitted.get(200, TimeUnit.MILLISECONDS));
        ledger.endAllOf(LABEL);
        assertThat(admitted.get(20, TimeUnit.SECONDS), is(true));
    }

    @Test
    void countsAnOpeningInFlightAsASession() throws Exception {
        ledger.allowAtOnce(1, true);
        SessionLedger.Admission first = ledger.admitOpening(caller, LABEL).orElseThrow();
        CompletableFuture<Boolean> admitted = CompletableFuture.supplyAsync(
                () -> ledger.admitOpening(caller, "Another").isPresent());

        assertThrows(TimeoutException.class, () -> admitted.get(200, TimeUnit.MILLISECONDS));
        first.over();
        assertThat(admitted.get(20, TimeUnit.SECONDS), is(true));
    }

    @Test
    void saysAtOnceThatAScenarioNeedsMoreSessionsThanThereMayBe() {
        ledger.allowAtOnce(1, true);
        ledger.note(ID, caller, LABEL, 1);

        assertThat(
                assertThrows(NoRoom.class, () -> ledger.admitOpening(caller, LABEL))
                        .getMessage(),
                is("limits.max-sessions allows 1 session at once, and this scenario needs more"));
    }

    @Test
    void letsNobodyWaitForRoomOnceTheRunIsBeingEnded() throws Exception {
        ledger.allowAtOnce(1, true);
        ledger.note(ID, caller, LABEL, 1);
        CompletableFuture<Boolean> admitted = CompletableFuture.supplyAsync(
                () -> ledger.admitOpening(caller, "Another").isPresent());
        assertThrows(TimeoutException.class, () -> admitted.get(200, TimeUnit.MILLISECONDS));

        ledger.barOpenings();
        assertThat(admitted.get(20, TimeUnit.SECONDS), is(false));
    }

    /** A server that lets nobody end a session would else be filled with them, one scenario after the other. */
    @Test
    void countsSessionsThatAreLeftToExpireAndSaysAtOnceThatTheyFillTheRoom() {
        ledger.allowAtOnce(1, true);
        leaveToExpire();

        assertThat(
                assertThrows(NoRoom.class, () -> ledger.admitOpening(caller, "Another"))
                        .getMessage(),
                is(
                        "limits.max-sessions allows 1 session at once, and 1 that cannot be ended is open; raise it where the"
                                + " server can take more"));
    }

    @Test
    void countsThemNotWhereTheServerIsOnesOwn() {
        ledger.allowAtOnce(1, false);
        leaveToExpire();

        assertThat(ledger.admitOpening(caller, "Another").isPresent(), is(true));
    }

    private void leaveToExpire() {
        deletes(Reply.of(405, ""));
        checks(Reply.of(200, "{\"jsonrpc\":\"2.0\",\"id\":\"is-it-dead\",\"result\":{}}"));
        assertThat(endOne().outcome(), is(Receipt.Outcome.LEFT_TO_EXPIRE));
    }
}
