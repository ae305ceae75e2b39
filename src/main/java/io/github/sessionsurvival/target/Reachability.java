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

    /** Why it cannot be reached, one line for people; empty when it can. */
    public static Optional<String> complaint(URI url, Duration within) {
        int port = UrlRule.port(url);
        InetSocketAddress address = new InetSocketAddress(url.getHost().replaceAll("[\\[\\]]", ""), port);
        if (address.isUnresolved()) {
            return Optional.of(url + ": the host " + url.getHost() + " is unknown");
        }
        try (Socket socket = new Socket()) {
            socket.connect(address, (int) within.toMillis());
            return Optional.empty();
        } catch (SocketTimeoutException e) {
            return Optional.of(url + ": no connection within " + within.toSeconds() + " s");
        } catch (IOException e) {
            return Optional.of(url + ": nothing accepts connections there; is the server running?");
        }
    }
}
