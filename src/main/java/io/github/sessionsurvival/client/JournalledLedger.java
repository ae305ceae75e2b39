package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.Redaction;
import io.github.sessionsurvival.wire.SessionId;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/**
 * The ledger of one run, written through to its journal. An entry leaves the journal only with a receipt that says the
 * session is ended or may expire by itself; what is left behind stays there for a sweep.
 */
public final class JournalledLedger implements SessionLedger {

    /** So many requests of clean-up at once: ending a session may make a server load it first (host contract C2). */
    public static final int WIDTH = 4;

    public static final Duration PER_SESSION = Duration.ofSeconds(30);

    /** How long an opening waits for another session's end. */
    private static final Duration ROOM_WITHIN = Duration.ofSeconds(60);

    private final Journal journal;
    private final RunClock clock;
    private final Redaction redaction;
    private final CleanUp cleanUp;

    private final Object lock = new Object();
    private final Map<SessionId, Entry> entries = new LinkedHashMap<>();
    private final Map<SessionId, Receipt> receipts = new LinkedHashMap<>();
    private final List<UnnamedSession> unnamed = new ArrayList<>();
    private Optional<String> journalFault = Optional.empty();
    private int openings;
    private int openingsInFlight;
    private boolean barred;
    private int most = Integer.MAX_VALUE;
    private boolean lastingCount;

    private record Entry(NotedSession noted, Caller caller, boolean endedByScenario) {}

    public JournalledLedger(
            Journal journal,
            Endpoint endpoint,
            Waiter waiter,
            RunClock clock,
            RetryPolicy policy,
            Redaction redaction) {
        this(journal, endpoint, waiter, clock, policy, redaction, WIDTH, PER_SESSION);
    }

    /**
     * @param endpoint what clean-up speaks through; best one that an interrupt can stop
     * @param policy whose restart answer an ending is sent again after
     * @param redaction learns every noted id
     * @param width how many requests of clean-up may be in flight
     * @param perSession how long may be spent on one session
     */
    public JournalledLedger(
            Journal journal,
            Endpoint endpoint,
            Waiter waiter,
            RunClock clock,
            RetryPolicy policy,
            Redaction redaction,
            int width,
            Duration perSession) {
        this.journal = journal;
        this.clock = clock;
        this.redaction = redaction;
        this.cleanUp = new CleanUp(
                new SessionEnding(
                        endpoint, waiter, clock, policy, new Semaphore(width, true), new Patience(), perSession),
                width);
    }

    @Override
    public void note(SessionId id, Caller caller, String scenario, int exchange) {
        redaction.hide(id);
        synchronized (lock) {
            if (entries.containsKey(id)) {
                return;
            }
            NotedSession noted = new NotedSession(id, caller.id(), scenario, exchange, clock.now());
            entries.put(id, new Entry(noted, caller, false));
            write(() -> journal.noted(noted));
        }
    }

    @Override
    public void endedByScenario(SessionId id) {
        synchronized (lock) {
            entries.computeIfPresent(id, (i, e) -> new Entry(e.noted(), e.caller(), true));
            lock.notifyAll();
        }
    }

    @Override
    public void mayExist(Caller caller, String scenario, int exchange) {
        UnnamedSession possible = new UnnamedSession(caller.id(), scenario, exchange);
        synchronized (lock) {
            unnamed.add(possible);
            write(() -> journal.mayExist(possible));
        }
    }

    @Override
    public void unnamedReclaimed(Caller caller) {
        synchronized (lock) {
            unnamed.removeIf(u -> u.caller().equals(caller.id()));
        }
    }

    @Override
    public List<SessionId> notedBy(String scenario) {
        synchronized (lock) {
            return entries.values().stream()
                    .map(Entry::noted)
                    .filter(n -> n.scenario().equals(scenario))
                    .map(NotedSession::id)
                    .toList();
        }
    }

    @Override
    public int notedAtExchange(SessionId id) {
        synchronized (lock) {
            Entry entry = entries.get(id);
            if (entry == null) {
                throw new IllegalArgumentException("session " + id.shortened() + " was never noted");
            }
            return entry.noted().exchange();
        }
    }

    @Override
    public List<Receipt> endAllOf(String scenario) {
        return endAllOf(scenario, new ExchangeLog());
    }

    @Override
    public List<Receipt> endAllOf(String scenario, ExchangeLog log) {
        List<CleanUp.Owed> owed = owed(e -> e.noted().scenario().equals(scenario)
                && !receipts.containsKey(e.noted().id()));
        return settle(owed, log, cleanUp.enoughFor(owed.size()));
    }

    /**
     * From now on at most so many sessions are open at once; an opening beyond waits for another session's end.
     *
     * @param lastingCount whether sessions that clean-up could not end, or that the server lets nobody end, still count:
     *     they are open for all anyone knows, but where a server is one's own that need not keep a run from going on
     */
    public void allowAtOnce(int sessions, boolean lastingCount) {
        synchronized (lock) {
            this.most = sessions;
            this.lastingCount = lastingCount;
        }
    }

    /** @throws NoRoom where no other session ends in time, or only the scenario's own could */
    @Override
    public Optional<Admission> admitOpening(Caller caller, String scenario) {
        int number;
        synchronized (lock) {
            awaitRoom(scenario);
            if (barred) {
                return Optional.empty();
            }
            openingsInFlight++;
            number = ++openings;
            write(() -> journal.opening(number, caller.id(), scenario));
        }
        AtomicBoolean over = new AtomicBoolean();
        return Optional.of(() -> {
            if (over.compareAndSet(false, true)) {
                synchronized (lock) {
                    openingsInFlight--;
                    lock.notifyAll();
                    write(() -> journal.openingOver(number));
                }
            }
        });
    }

    private void awaitRoom(String scenario) {
        long end = System.nanoTime() + ROOM_WITHIN.toNanos();
        while (!barred && open(e -> true) + openingsInFlight >= most) {
            int own = open(e -> !isLasting(e) && e.noted().scenario().equals(scenario));
            int lasting = open(this::isLasting);
            // Nobody else's ending could make room.
            if (own >= most) {
                throw NoRoom.forTheScenarioAlone(most);
            }
            if (own + lasting >= most) {
                throw NoRoom.besideLasting(most, lasting);
            }
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                throw NoRoom.inTime(most, ROOM_WITHIN);
            }
            try {
                lock.wait(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new OpeningsBarred();
            }
        }
    }

    private int open(Predicate<Entry> which) {
        return (int) entries.values().stream()
                .filter(e -> isLasting(e)
                        || !e.endedByScenario()
                                && !receipts.containsKey(e.noted().id()))
                .filter(which)
                .count();
    }

    private boolean isLasting(Entry entry) {
        Receipt receipt = receipts.get(entry.noted().id());
        return lastingCount
                && receipt != null
                && (receipt.outcome() == Receipt.Outcome.LEFT_TO_EXPIRE
                        || receipt.outcome() == Receipt.Outcome.LEFT_BEHIND);
    }

    @Override
    public void barOpenings() {
        synchronized (lock) {
            barred = true;
            lock.notifyAll();
        }
    }

    @Override
    public boolean openingsBarred() {
        synchronized (lock) {
            return barred;
        }
    }

    /**
     * Bars openings, waits up to half the time for those in flight to name their sessions, then ends what is not ended,
     * sessions that an earlier clean-up had to leave behind included: the server may be back.
     */
    @Override
    public List<Receipt> endEverything(Duration within) {
        long end = System.nanoTime() + within.toNanos();
        barOpenings();
        awaitOpeningsInFlight(within.dividedBy(2));
        Map<SessionId, Receipt> written = new LinkedHashMap<>();
        Set<SessionId> tried = new HashSet<>();
        ExchangeLog log = new ExchangeLog();
        while (true) {
            List<CleanUp.Owed> owed = owed(
                    e -> !isSettled(e.noted().id()) && !tried.contains(e.noted().id()));
            if (owed.isEmpty()) {
                return List.copyOf(written.values());
            }
            owed.forEach(o -> tried.add(o.noted().id()));
            Duration left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
            settle(owed, log, left).forEach(r -> written.put(r.id(), r));
        }
    }

    private void awaitOpeningsInFlight(Duration within) {
        long end = System.nanoTime() + within.toNanos();
        boolean interrupted = false;
        synchronized (lock) {
            for (long left = within.toMillis(); openingsInFlight > 0 && left > 0; ) {
                try {
                    lock.wait(left);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
                left = (end - System.nanoTime()) / 1_000_000;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private List<CleanUp.Owed> owed(Predicate<Entry> which) {
        synchronized (lock) {
            return entries.values().stream()
                    .filter(which)
                    .map(e -> new CleanUp.Owed(e.noted(), Optional.of(e.caller()), e.endedByScenario()))
                    .toList();
        }
    }

    private List<Receipt> settle(List<CleanUp.Owed> owed, ExchangeLog log, Duration within) {
        return cleanUp.of(owed, log, within).stream().map(this::file).toList();
    }

    /** A session found ended stays ended, even where a second look ran out of time. */
    private Receipt file(Receipt receipt) {
        synchronized (lock) {
            Receipt before = receipts.get(receipt.id());
            if (before != null
                    && (isSettled(receipt.id()) || receipt.exchanges().isEmpty())) {
                return before;
            }
            receipts.put(receipt.id(), receipt);
            lock.notifyAll();
            if (receipt.outcome() != Receipt.Outcome.LEFT_BEHIND) {
                write(() -> journal.ended(receipt.id()));
            }
            return receipt;
        }
    }

    private boolean isSettled(SessionId id) {
        Receipt receipt = receipts.get(id);
        return receipt != null && receipt.outcome() != Receipt.Outcome.LEFT_BEHIND;
    }

    @Override
    public List<Receipt> receipts() {
        synchronized (lock) {
            return List.copyOf(receipts.values());
        }
    }

    @Override
    public List<String> possiblyLeftBehind() {
        synchronized (lock) {
            return unnamed.stream().map(UnnamedSession::inWords).toList();
        }
    }

    /**
     * Why the journal could not be written, the first time it could not. The ledger goes on in memory; but a killed run
     * could not be tidied up after, so this is a fault of the suite to report.
     */
    public Optional<String> journalFault() {
        synchronized (lock) {
            return journalFault;
        }
    }

    @FunctionalInterface
    private interface Writing {
        void run() throws IOException;
    }

    private void write(Writing writing) {
        try {
            writing.run();
        } catch (IOException e) {
            if (journalFault.isEmpty()) {
                journalFault = Optional.of("the journal of this run cannot be written: " + e.getMessage());
            }
        }
    }
}
