package io.github.sessionsurvival.cli;

import io.github.sessionsurvival.client.Endpoint;
import io.github.sessionsurvival.client.Journal;
import io.github.sessionsurvival.client.JournalledLedger;
import io.github.sessionsurvival.client.Pace;
import io.github.sessionsurvival.client.Recognition;
import io.github.sessionsurvival.client.RetryPolicy;
import io.github.sessionsurvival.client.RunClock;
import io.github.sessionsurvival.client.SystemWaiter;
import io.github.sessionsurvival.steps.Run;
import io.github.sessionsurvival.target.RunSettings;
import io.github.sessionsurvival.target.Target;
import io.github.sessionsurvival.wire.Redaction;
import io.github.sessionsurvival.wire.Revision;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;

/**
 * Everything that is open while requests are sent to a target. Nothing has been sent yet when it is made; closing it ends
 * what was started, not the sessions, which are the ledger's business before.
 *
 * @param cleaning what the ledger ends sessions through
 */
record OpenRun(
        OpenedTarget opened,
        Run run,
        Endpoint cleaning,
        Journal journal,
        JournalledLedger ledger,
        EndableWaiter waiter,
        Pace pace)
        implements AutoCloseable {

    static OpenRun of(
            OpenedTarget opened,
            Journal journal,
            RunSettings settings,
            Set<String> allowed,
            Revision asks,
            Redaction redaction,
            RunClock clock) {
        Target target = opened.target();
        TargetEndpoints endpoints = opened.endpoints(clock);
        EndableWaiter waiter = new EndableWaiter();
        Endpoint cleaning = endpoints.cleaning();
        JournalledLedger ledger = new JournalledLedger(
                journal,
                cleaning,
                new SystemWaiter(),
                clock,
                new RetryPolicy(target.contract(), target.limits().maxWait()),
                redaction);
        ledger.allowAtOnce(target.limits().maxSessions(), !target.isLoopback());
        Run run = new Run(
                settings.runId(),
                target,
                opened.lever(),
                endpoints.patient(waiter),
                endpoints.swift(waiter),
                ledger,
                waiter,
                clock,
                redaction,
                endpoints.pace(),
                allowed,
                asks,
                true,
                Recognition.NOT_ASKED);
        return new OpenRun(opened, run, cleaning, journal, ledger, waiter, endpoints.pace());
    }

    /** Which farther reach is allowed, and whether slow scenarios are. */
    static Set<String> allowed(RunSettings settings, FeatureShelf features) {
        Set<String> allowed = new TreeSet<>(settings.allow());
        if (features.areSlowAskedFor(settings)) {
            allowed.add(RunSettings.SLOW);
        }
        return allowed;
    }

    /** Cuts what scenarios still have in flight. */
    void cutOff() {
        run.patient().close();
        run.swift().close();
    }

    @Override
    public void close() {
        opened.close();
        cutOff();
        cleaning.close();
        try {
            journal.close();
        } catch (IOException e) {
            // It stays for a sweep, which finds its sessions dead.
        }
    }
}
