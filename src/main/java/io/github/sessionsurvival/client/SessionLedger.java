package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.SessionId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Every session anyone in this run has heard of, and what became of it (design section 4). One per run, shared by all
 * scenarios, also a journal on disk. The only place that ends sessions for clean-up.
 */
public interface SessionLedger {

    /**
     * Notes a session the moment its id is seen: flushed to the journal before this returns, so before the body is read.
     * Noting the same id twice is one note.
     */
    void note(SessionId id, Caller caller, String scenario, int exchange);

    /** The scenario itself ended this session and the server accepted; clean-up only checks that it is dead. */
    void endedByScenario(SessionId id);

    /** An opening was cut, or answered with the restart answer, where a session may have been created whose id nobody saw. */
    void mayExist(Caller caller, String scenario, int exchange);

    /** What this scenario has noted, in order. */
    List<SessionId> notedBy(String scenario);

    /** The exchange whose headers named the session first, by number within its scenario. */
    int notedAtExchange(SessionId id);

    /** Ends and checks everything the scenario noted, in bounded width and time. Never throws; failures are receipts. */
    List<Receipt> endAllOf(String scenario);

    /**
     * The same, with the exchanges of clean-up recorded in the scenario's own log, so that their numbers go on from the
     * scenario's and a receipt cites them without ambiguity.
     */
    default List<Receipt> endAllOf(String scenario, ExchangeLog log) {
        return endAllOf(scenario);
    }

    /** The lever has ended this caller's sessions that nobody could name: they are left behind no more. */
    default void unnamedReclaimed(Caller caller) {}

    /**
     * Leave to send an opening request; empty once openings are barred. Whoever got it says so when the request is
     * over, so that the end of a run can wait for sessions about to be named, and so that a killed run is known to have
     * had an opening in flight.
     */
    default Optional<Admission> admitOpening(Caller caller, String scenario) {
        return openingsBarred() ? Optional.empty() : Optional.of(() -> {});
    }

    /** Leave to send one opening request. */
    @FunctionalInterface
    interface Admission {
        void over();
    }

    /** Refuses further openings from now on: the run is being ended. Idempotent. */
    void barOpenings();

    boolean openingsBarred();

    /** Ends everything not yet ended, within the time. Used at a run's end and on a signal. */
    List<Receipt> endEverything(Duration within);

    /** The last receipt of every session that clean-up has dealt with. */
    List<Receipt> receipts();

    /** One line for each place where a session may exist that nobody could name. */
    List<String> possiblyLeftBehind();
}
