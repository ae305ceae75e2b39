package io.github.sessionsurvival.wire;

import java.util.Objects;
import java.util.Optional;

/**
 * A proxy that connections to a server go through, by CONNECT (RFC 9110 section 9.3.6).
 *
 * @param host without brackets, also where it is an IPv6 address
 * @param credentials {@code user:password}, where the proxy asks for them
 */
public record ForwardProxy(String host, int port, Optional<Secret> credentials) {

    public ForwardProxy {
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(credentials, "credentials");
    }

    /** For people, without the credentials. */
    public String inWords() {
        return "the proxy " + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
