package io.github.sessionsurvival.platform;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Who may speak to a server on loopback: pages and host names of loopback itself, so that a page from elsewhere cannot
 * reach it, not even by rebinding its name (SEC-01 to SEC-03, SEC-06, SEC-08).
 */
final class Neighbourhood {

    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

    private Neighbourhood() {}

    static void check(Lines lines, Defects defects) throws Refusal {
        List<String> hosts = lines.all("Host");
        boolean anyHost = defects.has(Defect.FOREIGN_HOSTS_SERVED);
        if (!anyHost && (hosts.size() != 1 || !isLoopback("http://" + hosts.get(0)))) {
            throw Refusal.of(421, -32600, "Host header does not match request URL");
        }
        List<String> origins = lines.all("Origin");
        if (defects.has(Defect.FOREIGN_PAGES_SERVED)
                || defects.has(Defect.LIKELY_PAGES_SERVED) && origins.stream().allMatch(Neighbourhood::beginsWell)) {
            return;
        }
        boolean none = defects.has(Defect.OWN_PAGES_REFUSED) && !origins.isEmpty();
        if (none || origins.size() > 1 || !origins.stream().allMatch(Neighbourhood::isLoopback)) {
            throw Refusal.of(403, -32600, "Origin is not allowed");
        }
    }

    private static boolean beginsWell(String origin) {
        return LOOPBACK.stream().anyMatch(name -> origin.startsWith("http://" + name));
    }

    private static boolean isLoopback(String origin) {
        try {
            URI uri = new URI(origin.toLowerCase(Locale.ROOT));
            boolean bare = uri.getRawPath() == null || uri.getRawPath().isEmpty();
            boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            return web
                    && bare
                    && uri.getRawUserInfo() == null
                    && uri.getRawQuery() == null
                    && uri.getHost() != null
                    && LOOPBACK.contains(uri.getHost());
        } catch (URISyntaxException odd) {
            return false;
        }
    }
}
