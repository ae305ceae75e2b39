package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.client.ExchangeLog;
import io.github.sessionsurvival.client.McpClient;
import io.github.sessionsurvival.wire.Exchange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Clients that ask again and again, each until it is refused or all have asked enough. Their exchanges are many and alike,
 * so they are counted and not kept, except one that broke the promise.
 */
final class Traffic {

    /** Far more than a session's end takes; a bound against asking for ever where it never comes. */
    private static final Duration SEES_THE_END_WITHIN = Duration.ofSeconds(10);

    private static final int MOST_REQUESTS = 20_000;
    /** As often as an opening is sent in all. */
    private static final int MOST_IN_VAIN = 8;

    private final List<Future<Reader>> readers = new ArrayList<>();
    private final World world;
    private final ExecutorService threads;
    private final CountDownLatch answeredOnce;
    private final Duration between;
    private volatile boolean enough;

    private Traffic(int readers, World world, Duration between) {
        this.world = world;
        this.threads = Executors.newFixedThreadPool(readers);
        this.answeredOnce = new CountDownLatch(readers);
        this.between = between;
    }

    /**
     * What one client met.
     *
     * @param answered how many requests were answered with a result
     * @param gone whether it was told that its session is gone
     * @param fault what else it met; empty where nothing
     */
    record Reader(int answered, boolean gone, Optional<String> fault) {}

    /** One request, and what came of it. */
    interface Turn {
        Met take(McpClient client);
    }

    /** What comes of a request, as far as its client is concerned. */
    sealed interface Met {
        record Answered() implements Met {}

        record Gone() implements Met {}

        /** Nothing yet; the next request has to tell. */
        record Nothing(Duration pause) implements Met {}

        record Failure(Exchange exchange) implements Met {}
    }

    /**
     * Begins to ask.
     *
     * @param between how long each client pauses between two requests
     */
    static Traffic of(int readers, World world, Duration between, Turn turn) {
        Traffic traffic = new Traffic(readers, world, between);
        for (int i = 0; i < readers; i++) {
            ExchangeLog own = new ExchangeLog();
            McpClient client = world.client(world.caller(), own, world.run().swift());
            traffic.readers.add(traffic.threads.submit(() -> traffic.read(client, own, turn)));
        }
        return traffic;
    }

    private Reader read(McpClient client, ExchangeLog own, Turn turn) {
        int answered = 0;
        int inVain = 0;
        boolean last = false;
        while (answered < MOST_REQUESTS && !last && !Thread.currentThread().isInterrupted()) {
            // One more request after that: only it tells how things are now.
            last = enough;
            own.forget();
            Met met = turn.take(client);
            if (met instanceof Met.Gone) {
                return new Reader(answered, true, Optional.empty());
            }
            if (met instanceof Met.Failure failure) {
                Exchange kept = world.log().adopt(failure.exchange());
                return new Reader(
                        answered,
                        false,
                        Optional.of("met " + Reply.inWords(kept) + " (exchange " + kept.number() + ")"));
            }
            if (met instanceof Met.Nothing nothing) {
                if (++inVain == MOST_IN_VAIN) {
                    return new Reader(
                            answered, false, Optional.of("was put off " + inVain + " times, one after the other"));
                }
                pause(nothing.pause());
                last = false;
                continue;
            }
            inVain = 0;
            answered++;
            if (answered == 1) {
                answeredOnce.countDown();
            }
            if (!last) {
                pause(between);
            }
        }
        return new Reader(
                answered, false, last ? Optional.empty() : Optional.of("was answered as if the session lived on"));
    }

    /** Whoever is stopped in the middle of a pause has met what it has met: that is told, and is no fault of its own. */
    private void pause(Duration time) {
        try {
            world.run().waiter().await(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns when every client of all of them has had an answer, or gives up: what they met then tells why. */
    static void awaitAnswers(List<Traffic> all) throws InterruptedException {
        long until = System.nanoTime() + SEES_THE_END_WITHIN.toNanos();
        for (Traffic each : all) {
            each.answeredOnce.await(until - System.nanoTime(), TimeUnit.NANOSECONDS);
        }
    }

    /** Each asks once more, and then no more. */
    void enough() {
        enough = true;
    }

    /** Waits until all of them have stopped asking, or stops them; for all together no longer than for one. */
    static void awaitEnd(List<Traffic> all) {
        long until = System.nanoTime() + SEES_THE_END_WITHIN.toNanos();
        try {
            for (Traffic each : all) {
                each.threads.shutdown();
                if (!each.threads.awaitTermination(until - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    each.threads.shutdownNow();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NotRun("the run was ended while this scenario was waiting");
        } finally {
            all.forEach(each -> each.threads.shutdownNow());
        }
    }

    /** What every client met; all of them have stopped asking. */
    List<Reader> met() {
        try {
            List<Reader> seen = new ArrayList<>();
            for (Future<Reader> reader : readers) {
                seen.add(reader.get(SEES_THE_END_WITHIN.toMillis(), TimeUnit.MILLISECONDS));
            }
            return seen;
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("a client that kept asking broke off", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NotRun("the run was ended while this scenario was waiting");
        }
    }
}
