package io.github.sessionsurvival.cli;

import io.github.sessionsurvival.client.ExchangeLog;
import io.github.sessionsurvival.client.Journal;
import io.github.sessionsurvival.client.JournalFolder;
import io.github.sessionsurvival.client.JournalHeader;
import io.github.sessionsurvival.client.Opening;
import io.github.sessionsurvival.client.Receipt;
import io.github.sessionsurvival.client.ReferenceClient;
import io.github.sessionsurvival.client.RetryPolicy;
import io.github.sessionsurvival.client.RunClock;
import io.github.sessionsurvival.client.Session;
import io.github.sessionsurvival.steps.Run;
import io.github.sessionsurvival.target.Counts;
import io.github.sessionsurvival.target.Environment;
import io.github.sessionsurvival.target.RunSettings;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Purpose;
import io.github.sessionsurvival.wire.Redaction;
import io.github.sessionsurvival.wire.Revision;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Many clients that open sessions, use them and end them, while the embedded platform restarts again and again: what a run
 * does, for as long as is asked, with an endpoint, a ledger and a journal of its own.
 */
public final class SoakRound {

    private static final int CLIENTS = 50;
    private static final Duration BETWEEN_JOURNEYS = Duration.ofSeconds(4);
    private static final Duration BETWEEN_RESTARTS = Duration.ofSeconds(1);
    private static final int MOST_TIMES_TOLD_TO_WAIT = 8;

    private final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
    private final AtomicInteger journeys = new AtomicInteger();
    private final AtomicInteger retries = new AtomicInteger();
    private volatile boolean over;

    /**
     * What came of a round.
     *
     * @param retries how often an opening was repeated after a restart answer
     * @param created sessions that the platform created
     * @param live those that live when all is over
     * @param wrong what should not have happened, a line each
     */
    public record Outcome(int journeys, int retries, int restarts, int created, int live, List<String> wrong) {}

    /** Carries it out; the folder is the round's own. */
    public static Outcome of(Duration time, Path folder) throws Exception {
        return new SoakRound().lasting(time, folder);
    }

    private Outcome lasting(Duration time, Path folder) throws Exception {
        RunSettings settings = RunSettings.ofProperties(new Environment(name -> null, name -> null));
        Environment environment = new Environment(name -> null, System::getProperty);
        Redaction redaction = new Redaction();
        OpenedTarget opened =
                OpenedTarget.open(TargetDeclaration.of(settings, environment), environment, redaction, line -> {});
        Journal journal = new JournalFolder(folder)
                .begin(new JournalHeader("soak", "embedded", opened.target().url(), Optional.empty(), Instant.now()));
        try (OpenRun open =
                OpenRun.of(opened, journal, settings, Set.of(), Revision.R2025_11_25, redaction, RunClock.system())) {
            int restarts = carryOut(open.run(), time);
            open.ledger().endEverything(Duration.ofSeconds(30)).stream()
                    .filter(SoakRound::isLost)
                    .forEach(receipt -> wrong.add("left behind: " + receipt.detail()));
            Counts counts = open.run().lever().counts(open.run().target().caller());
            return new Outcome(
                    journeys.get(), retries.get(), restarts, counts.created(), counts.live(), List.copyOf(wrong));
        }
    }

    private int carryOut(Run run, Duration time) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
        try {
            List<Future<?>> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                String label = "client " + (i + 1);
                clients.add(threads.submit(() -> {
                    travel(run, label);
                    return null;
                }));
            }
            int restarts = 0;
            for (long end = System.nanoTime() + time.toNanos(); System.nanoTime() < end; restarts++) {
                run.lever().restart();
                run.waiter().await(BETWEEN_RESTARTS);
            }
            over = true;
            for (Future<?> client : clients) {
                client.get(120, TimeUnit.SECONDS);
            }
            return restarts;
        } finally {
            over = true;
            threads.shutdownNow();
            threads.awaitTermination(10, TimeUnit.SECONDS);
        }
    }

    private void travel(Run run, String label) throws InterruptedException {
        for (int number = 1; !over; number++) {
            String journey = label + ", journey " + number;
            ExchangeLog log = new ExchangeLog();
            ReferenceClient client = new ReferenceClient(
                    run.target().caller(),
                    journey,
                    run.swift(),
                    run.ledger(),
                    log,
                    run.waiter(),
                    run.clock(),
                    new RetryPolicy(
                            run.target().contract(), run.target().limits().maxWait()),
                    run.redaction(),
                    Optional.empty(),
                    new AtomicInteger()::incrementAndGet);
            Opening opening = client.open(run.asks());
            retries.addAndGet(opening.attempts().size() - 1);
            if (opening.isOpen()) {
                use(run, client, opening.session().orElseThrow(), journey);
            } else if (!isPassedOn(run, log)) {
                wrong.add(journey + " was not opened: " + opening.failure().orElse(""));
            }
            run.ledger().endAllOf(journey).stream()
                    .filter(SoakRound::isLost)
                    .forEach(receipt -> wrong.add(journey + " was not ended: " + receipt.detail()));
            journeys.incrementAndGet();
            run.waiter().await(BETWEEN_JOURNEYS);
        }
    }

    private void use(Run run, ReferenceClient client, Session session, String journey) throws InterruptedException {
        for (int told = 0; told < MOST_TIMES_TOLD_TO_WAIT; told++) {
            Exchange answer = client.probe(session);
            if (answer.status() == 200) {
                return;
            }
            if (!isToldToWait(run, answer)) {
                wrong.add(journey + " was answered " + answer.outcomeInWords());
                return;
            }
            run.waiter().await(RetryPolicy.advertised(answer).delay().orElse(Duration.ofSeconds(1)));
        }
        wrong.add(journey + " was told to wait again and again");
    }

    /** A restart answer to the confirmation: our client follows none there (HTTP-03), and opens again. */
    private static boolean isPassedOn(Run run, ExchangeLog log) {
        List<Exchange> all = log.all();
        return all.stream()
                .reduce((first, last) -> last)
                .filter(last -> last.purpose() == Purpose.CONFIRMATION && isToldToWait(run, last))
                .isPresent();
    }

    private static boolean isToldToWait(Run run, Exchange answer) {
        return answer.answer()
                .filter(a -> run.target().contract().orElseThrow().matches(a.status(), a.body()))
                .isPresent();
    }

    private static boolean isLost(Receipt receipt) {
        return receipt.outcome() == Receipt.Outcome.LEFT_BEHIND || receipt.outcome() == Receipt.Outcome.LEFT_TO_EXPIRE;
    }
}
