package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.client.Attempt;
import java.time.Duration;
import org.hamcrest.Description;
import org.hamcrest.TypeSafeDiagnosingMatcher;

/**
 * Whether the wait that followed an attempt was long enough. Longest is judged by what was asked of the waiter, since what
 * a loaded machine adds says nothing about the client; a wait that took less than was asked is too short all the same
 * (RST-05).
 */
final class WaitedAtLeast extends TypeSafeDiagnosingMatcher<Attempt> {

    private final Duration least;
    private final Duration most;

    private WaitedAtLeast(Duration least, Duration most) {
        this.least = least;
        this.most = most;
    }

    static WaitedAtLeast waitedAtLeast(Duration least) {
        return new WaitedAtLeast(least, Duration.ofDays(1));
    }

    /** A second either way: a date names whole seconds, and the clock may tick between two headers of one answer. */
    static WaitedAtLeast waitedAbout(Duration wait) {
        Duration least = wait.minusSeconds(1);
        return new WaitedAtLeast(least.isNegative() ? Duration.ZERO : least, wait.plusSeconds(1));
    }

    @Override
    protected boolean matchesSafely(Attempt attempt, Description mismatch) {
        if (attempt.waited().isEmpty()) {
            mismatch.appendText("no wait followed");
            return false;
        }
        Duration asked = attempt.waited().get().asked();
        Duration measured = attempt.waited().get().measured();
        Duration shorter = measured.compareTo(asked) < 0 ? measured : asked;
        mismatch.appendText("was " + Seconds.inWords(shorter));
        return shorter.compareTo(least) >= 0 && asked.compareTo(most) <= 0;
    }

    @Override
    public void describeTo(Description description) {
        description.appendText("to be at least " + Seconds.inWords(least));
        if (most.compareTo(Duration.ofDays(1)) < 0) {
            description.appendText(" and at most " + Seconds.inWords(most));
        }
    }
}
