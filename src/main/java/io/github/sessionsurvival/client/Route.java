package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.ForwardProxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * The way to a server: the same for every request of a run, endings and sweep included, and for both endpoints.
 *
 * @param url where every request goes, used as given
 * @param tls whom to trust and who we are; empty: what the machine trusts, and nobody in particular
 * @param proxy what an https connection goes through; empty: nothing
 */
public record Route(URI url, Optional<SSLContext> tls, Optional<ForwardProxy> proxy) {

    public Route {
        TargetUrl.checked(url);
        Objects.requireNonNull(tls, "tls");
        if (proxy.isPresent() && !"https".equalsIgnoreCase(url.getScheme())) {
            throw new IllegalArgumentException("only https goes through a proxy: a plain request would be rewritten");
        }
    }

    /** Straight to the server, trusting what the machine trusts. */
    public static Route direct(URI url) {
        return new Route(url, Optional.empty(), Optional.empty());
    }

    /** The way to another address of the same server; what stands in between stays. */
    Route to(Optional<URI> elsewhere) {
        return elsewhere.map(other -> new Route(other, tls, proxy)).orElse(this);
    }

    boolean isSecure() {
        return "https".equalsIgnoreCase(url.getScheme());
    }

    /** What {@code Proxy-Authorization} says to the proxy; never sent to the server. */
    Optional<String> proxyAuthorization() {
        return proxy.flatMap(ForwardProxy::credentials)
                .map(c ->
                        "Basic " + Base64.getEncoder().encodeToString(c.reveal().getBytes(StandardCharsets.UTF_8)));
    }
}
