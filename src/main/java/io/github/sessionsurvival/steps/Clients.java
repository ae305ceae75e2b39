package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.client.Endpoint;
import io.github.sessionsurvival.client.ExchangeLog;
import io.github.sessionsurvival.client.McpClient;
import io.github.sessionsurvival.client.Probe;
import io.github.sessionsurvival.client.ReferenceClient;
import io.github.sessionsurvival.client.RetryPolicy;
import io.github.sessionsurvival.wire.Caller;

/** Makes the reference client of a caller. */
final class Clients {

    private Clients() {}

    /** @param label the scenario's, which the client also tells the server as its name */
    static McpClient of(Run run, Caller caller, ExchangeLog log, String label, Endpoint endpoint) {
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
                run.target().probe().map(probe -> new Probe(probe.method(), probe.params())));
    }
}
