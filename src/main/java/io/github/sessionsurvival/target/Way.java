package io.github.sessionsurvival.target;

import io.github.sessionsurvival.wire.ForwardProxy;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * What lies between the suite and a target, read and ready for use.
 *
 * @param tls whom to trust and who we are; empty: what the machine trusts, and nobody in particular
 * @param proxy what an https connection goes through
 */
public record Way(Optional<SSLContext> tls, Optional<ForwardProxy> proxy) {

    /** Nothing but a network. */
    public static final Way STRAIGHT = new Way(Optional.empty(), Optional.empty());
}
