package io.github.sessionsurvival.client;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThanOrEqualTo;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.sessionsurvival.wire.Body;
import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Headers;
import io.github.sessionsurvival.wire.Purpose;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class PacedEndpointTest {

    private static final ScriptedEndpoint.Reply DONE = ScriptedEndpoint.Reply.of(200, "{}");
    private static final ScriptedEndpoint.Reply TOO_MANY = ScriptedEndpoint.Reply.of(429, "slow down");

    private final ManualClock clock = new ManualClock();
    private final RecordingWaiter waiter = new RecordingWaiter(clock);
    private final ScriptedEndpoint server = new ScriptedEndpoint(clock);
    private final ExchangeLog log = new ExchangeLog();
    private final List<Duration> sentAt = new ArrayList<>();

    @Test
    void neverSendsMoreOpeningsInAnyMinuteThanAllowed() {
        Pace pace = new Pace(Optional.of(new Allowance(3, Duration.ofMinutes(1))), Optional.empty(), clock);
        server.answers(Purpose.OPENING, DONE);
        Endpoint paced = paced(pace, true, PacedEndpoint.Manner.SCENARIO);

        for (int i = 0; i < 11; i++) {
            send(paced, Purpose.OPENING);
            clock.pass(Duration.ofSeconds(i * 3L));
        }

        for (Duration at : sentAt) {
            long inTheMinute = sentAt.stream()
                    .filter(a -> a.compareTo(at) >= 0 && a.compareTo(at.plusSeconds(60)) < 0)
                    .count();
            assertThat(inTheMinute, lessThanOrEqualTo(3L));
        }
    }

    /** Where it takes long until a request is written, the server counts it late. */
    @Test
    void countsARequestUntilItsAnswerHasCome() throws Exception {
        Turnstile turnstile = new Turnstile(new Allowance(2, Duration.ofSeconds(10)), clock);
        Turnstile.Passage slow = turnstile.pass(waiter);
        Turnstile.Passage other = turnstile.pass(waiter);
        clock.pass(Duration.ofSeconds(4));
        other.over();
        clock.pass(Duration.ofSeconds(5));
        slow.over();

        turnstile.pass(waiter).over();
        assertThat(waiter.asked(), contains(Duration.ofSeconds(5)));
        turnstile.pass(waiter).over();
        assertThat(waiter.asked(), contains(Duration.ofSeconds(5), Duration.ofSeconds(5)));
    }

    @Test
    void letsNobodyPassWhileTheWindowIsFullOfRequestsOnTheirWay() throws Exception {
        Turnstile turnstile = new Turnstile(new Allowance(1, Duration.ofMillis(1)), clock);
        Turnstile.Passage slow = turnstile.pass(waiter);
        CompletableFuture<Void> next = CompletableFuture.runAsync(() -> {
            try {
                turnstile.pass(waiter);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });

        assertThrows(TimeoutException.class, () -> next.get(200, TimeUnit.MILLISECONDS));
        slow.over();
        next.get(20, TimeUnit.SECONDS);
    }

    @Test
    void holdsEndingsBackByTheRateOfRequestsOnly() {
        Pace pace = new Pace(
                Optional.of(new Allowance(1, Duration.ofMinutes(1))),
                Optional.of(new Allowance(2, Duration.ofSeconds(1))),
                clock);
        server.answers(Purpose.OPENING, DONE).answers(Purpose.ENDING, DONE);
        Endpoint paced = paced(pace, true, PacedEndpoint.Manner.CLEAN_UP);

        send(paced, Purpose.OPENING);
        send(paced, Purpose.ENDING);
        assertThat(waiter.asked(), is(empty()));
        send(paced, Purpose.ENDING);
        assertThat(waiter.asked(), hasSize(1));
        assertThat(waiter.asked().get(0), greaterThanOrEqualTo(Duration.ofSeconds(1)));
        assertThat(waiter.asked().get(0), lessThanOrEqualTo(Duration.ofMillis(1_100)));
    }

    @Test
    void sendsARefusedRequestAgainAfterTheDelayThatIsAskedFor() {
        Pace pace = Pace.free(clock);
        server.answers(Purpose.PROBE, TOO_MANY.with("Retry-After", "7"), DONE);

        assertThat(
                send(paced(pace, true, PacedEndpoint.Manner.SCENARIO), Purpose.PROBE)
                        .status(),
                is(200));
        assertThat(waiter.asked(), contains(Duration.ofSeconds(7)));
        assertThat(log.all(), hasSize(2));
        assertThat(pace.slowedDown(), is(new Pace.SlowedDown(1, Duration.ofSeconds(7), 0, false)));
    }

    @Test
    void waitsFiveSecondsWhereNoDelayIsAskedFor() {
        server.answers(Purpose.PROBE, TOO_MANY, DONE);

        send(paced(Pace.free(clock), true, PacedEndpoint.Manner.SCENARIO), Purpose.PROBE);
        assertThat(waiter.asked(), contains(Duration.ofSeconds(5)));
    }

    @Test
    void holdsEveryOtherRequestOfTheRunBackToo() {
        Pace pace = Pace.free(clock);
        server.answers(Purpose.PROBE, TOO_MANY.with("Retry-After", "7"), DONE).answers(Purpose.OPENING, DONE);
        pace.askedToSlowDown(Duration.ofSeconds(9));

        send(paced(pace, true, PacedEndpoint.Manner.SCENARIO), Purpose.OPENING);
        assertThat(waiter.asked(), contains(Duration.ofSeconds(9)));
    }

    /** Or, on a server that refuses every second request, a refused one could meet the same fate again and again. */
    @Test
    void sendsARefusedRequestAgainBeforeAnybodyElsesNext() throws Exception {
        Pace pace = Pace.free(clock);
        pace.goAhead();
        server.answers(Purpose.PROBE, DONE);
        CompletableFuture<Exchange> next = CompletableFuture.supplyAsync(
                () -> send(paced(pace, true, PacedEndpoint.Manner.SCENARIO), Purpose.PROBE));

        assertThrows(TimeoutException.class, () -> next.get(200, TimeUnit.MILLISECONDS));
        pace.letOthersGo();
        assertThat(next.get(20, TimeUnit.SECONDS).status(), is(200));
    }

    @Test
    void letsNobodySlipInWhoWaitedOutTheSamePause() throws Exception {
        Pace pace = Pace.free(clock);
        pace.askedToSlowDown(Duration.ofSeconds(3));
        CountDownLatch pausing = new CountDownLatch(1);
        CountDownLatch pauseOver = new CountDownLatch(1);
        Waiter slow = delay -> {
            pausing.countDown();
            pauseOver.await();
            clock.pass(delay);
        };
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> {
            try {
                pace.beforeSending(false, slow);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        pausing.await();
        pace.goAhead();
        pauseOver.countDown();

        assertThrows(TimeoutException.class, () -> other.get(200, TimeUnit.MILLISECONDS));
        pace.letOthersGo();
        other.get(20, TimeUnit.SECONDS);
    }

    @Test
    void letsOthersGoWhenARequestIsRefusedToTheEnd() throws Exception {
        Pace pace = Pace.free(clock);
        server.answers(Purpose.PROBE, TOO_MANY.with("Retry-After", "1")).answers(Purpose.PING, DONE);
        Endpoint paced = paced(pace, true, PacedEndpoint.Manner.SCENARIO);
        assertThrows(Throttled.class, () -> send(paced, Purpose.PROBE));

        CompletableFuture<Exchange> next = CompletableFuture.supplyAsync(() -> send(paced, Purpose.PING));
        assertThat(next.get(20, TimeUnit.SECONDS).status(), is(200));
    }

    @Test
    void sendsFartherApartFromThenOn() {
        Pace pace = Pace.free(clock);
        server.answers(Purpose.PROBE, TOO_MANY.with("Retry-After", "0"), DONE);
        Endpoint paced = paced(pace, true, PacedEndpoint.Manner.SCENARIO);
        for (int i = 0; i < 4; i++) {
            send(paced, Purpose.PROBE);
        }

        assertThat(waiter.asked(), everyItem(is(Duration.ofMillis(50))));
        assertThat(waiter.asked(), hasSize(3));
    }

    @Test
    void saysNothingOfTheServerWhereItRefusesToTheEnd() {
        Pace pace = Pace.free(clock);
        server.answers(Purpose.PROBE, TOO_MANY.with("Retry-After", "1"));

        String said = assertThrows(
                        Throttled.class, () -> send(paced(pace, true, PacedEndpoint.Manner.SCENARIO), Purpose.PROBE))
                .getMessage();
        assertThat(
                said,
                is("the server answered 429 (too many requests) 3 times, so nothing can be said here (exchange 3)"));
        assertThat(pace.slowedDown().givenUp(), is(1));
    }

    @Test
    void doesNotWaitLongerThanTheLimit() {
        server.answers(Purpose.PROBE, TOO_MANY.with("Retry-After", "3600"));

        String said = assertThrows(
                        Throttled.class,
                        () -> send(paced(Pace.free(clock), true, PacedEndpoint.Manner.SCENARIO), Purpose.PROBE))
                .getMessage();
        assertThat(
                said,
                is(
                        "the server answered 429 (too many requests) and asked for a wait of 3600 s, above limits.max-wait of"
                                + " 30 s, so nothing can be said here (exchange 1)"));
        assertThat(waiter.asked(), is(empty()));
    }

    @Test
    void isHopelessAfterFiveRequestsInARow() {
        Pace pace = Pace.free(clock);
        server.answers(Purpose.PROBE, TOO_MANY.with("Retry-After", "1"));
        Endpoint paced = paced(pace, true, PacedEndpoint.Manner.SCENARIO);
        for (int i = 0; i < 5; i++) {
            assertThat(pace.isHopeless(), is(false));
            assertThrows(Throttled.class, () -> send(paced, Purpose.PROBE));
        }
        assertThat(pace.isHopeless(), is(true));
    }

    @Test
    void isHopelessTooWhereTheServerLetsSessionsBeEnded() {
        Pace pace = Pace.free(clock);
        server.answers(Purpose.PROBE, TOO_MANY.with("Retry-After", "1")).answers(Purpose.CLEAN_UP_ENDING, DONE);
        for (int i = 0; i < 5; i++) {
            assertThrows(Throttled.class, () -> send(paced(pace, true, PacedEndpoint.Manner.SCENARIO), Purpose.PROBE));
            send(paced(pace, true, PacedEndpoint.Manner.CLEAN_UP), Purpose.CLEAN_UP_ENDING);
        }
        assertThat(pace.isHopeless(), is(true));
    }

    @Test
    void handsTheRefusalOnWhereSessionsAreCleanedUp() {
        server.answers(Purpose.ENDING, TOO_MANY.with("Retry-After", "1"));

        assertThat(
                send(paced(Pace.free(clock), true, PacedEndpoint.Manner.CLEAN_UP), Purpose.ENDING)
                        .status(),
                is(429));
        assertThat(log.all(), hasSize(1));
    }

    @Test
    void leavesARefusalAloneThatAScenarioMayHaveScripted() {
        server.answers(Purpose.OPENING, TOO_MANY.with("Retry-After", "1"));

        assertThat(
                send(paced(Pace.free(clock), false, PacedEndpoint.Manner.SCENARIO), Purpose.OPENING)
                        .status(),
                is(429));
        assertThat(log.all(), hasSize(1));
        assertThat(waiter.asked(), is(empty()));
    }

    @Test
    void sendsNothingWhereAWaitIsEndedWithTheRun() {
        Pace pace = Pace.free(clock);
        pace.askedToSlowDown(Duration.ofSeconds(9));
        waiter.interruptWaits();

        assertThrows(OpeningsBarred.class, () -> send(paced(pace, true, PacedEndpoint.Manner.SCENARIO), Purpose.PROBE));
        assertThat(log.all(), is(empty()));
    }

    private Endpoint paced(Pace pace, boolean obeys, PacedEndpoint.Manner manner) {
        Endpoint noting = (outgoing, to, seen) -> {
            sentAt.add(clock.now());
            return server.send(outgoing, to, seen);
        };
        return new PacedEndpoint(noting, pace, waiter, clock, Duration.ofSeconds(30), obeys, manner);
    }

    private Exchange send(Endpoint endpoint, Purpose purpose) {
        return endpoint.send(
                new Endpoint.Outgoing(
                        purpose,
                        Caller.anonymous("main"),
                        "POST",
                        Headers.NONE,
                        Body.of("{}"),
                        new Endpoint.Reading.Whole()),
                log,
                seen -> {});
    }
}
