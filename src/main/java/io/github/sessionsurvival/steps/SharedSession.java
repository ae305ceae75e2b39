package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.client.ExchangeLog;
import io.github.sessionsurvival.client.McpClient;
import io.github.sessionsurvival.client.Opening;
import io.github.sessionsurvival.client.Session;
import java.util.Optional;

/**
 * One session for all scenarios that only observe, on a server that is not on this machine: such servers count openings.
 * It is noted like any other and ended with the run; where it has died, another takes its place.
 */
final class SharedSession {

    /** The label under which it stands in the ledger. */
    static final String LABEL = "shared-session";

    /** Below it the shared session would take the place of one that a scenario needs. */
    private static final int LEAST_ROOM = 3;

    private static final int ALIVE = 200;

    private final Run run;
    private Optional<Session> session = Optional.empty();

    SharedSession(Run run) {
        this.run = run;
    }

    /** Whether a scenario of that reach is to use it. */
    boolean isFor(Reach reach) {
        return reach == Reach.OBSERVES
                && !run.target().isLoopback()
                && run.target().limits().maxSessions() >= LEAST_ROOM;
    }

    /**
     * The session, opened now where there is none that lives; empty where none can be opened. A dead one need not be
     * answered 404: some servers say 400, and the scenarios would blame the server for a session that this run let die.
     *
     * @param log the asking scenario's, so that its reader finds what is cited
     */
    synchronized Optional<Session> get(ExchangeLog log) {
        McpClient client = Clients.of(run, run.target().caller(), log, LABEL, run.patient());
        if (session.isPresent() && client.probe(session.get()).status() != ALIVE) {
            session = Optional.empty();
        }
        if (session.isEmpty()) {
            Opening opening = client.open(run.asks());
            session = opening.session();
        }
        return session;
    }
}
