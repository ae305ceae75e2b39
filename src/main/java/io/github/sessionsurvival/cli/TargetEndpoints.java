package io.github.sessionsurvival.cli;

import io.github.sessionsurvival.client.Endpoint;
import io.github.sessionsurvival.client.PatientEndpoint;
import io.github.sessionsurvival.client.Renewal;
import io.github.sessionsurvival.client.RenewingEndpoint;
import io.github.sessionsurvival.client.Route;
import io.github.sessionsurvival.client.RunClock;
import io.github.sessionsurvival.client.SwiftEndpoint;
import io.github.sessionsurvival.target.Credentials;
import io.github.sessionsurvival.target.Target;
import io.github.sessionsurvival.wire.Caller;
import java.util.Optional;

/**
 * Makes every endpoint to a target, in one place: whatever stands between the suite and a server holds for handshakes,
 * streams, endings and sweep alike.
 */
final class TargetEndpoints {

    private final Target target;
    private final Renewal renewal;
    private final RunClock clock;

    TargetEndpoints(Target target, Credentials credentials, RunClock clock) {
        this.target = target;
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
    }

    Endpoint patient() {
        return new RenewingEndpoint(new PatientEndpoint(route(), LeftSessions.deadlines(target), clock), renewal);
    }

    Endpoint swift() {
        return new RenewingEndpoint(new SwiftEndpoint(route(), LeftSessions.deadlines(target), clock), renewal);
    }

    private Route route() {
        return new Route(target.url(), target.way().tls(), target.way().proxy());
    }
}
