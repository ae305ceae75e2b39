package io.github.sessionsurvival.client;

import java.net.URI;

/** Where an endpoint sends: an absolute http or https URL, used as given. */
final class TargetUrl {

    private static final int HIGHEST_PORT = 65_535;

    private TargetUrl() {}

    /**
     * The same URL.
     *
     * @throws IllegalArgumentException for a URL that no request can be sent to
     */
    static URI checked(URI url) {
        boolean web = "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
        if (!web || url.getHost() == null || url.getPort() == 0 || url.getPort() > HIGHEST_PORT) {
            throw new IllegalArgumentException("not a URL of a server: expected http://host:port/path or https://…");
        }
        return url;
    }

    /** What stands in the request line: path and query exactly as given, since a server may tell {@code //} from {@code /}. */
    static String requestTarget(URI url) {
        URI ascii = URI.create(url.toASCIIString());
        String path = ascii.getRawPath().isEmpty() ? "/" : ascii.getRawPath();
        return ascii.getRawQuery() == null ? path : path + "?" + ascii.getRawQuery();
    }
}
