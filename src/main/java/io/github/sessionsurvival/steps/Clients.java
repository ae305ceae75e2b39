package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.client.Endpoint;
import io.github.sessionsurvival.client.ExchangeLog;
import io.github.sessionsurvival.client.McpClient;
import io.github.sessionsurvival.client.Probe;
import io.github.sessionsurvival.client.ReferenceClient;
import io.github.sessionsurvival.client.RetryPolicy;
import io.github.sessionsurvival.wire.Caller;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

/** Makes the reference client of a caller. */
final class Clients {

    private Clients() {}

    /** A client that nobody shares its sessions with. */
    static McpClient of(Run run, Caller caller, ExchangeLog log, String label, Endpoint endpoint) {
        return of(run, caller, log, label, endpoint, new AtomicInteger()::incrementAndGet);
    }

    /**
     * @param label the scenario's, which the client also tells the server as its name
     * @param requestNumbers the next number of a request, in common with others that ask for the same sessions
     */
    static McpClient of(
            Run run, Caller caller, ExchangeLog log, String label, Endpoint endpoint, IntSupplier requestNumbers) {
        return new ReferenceClient(
                caller,
                label,
                endpoint,
                run.ledger(),
                log,
                run.waiter(),
                run.clock(),
                new RetryPolicy(run.target().contract(), run.target().limits().maxWait()),
                run.redaction(),
                run.target().probe().map(probe -> new Probe(probe.method(), probe.params())),
                requestNumbers);
    }
}
