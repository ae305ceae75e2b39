package io.github.sessionsurvival.target;

import io.github.sessionsurvival.wire.ForwardProxy;
import java.net.URI;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * What lies between the suite and a target, read and ready for use.
 *
 * @param tls whom to trust and who we are; empty: what the machine trusts, and nobody in particular
 * @param proxy what an https connection goes through
 * @param otherDoor another address of the same server; empty where it has none
 */
public record Way(Optional<SSLContext> tls, Optional<ForwardProxy> proxy, Optional<URI> otherDoor) {

    /** Nothing but a network. */
    public static final Way STRAIGHT = new Way(Optional.empty(), Optional.empty());

    /** To a server with one address. */
    public Way(Optional<SSLContext> tls, Optional<ForwardProxy> proxy) {
        this(tls, proxy, Optional.empty());
    }

    /** The same to a server that is reached by another address too. */
    public Way orBy(Optional<URI> other) {
        return new Way(tls, proxy, other);
    }
}
