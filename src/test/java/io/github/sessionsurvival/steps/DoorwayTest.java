package io.github.sessionsurvival.steps;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DoorwayTest {

    private static final ScenarioLabel SHORT = new ScenarioLabel("short-1", List.of("@RST-04", "@disturbs"));
    private static final ScenarioLabel LONG = new ScenarioLabel("long-1", List.of("@RST-03", "@disturbs", "@waits"));

    private final Doorway doorway = new Doorway(2);

    @Test
    void letsAFewShortScenariosInAtOnceAndTheNextWhenOneIsOver() throws Exception {
        assertThat(doorway.pass(SHORT), is(true));
        assertThat(doorway.pass(SHORT), is(true));
        CompletableFuture<Boolean> third = CompletableFuture.supplyAsync(this::passShort);
        assertThrows(TimeoutException.class, () -> third.get(100, TimeUnit.MILLISECONDS));

        doorway.giveBack();

        assertThat(third.get(20, TimeUnit.SECONDS), is(true));
    }

    @Test
    void letsEveryScenarioThatWaitsInAtOnce() throws Exception {
        doorway.pass(SHORT);
        doorway.pass(SHORT);

        for (int i = 0; i < 20; i++) {
            assertThat("it holds no place", doorway.pass(LONG), is(false));
        }
    }

    private boolean passShort() {
        try {
            return doorway.pass(SHORT);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
