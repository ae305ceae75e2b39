package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.Exchange;
import java.util.List;
import java.util.Optional;

/**
 * How an opening went, whatever its ending: attempts, waits, confirmation.
 *
 * @param attempts every sending of the opening request, in order; none only where the run is being ended, so that nothing
 *     was sent
 * @param confirmation the confirmation, where the handshake came so far
 * @param session the session, when the handshake succeeded: a confirmation that was asked for must have been answered
 *     with some 2xx. Whether that was the 202 without a body that INIT-04 demands is judged on the exchange: a server
 *     that says 200 has opened the session all the same
 * @param failure why it did not, one sentence for people with the exchange number; empty when it did
 */
public record Opening(
        List<Attempt> attempts, Optional<Exchange> confirmation, Optional<Session> session, Optional<String> failure) {

    public Opening {
        attempts = List.copyOf(attempts);
    }

    public boolean isOpen() {
        return session.isPresent();
    }

    /** @throws OpeningsBarred where nothing was sent, since the run is being ended */
    public Exchange lastExchange() {
        if (attempts.isEmpty()) {
            throw new OpeningsBarred();
        }
        return confirmation.orElseGet(() -> attempts.get(attempts.size() - 1).exchange());
    }
}
