package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.ForwardProxy;
import io.github.sessionsurvival.wire.WireFault;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/** What an exception of a library says about the connection. Its text is never shown: a server may have written it. */
final class LostConnection {

    private static final int DEEPEST_CAUSE = 20;
    private static final Pattern TUNNEL_FAILED = Pattern.compile("^Tunnel failed, got: (\\d{3})$");

    private LostConnection() {}

    /** The faults before a request can be sent, and of TLS; empty for every other exception. */
    static Optional<WireFault> beforeSending(Throwable thrown, Route route) {
        if (find(thrown, SSLException.class).isPresent()) {
            return Optional.of(new WireFault(WireFault.Kind.TLS, TlsTrouble.inWords(thrown)));
        }
        Optional<Integer> refused = tunnelRefused(thrown);
        if (refused.isPresent()) {
            return Optional.of(refusedBy(route, refused.get()));
        }
        return unreachable(thrown)
                .map(fault -> route.proxy()
                        .map(p -> new WireFault(WireFault.Kind.PROXY, p.inWords() + " cannot be reached"))
                        .orElse(fault));
    }

    private static Optional<WireFault> unreachable(Throwable thrown) {
        if (find(thrown, UnknownHostException.class).isPresent()
                || find(thrown, UnresolvedAddressException.class).isPresent()) {
            return Optional.of(new WireFault(WireFault.Kind.UNKNOWN_HOST, ""));
        }
        if (find(thrown, NoRouteToHostException.class).isPresent()) {
            return Optional.of(new WireFault(WireFault.Kind.REFUSED, "no route to the host"));
        }
        return find(thrown, ConnectException.class).map(e -> new WireFault(WireFault.Kind.REFUSED, ""));
    }

    /** What java.net.http says only in words. */
    private static Optional<Integer> tunnelRefused(Throwable thrown) {
        return find(thrown, IOException.class)
                .map(e -> TUNNEL_FAILED.matcher(String.valueOf(e.getMessage())))
                .filter(Matcher::find)
                .map(m -> Integer.parseInt(m.group(1)));
    }

    /** The proxy's own answer to the wish for a tunnel. */
    static WireFault refusedBy(Route route, int status) {
        String who = route.proxy().map(ForwardProxy::inWords).orElse("the proxy");
        boolean known = route.proxyAuthorization().isPresent();
        return new WireFault(
                WireFault.Kind.PROXY,
                status != 407
                        ? who + " answered " + status
                        : known
                                ? who + " refused the user and password in HTTPS_PROXY"
                                : who + " wants a user and a password: HTTPS_PROXY=http://user:password@host:port");
    }

    /** How the connection ended, for people. */
    static String detail(Throwable thrown) {
        return begins(thrown, "Connection reset") ? "reset by the server" : "closed by the server";
    }

    /** Whether the text of the exception or of one of its causes begins so: what follows may be the server's own words. */
    static boolean begins(Throwable thrown, String words) {
        Throwable cause = thrown;
        for (int depth = 0; cause != null && depth < DEEPEST_CAUSE; depth++, cause = cause.getCause()) {
            if (cause.getMessage() != null && cause.getMessage().startsWith(words)) {
                return true;
            }
        }
        return false;
    }

    static <T extends Throwable> Optional<T> find(Throwable thrown, Class<T> kind) {
        Throwable cause = thrown;
        for (int depth = 0; cause != null && depth < DEEPEST_CAUSE; depth++, cause = cause.getCause()) {
            if (kind.isInstance(cause)) {
                return Optional.of(kind.cast(cause));
            }
        }
        return Optional.empty();
    }
}
