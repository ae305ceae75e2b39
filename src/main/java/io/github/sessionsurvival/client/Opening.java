package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.Exchange;
import java.util.List;
import java.util.Optional;

/**
 * How an opening went, whatever its ending: attempts, waits, confirmation.
 *
 * @param attempts every sending of the opening request, in order, at least one
 * @param confirmation the confirmation, where the handshake came so far
 * @param session the session, when the handshake succeeded
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

    public Exchange lastExchange() {
        return confirmation.orElseGet(() -> attempts.get(attempts.size() - 1).exchange());
    }
}
