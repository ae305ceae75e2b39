package io.github.sessionsurvival.cli;

import io.github.sessionsurvival.client.Allowance;
import io.github.sessionsurvival.client.Endpoint;
import io.github.sessionsurvival.client.Pace;
import io.github.sessionsurvival.client.PacedEndpoint;
import io.github.sessionsurvival.client.PatientEndpoint;
import io.github.sessionsurvival.client.Renewal;
import io.github.sessionsurvival.client.RenewingEndpoint;
import io.github.sessionsurvival.client.Route;
import io.github.sessionsurvival.client.RunClock;
import io.github.sessionsurvival.client.SwiftEndpoint;
import io.github.sessionsurvival.client.SystemWaiter;
import io.github.sessionsurvival.client.Waiter;
import io.github.sessionsurvival.target.Credentials;
import io.github.sessionsurvival.target.Limits;
import io.github.sessionsurvival.target.Rate;
import io.github.sessionsurvival.target.Target;
import io.github.sessionsurvival.wire.Caller;
import java.util.Optional;

/**
 * Makes every endpoint to a target, in one place: whatever stands between the suite and a server holds for handshakes,
 * streams, endings and sweep alike.
 */
final class TargetEndpoints {

    private final Target target;
    private final boolean scripted;
    private final Renewal renewal;
    private final RunClock clock;
    private final Pace pace;

    /** @param scripted whether the target's lever can script answers, so that a 429 may be a scenario's own doing */
    TargetEndpoints(Target target, boolean scripted, Credentials credentials, RunClock clock) {
        this.target = target;
        this.scripted = scripted;
        this.renewal = new Renewal() {
            @Override
            public Caller current(Caller caller) {
                return credentials.current(caller);
            }

            @Override
            public Optional<Caller> after(Caller refused) {
                return credentials.after(refused);
            }
        };
        this.clock = clock;
        this.pace = new Pace(
                openingsOf(target.limits(), target.isLoopback()).map(TargetEndpoints::allowance),
                target.limits().rate().map(TargetEndpoints::allowance),
                clock);
    }

    /** How many openings a run may send: by default only a server that is not on this machine sets a bound. */
    static Optional<Rate> openingsOf(Limits limits, boolean loopback) {
        return limits.openings().or(() -> loopback ? Optional.empty() : Optional.of(Limits.USUAL_OPENINGS));
    }

    private static Allowance allowance(Rate rate) {
        return new Allowance(rate.times(), rate.per());
    }

    /** The one pace of all endpoints made here. */
    Pace pace() {
        return pace;
    }

    /** For the handshake and closing. */
    Endpoint patient(Waiter waiter) {
        return kept(
                new PatientEndpoint(route(), LeftSessions.deadlines(target), clock),
                waiter,
                PacedEndpoint.Manner.SCENARIO);
    }

    /** For streams, waves and hostile bodies. */
    Endpoint swift(Waiter waiter) {
        return kept(
                new SwiftEndpoint(route(), LeftSessions.deadlines(target), clock),
                waiter,
                PacedEndpoint.Manner.SCENARIO);
    }

    /** For ending sessions, whatever has become of the scenarios. */
    Endpoint cleaning() {
        return kept(
                new SwiftEndpoint(route(), LeftSessions.deadlines(target), clock),
                new SystemWaiter(),
                PacedEndpoint.Manner.CLEAN_UP);
    }

    private Endpoint kept(Endpoint endpoint, Waiter waiter, PacedEndpoint.Manner manner) {
        return new RenewingEndpoint(
                new PacedEndpoint(endpoint, pace, waiter, clock, target.limits().maxWait(), !scripted, manner),
                renewal);
    }

    private Route route() {
        return new Route(target.url(), target.way().tls(), target.way().proxy());
    }
}
