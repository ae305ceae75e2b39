package io.github.sessionsurvival.steps;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.closeTo;
import static org.hamcrest.Matchers.is;

import org.junit.jupiter.api.Test;

final class PowerTest {

    @Test
    void isTheChanceThatARareFaultStrikesInNoneOfTheTries() {
        assertThat(new Power(1).missed(), closeTo(0.95, 1e-9));
        assertThat(new Power(8).missed(), closeTo(0.6634, 1e-4));
        assertThat(new Power(200).missed(), closeTo(0.000035, 1e-6));
    }

    @Test
    void isToldInWholeRuns() {
        assertThat(
                new Power(20).inWords(),
                is("tried 20 times: a fault that strikes in one of twenty would be missed by 36 of a hundred runs"));
        assertThat(
                new Power(1).inWords(),
                is("tried once: a fault that strikes in one of twenty would be missed by 95 of a hundred runs"));
    }

    @Test
    void neverClaimsThatNothingIsMissed() {
        assertThat(
                new Power(200).inWords(),
                is(
                        "tried 200 times: a fault that strikes in one of twenty would be missed by fewer than 1 of a hundred runs"));
    }
}
