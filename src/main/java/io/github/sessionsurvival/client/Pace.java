package io.github.sessionsurvival.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How fast a whole run may send: the operator's budgets, and what the server itself asks for by 429 (RFC 6585 section 4). One
 * per run, for every endpoint and every thread.
 */
public final class Pace {

    /** What a server is granted that asks to slow down and does not say for how long. */
    static final Duration UNSAID = Duration.ofSeconds(5);

    private static final Duration FIRST_GAP = Duration.ofMillis(50);
    private static final Duration WIDEST_GAP = Duration.ofMillis(250);
    private static final int HOPELESS = 5;

    private final Optional<Turnstile> openings;
    private final Optional<Turnstile> requests;
    private final RunClock clock;
    /** Held by whoever sends a refused request again: the others wait, or they would take the place that it waited for. */
    private final ReentrantLock sendingAgain = new ReentrantLock(true);

    private final Object lock = new Object();
    private Duration freeAt = Duration.ZERO;
    private Duration gap = Duration.ZERO;
    private int asked;
    private int givenUp;
    private int givenUpInARow;
    private Duration waited = Duration.ZERO;

    /**
     * What the server asked for, so far.
     *
     * @param asked how often it answered 429
     * @param waited how long requests were held back for it, in all
     * @param givenUp how many requests were refused to the end
     * @param hopeless whether the run has stopped asking
     */
    public record SlowedDown(int asked, Duration waited, int givenUp, boolean hopeless) {}

    /**
     * @param openings how many opening requests; empty: any number
     * @param requests how many requests of any kind; empty: any number
     */
    public Pace(Optional<Allowance> openings, Optional<Allowance> requests, RunClock clock) {
        this.openings = openings.map(a -> new Turnstile(a, clock));
        this.requests = requests.map(a -> new Turnstile(a, clock));
        this.clock = clock;
    }

    /** Nothing is held back but what the server asks for. */
    public static Pace free(RunClock clock) {
        return new Pace(Optional.empty(), Optional.empty(), clock);
    }

    /**
     * Waits until the next request may go.
     *
     * @return what has to be told when the server has it
     */
    List<Turnstile.Passage> beforeSending(boolean opening, Waiter waiter) throws InterruptedException {
        letRefusedOnesGoAhead();
        List<Turnstile.Passage> passages = new ArrayList<>();
        try {
            if (opening && openings.isPresent()) {
                passages.add(openings.get().pass(waiter));
            }
            if (requests.isPresent()) {
                passages.add(requests.get().pass(waiter));
            }
            // Whoever waited out a pause together with a refused request must not slip in before it.
            do {
                awaitTheServersLeave(waiter);
            } while (letRefusedOnesGoAhead());
            return passages;
        } catch (InterruptedException e) {
            passages.forEach(Turnstile.Passage::over);
            throw e;
        }
    }

    /** Whether there were any to wait for. */
    private boolean letRefusedOnesGoAhead() throws InterruptedException {
        if (sendingAgain.isHeldByCurrentThread() || !sendingAgain.isLocked()) {
            return false;
        }
        sendingAgain.lockInterruptibly();
        sendingAgain.unlock();
        return true;
    }

    /** The calling thread sends its refused request again, before anybody else's next. */
    void goAhead() throws InterruptedException {
        if (!sendingAgain.isHeldByCurrentThread()) {
            sendingAgain.lockInterruptibly();
        }
    }

    /** It is dealt with, whatever came of it. */
    void letOthersGo() {
        if (sendingAgain.isHeldByCurrentThread()) {
            sendingAgain.unlock();
        }
    }

    private void awaitTheServersLeave(Waiter waiter) throws InterruptedException {
        for (Duration left = taken(); !left.isZero(); left = taken()) {
            waiter.await(left);
            synchronized (lock) {
                waited = waited.plus(left);
            }
        }
    }

    /** Takes the next moment that is free, or tells how far it is. */
    private Duration taken() {
        synchronized (lock) {
            Duration left = freeAt.minus(clock.now());
            if (left.isNegative() || left.isZero()) {
                freeAt = clock.now().plus(gap);
                return Duration.ZERO;
            }
            return left;
        }
    }

    /** The server refused a request because there were too many: all others wait as well, and are sent farther apart. */
    void askedToSlowDown(Duration delay) {
        synchronized (lock) {
            asked++;
            Duration until = clock.now().plus(delay);
            freeAt = until.compareTo(freeAt) > 0 ? until : freeAt;
            Duration wider = gap.isZero() ? FIRST_GAP : gap.multipliedBy(2);
            gap = wider.compareTo(WIDEST_GAP) < 0 ? wider : WIDEST_GAP;
        }
    }

    /** A request was refused to the end. */
    void gaveUp() {
        synchronized (lock) {
            givenUp++;
            givenUpInARow++;
        }
    }

    /** A request was dealt with. */
    void gotThrough() {
        synchronized (lock) {
            givenUpInARow = Math.min(givenUpInARow, HOPELESS) == HOPELESS ? HOPELESS : 0;
        }
    }

    /** Whether the server refused so many requests one after another that asking on only adds to its trouble. */
    public boolean isHopeless() {
        synchronized (lock) {
            return givenUpInARow >= HOPELESS;
        }
    }

    public SlowedDown slowedDown() {
        synchronized (lock) {
            return new SlowedDown(asked, waited, givenUp, isHopeless());
        }
    }
}
