package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.client.Endpoint;
import io.github.sessionsurvival.client.Pace;
import io.github.sessionsurvival.client.Recognition;
import io.github.sessionsurvival.client.RunClock;
import io.github.sessionsurvival.client.SessionLedger;
import io.github.sessionsurvival.client.Waiter;
import io.github.sessionsurvival.target.Lever;
import io.github.sessionsurvival.target.Target;
import io.github.sessionsurvival.wire.Redaction;
import io.github.sessionsurvival.wire.Revision;
import java.util.Set;

/**
 * What all scenarios of one run share.
 *
 * @param id the run's name
 * @param target the server under test
 * @param lever its lever; {@code NoLever} where there is none
 * @param patient REST Assured: handshake, retry, closing
 * @param swift java.net.http: streams, waves, hostile bodies, clean-up
 * @param ledger every session anyone has heard of
 * @param waiter the only place that waits
 * @param clock the run's time
 * @param redaction takes secrets out of evidence
 * @param pace how fast all of them may send
 * @param allowed which farther reach is allowed on a server that is not on this machine, and whether slow scenarios are
 * @param asks the revision that openings ask for unless a scenario says otherwise
 * @param keepsSessions whether the server speaks a revision with sessions, for all that is known
 * @param sessionless whether it speaks one without
 */
public record Run(
        String id,
        Target target,
        Lever lever,
        Endpoint patient,
        Endpoint swift,
        SessionLedger ledger,
        Waiter waiter,
        RunClock clock,
        Redaction redaction,
        Pace pace,
        Set<String> allowed,
        Revision asks,
        boolean keepsSessions,
        Recognition sessionless) {

    /** The same, once the server has been asked which of MCP's two ways of speaking it knows. */
    public Run speaking(boolean sessions, Recognition withoutSessions) {
        return new Run(
                id,
                target,
                lever,
                patient,
                swift,
                ledger,
                waiter,
                clock,
                redaction,
                pace,
                allowed,
                asks,
                sessions,
                withoutSessions);
    }
}
