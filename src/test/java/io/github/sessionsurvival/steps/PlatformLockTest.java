package io.github.sessionsurvival.steps;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class PlatformLockTest {

    private final PlatformLock lock = new PlatformLock();
    private final CountDownLatch inside = new CountDownLatch(1);
    private Thread other;

    @AfterEach
    void endTheOther() {
        if (other != null) {
            other.interrupt();
        }
    }

    @Test
    void letsMoreThanOneIn() throws InterruptedException {
        lock.enter();
        lock.enter();
    }

    @Test
    void keepsWhoMustBeAloneOutWhileSomebodyIsInside() throws InterruptedException {
        lock.enter();
        begin(lock::enterAlone);
        assertThat(isInsideSoon(), is(false));
        lock.leave();
        assertThat(inside.await(10, TimeUnit.SECONDS), is(true));
    }

    @Test
    void letsNewcomersInWhileSomebodyWaitsToBeAlone() throws InterruptedException {
        lock.enter();
        begin(lock::enterAlone);
        isInsideSoon();
        lock.enter();
    }

    @Test
    void keepsEverybodyOutWhileSomebodyIsAlone() throws InterruptedException {
        lock.enterAlone();
        begin(lock::enter);
        assertThat(isInsideSoon(), is(false));
        lock.leaveAlone();
        assertThat(inside.await(10, TimeUnit.SECONDS), is(true));
    }

    @Test
    void isLeftByAnyThread() throws InterruptedException {
        lock.enterAlone();
        begin(lock::leaveAlone);
        assertThat(inside.await(10, TimeUnit.SECONDS), is(true));
        lock.enterAlone();
    }

    private boolean isInsideSoon() throws InterruptedException {
        return inside.await(50, TimeUnit.MILLISECONDS);
    }

    private interface Entering {
        void go() throws InterruptedException;
    }

    private void begin(Entering entering) {
        other = new Thread(() -> {
            try {
                entering.go();
                inside.countDown();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        other.setDaemon(true);
        other.start();
    }
}
