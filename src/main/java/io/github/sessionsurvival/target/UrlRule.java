package io.github.sessionsurvival.target;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/** What a server's URL must look like. It is then used exactly as given. */
public final class UrlRule {

    private UrlRule() {}

    /** What is wrong with it and what to write; empty when nothing is. Never repeats a password. */
    public static Optional<String> complaint(String url) {
        URI uri;
        try {
            uri = new URI(url);
        } catch (URISyntaxException e) {
            return Optional.of("this is not a URL; write one such as http://127.0.0.1:8080/mcp");
        }
        if (uri.getUserInfo() != null
                || (uri.getRawAuthority() != null && uri.getRawAuthority().contains("@"))) {
            return Optional.of(
                    "a URL with a user or password in it is refused; give the bearer by environment variable");
        }
        if (!"http".equals(uri.getScheme()) && !"https".equals(uri.getScheme())) {
            return Optional.of("a URL begins with http:// or https://, such as http://127.0.0.1:8080/mcp");
        }
        if (uri.getHost() == null) {
            return Optional.of("the URL has no host; write one such as http://127.0.0.1:8080/mcp");
        }
        if (uri.getFragment() != null) {
            return Optional.of("a URL with a # part cannot be sent; leave it out");
        }
        if (uri.getPort() > 65535) {
            return Optional.of("the URL's port is above 65535");
        }
        return Optional.empty();
    }

    /** The port to connect to, the scheme's own where none is written. */
    public static int port(URI url) {
        if (url.getPort() >= 0) {
            return url.getPort();
        }
        return "https".equals(url.getScheme()) ? 443 : 80;
    }
}
