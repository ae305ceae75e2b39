package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.client.ExchangeLog;
import io.github.sessionsurvival.client.McpClient;
import io.github.sessionsurvival.client.Session;
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
 * Clients that ask for one session again and again, each until it is refused. Their exchanges are many and alike, so they
 * are counted and not kept, except one that broke the promise.
 */
final class Traffic {

    /** Far more than a session's end takes; a bound against asking for ever where it never comes. */
    private static final Duration SEES_THE_END_WITHIN = Duration.ofSeconds(10);

    private static final int MOST_REQUESTS = 20_000;
    private static final int GONE = 404;

    private final List<Future<Reader>> readers = new ArrayList<>();
    private final ExchangeLog evidence;
    private final ExecutorService threads;
    private final CountDownLatch answeredOnce;

    private Traffic(int readers, ExchangeLog evidence) {
        this.evidence = evidence;
        this.threads = Executors.newFixedThreadPool(readers);
        this.answeredOnce = new CountDownLatch(readers);
    }

    /**
     * What one client met.
     *
     * @param answered how many requests were answered with a result
     * @param fault what it met instead of being told that the session is gone; empty where it was told
     */
    record Reader(int answered, Optional<String> fault) {}

    /** Begins to ask. */
    static Traffic on(Session session, int readers, World world) {
        Traffic traffic = new Traffic(readers, world.log());
        for (int i = 0; i < readers; i++) {
            ExchangeLog own = new ExchangeLog();
            McpClient client = Clients.of(
                    world.run(),
                    world.caller(),
                    own,
                    world.label().text(),
                    world.run().swift());
            traffic.readers.add(traffic.threads.submit(() -> traffic.read(client, session, own)));
        }
        return traffic;
    }

    private Reader read(McpClient client, Session session, ExchangeLog own) {
        int answered = 0;
        boolean endedWithItsStream = false;
        while (answered < MOST_REQUESTS && !Thread.currentThread().isInterrupted()) {
            own.forget();
            Exchange exchange = client.probe(session);
            if (Reply.result(exchange).isEmpty()) {
                if (!endedWithItsStream && isCutStream(exchange)) {
                    endedWithItsStream = true;
                    continue;
                }
                if (exchange.status() == GONE && exchange.fault().isEmpty()) {
                    return new Reader(answered, Optional.empty());
                }
                Exchange kept = evidence.adopt(exchange);
                return new Reader(
                        answered, Optional.of("met " + Reply.inWords(kept) + " (exchange " + kept.number() + ")"));
            }
            answered++;
            if (answered == 1) {
                answeredOnce.countDown();
            }
        }
        return new Reader(answered, Optional.of("was answered as if the session lived on"));
    }

    /** Returns when every client has had an answer, or gives up: what they met then tells why. */
    void awaitAnswers() throws InterruptedException {
        answeredOnce.await(SEES_THE_END_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** An answer's stream may end with its session (SSE-03): that tells nothing yet, and the next request has to. */
    private static boolean isCutStream(Exchange exchange) {
        return exchange.answer().filter(Exchange.Answer::isEventStream).isPresent()
                && Reply.messages(exchange).isEmpty();
    }

    /** What every client met, when all of them have stopped asking. */
    List<Reader> over() {
        threads.shutdown();
        try {
            if (!threads.awaitTermination(SEES_THE_END_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
                threads.shutdownNow();
            }
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
        } finally {
            threads.shutdownNow();
        }
    }
}
