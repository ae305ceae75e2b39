package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.SessionId;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * A session somebody in a run has heard of, and so owes an ending (RST-06, RST-07).
 *
 * @param id the session
 * @param caller the id of its owner
 * @param scenario the label of the scenario that noted it
 * @param exchange the number of the exchange whose headers named it
 * @param at when, on the run's clock
 */
record NotedSession(SessionId id, String caller, String scenario, int exchange, Duration at) {

    NotedSession {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(caller, "caller");
        Objects.requireNonNull(scenario, "scenario");
        Objects.requireNonNull(at, "at");
    }

    Receipt receipt(Receipt.Outcome outcome, String detail, List<Exchange> of) {
        return new Receipt(id, scenario, exchange, at, outcome, detail, of);
    }
}
