package io.github.sessionsurvival.target;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The moment between two looks at a process or a port of this machine; never part of a scenario's own waiting. */
final class Pause {

    private Pause() {}

    static void of(Duration moment) {
        try {
            new CompletableFuture<Void>().get(moment.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // The moment is over.
        }
    }
}
