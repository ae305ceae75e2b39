package io.github.sessionsurvival.client;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SystemWaiterTest {

    private final Waiter waiter = new SystemWaiter();

    @Test
    void neverWaitsLessThanAsked() throws Exception {
        for (int i = 1; i <= 20; i++) {
            long from = System.nanoTime();
            waiter.await(Duration.ofNanos(i * 333_333L));
            assertThat(System.nanoTime() - from, greaterThanOrEqualTo(i * 333_333L));
        }
    }

    @Test
    void noWaitIsNoWait() throws Exception {
        waiter.await(Duration.ZERO);
        waiter.await(Duration.ofSeconds(-1));
    }

    @Test
    void anInterruptEndsEvenTheLongestWait() {
        Thread.currentThread().interrupt();
        assertThrows(InterruptedException.class, () -> waiter.await(Duration.ofSeconds(Long.MAX_VALUE)));
        Thread.currentThread().interrupt();
        assertThrows(InterruptedException.class, () -> waiter.await(Duration.ZERO));
    }
}
