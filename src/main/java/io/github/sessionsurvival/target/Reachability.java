package io.github.sessionsurvival.target;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/** Whether a target accepts connections at all, before anything is asked of it. */
public final class Reachability {

    private Reachability() {}

    /** Why it cannot be reached, one line for people; empty when it can. Behind a proxy, whether the proxy can be. */
    public static Optional<String> complaint(URI url, Way way, Duration within) {
        return way.proxy()
                .map(p -> complaint(p.inWords() + " (HTTPS_PROXY)", p.host(), p.port(), within))
                .orElseGet(() ->
                        complaint(url.toString(), url.getHost().replaceAll("[\\[\\]]", ""), UrlRule.port(url), within));
    }

    private static Optional<String> complaint(String named, String host, int port, Duration within) {
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            return Optional.of(named + ": the host " + host + " is unknown");
        }
        try (Socket socket = new Socket()) {
            socket.connect(address, (int) within.toMillis());
            return Optional.empty();
        } catch (SocketTimeoutException e) {
            return Optional.of(named + ": no connection within " + within.toSeconds() + " s");
        } catch (IOException e) {
            return Optional.of(named + ": nothing accepts connections there; is the server running?");
        }
    }
}
