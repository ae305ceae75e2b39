package io.github.sessionsurvival.client;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import io.github.sessionsurvival.wire.Purpose;
import org.junit.jupiter.api.Test;

/** A server that puts clean-up off for ever must not keep a run of hundreds of sessions for hours. */
final class PatienceTest {

    private final Patience patience = new Patience();

    @Test
    void lastsWhileARestartMayStillBeOver() {
        patience.wasInVain(Purpose.CLEAN_UP_ENDING);
        patience.wasInVain(Purpose.CLEAN_UP_ENDING);
        assertThat(patience.isWorth(Purpose.CLEAN_UP_ENDING, 7), is(true));
        assertThat(patience.isWorth(Purpose.CLEAN_UP_CHECK, 7), is(true));
    }

    @Test
    void isWornOnceItWasInVainThreeTimes() {
        wear();
        assertThat("an ending is tried twice", patience.isWorth(Purpose.CLEAN_UP_ENDING, 1), is(true));
        assertThat(patience.isWorth(Purpose.CLEAN_UP_ENDING, 2), is(false));
        assertThat("a check once", patience.isWorth(Purpose.CLEAN_UP_CHECK, 1), is(false));
    }

    @Test
    void isRestoredByAServerThatAnswersInTheEnd() {
        wear();
        patience.wasRewarded(Purpose.CLEAN_UP_ENDING);
        assertThat(patience.isWorth(Purpose.CLEAN_UP_ENDING, 7), is(true));
    }

    @Test
    void isWornForTheOneThatWasInVainAlone() {
        for (int i = 0; i < 3; i++) {
            patience.wasInVain(Purpose.CLEAN_UP_CHECK);
            patience.wasRewarded(Purpose.CLEAN_UP_ENDING);
        }
        assertThat(patience.isWorth(Purpose.CLEAN_UP_CHECK, 1), is(false));
        assertThat(patience.isWorth(Purpose.CLEAN_UP_ENDING, 7), is(true));
    }

    private void wear() {
        for (Purpose purpose : new Purpose[] {Purpose.CLEAN_UP_CHECK, Purpose.CLEAN_UP_ENDING}) {
            patience.wasInVain(purpose);
            patience.wasInVain(purpose);
            patience.wasInVain(purpose);
        }
    }
}
