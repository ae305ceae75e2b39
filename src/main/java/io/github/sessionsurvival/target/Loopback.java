package io.github.sessionsurvival.target;

import java.net.URI;
import java.util.Locale;

/** Which URLs lie on this machine, told by their host's text alone: a name may point elsewhere tomorrow. */
public final class Loopback {

    private Loopback() {}

    public static boolean is(URI url) {
        String host = url.getHost() == null ? "" : url.getHost().toLowerCase(Locale.ROOT);
        return host.equals("localhost")
                || host.endsWith(".localhost")
                || host.matches("127(\\.\\d{1,3}){3}")
                || host.equals("[::1]")
                || host.matches("\\[(0{1,4}:){7}0{0,3}1]")
                || host.matches("\\[::ffff:127(\\.\\d{1,3}){3}]");
    }
}
