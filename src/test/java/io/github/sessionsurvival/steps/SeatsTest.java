package io.github.sessionsurvival.steps;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.sessionsurvival.target.Limits;
import io.github.sessionsurvival.target.Target;
import io.github.sessionsurvival.wire.Caller;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SeatsTest {

    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:1/mcp, 1, 1",
        "http://127.0.0.1:1/mcp, 2, 1",
        "http://127.0.0.1:1/mcp, 5, 2",
        // One is kept for the session that observing scenarios share.
        "https://mcp.example/mcp, 1, 1",
        "https://mcp.example/mcp, 4, 1",
        "https://mcp.example/mcp, 5, 2"
    })
    void letsInOnlySoManyThatEachCanHoldTwoSessions(URI url, int sessions, int scenarios) throws Exception {
        Seats seats = new Seats(target(url, sessions));
        for (int i = 0; i < scenarios; i++) {
            seats.take(List.of());
        }
        CompletableFuture<Void> next = CompletableFuture.runAsync(() -> {
            try {
                seats.take(List.of());
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });

        assertThrows(TimeoutException.class, () -> next.get(100, TimeUnit.MILLISECONDS));
        seats.giveBack(1);
        next.get(20, TimeUnit.SECONDS);
        assertThat(next.isDone(), is(true));
    }

    /** Two scenarios with half of their seats each would wait for each other. */
    @Test
    void givesAScenarioThatHoldsManySessionsAllOfItsSeatsAtOnce() throws Exception {
        Seats seats = new Seats(target(URI.create("http://127.0.0.1:1/mcp"), 9));

        int taken = seats.take(List.of("@provokes", "@many"));

        assertThat(taken, is(4));
        seats.giveBack(taken);
        assertThat(seats.take(List.of()), is(1));
    }

    @Test
    void saysWhereThereIsNeverRoomForMany() {
        Seats seats = new Seats(target(URI.create("https://mcp.example/mcp"), 8));

        assertThat(
                assertThrows(NotRun.class, () -> seats.take(List.of("@many"))).getMessage(),
                containsString("limits.max-sessions leaves it 7"));
    }

    private static Target target(URI url, int sessions) {
        return Target.at("mine", url, Caller.anonymous("main"), Optional.empty(), Optional.empty())
                .withLimits(Limits.DEFAULT.withMaxSessions(sessions));
    }
}
