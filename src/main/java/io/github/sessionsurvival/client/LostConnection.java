package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.WireFault;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Optional;
import javax.net.ssl.SSLException;

/** What an exception of a library says about the connection. Its text is never shown: a server may have written it. */
final class LostConnection {

    private static final int DEEPEST_CAUSE = 20;

    private LostConnection() {}

    /** The faults before a request can be sent, and of TLS; empty for every other exception. */
    static Optional<WireFault> beforeSending(Throwable thrown) {
        if (find(thrown, UnknownHostException.class).isPresent()
                || find(thrown, UnresolvedAddressException.class).isPresent()) {
            return Optional.of(new WireFault(WireFault.Kind.UNKNOWN_HOST, ""));
        }
        if (find(thrown, SSLException.class).isPresent()) {
            return Optional.of(new WireFault(WireFault.Kind.TLS, ""));
        }
        if (find(thrown, NoRouteToHostException.class).isPresent()) {
            return Optional.of(new WireFault(WireFault.Kind.REFUSED, "no route to the host"));
        }
        return find(thrown, ConnectException.class).map(e -> new WireFault(WireFault.Kind.REFUSED, ""));
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
