package io.github.sessionsurvival.steps;

/**
 * Lets scenarios run side by side, except those that hit the whole target: these wait until nobody else is inside and
 * then run alone. While one waits, newcomers still get in, so that a run's long waits are not lined up behind it. Not
 * bound to threads: who leaves need not be who entered.
 */
final class PlatformLock {

    private int inside;
    private boolean alone;

    synchronized void enter() throws InterruptedException {
        while (alone) {
            wait();
        }
        inside++;
    }

    synchronized void enterAlone() throws InterruptedException {
        while (alone || inside > 0) {
            wait();
        }
        alone = true;
    }

    synchronized void leave() {
        inside--;
        notifyAll();
    }

    synchronized void leaveAlone() {
        alone = false;
        notifyAll();
    }
}
