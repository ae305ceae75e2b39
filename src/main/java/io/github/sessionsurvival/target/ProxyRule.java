package io.github.sessionsurvival.target;

import io.github.sessionsurvival.wire.ForwardProxy;
import io.github.sessionsurvival.wire.Secret;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/**
 * Which proxy a connection goes through: {@code HTTPS_PROXY} for https, unless {@code NO_PROXY} names the host. The names
 * in small letters count too, and first, as elsewhere. Plain http and this machine never go through a proxy.
 */
public final class ProxyRule {

    private final Environment environment;

    public ProxyRule(Environment environment) {
        this.environment = environment;
    }

    /**
     * The proxy for that URL; empty for a direct connection.
     *
     * @throws ConfigurationFault when {@code HTTPS_PROXY} is no proxy's address; its text, which may hold a password, is not
     *     repeated
     */
    public Optional<ForwardProxy> proxyFor(URI url) {
        if (!"https".equalsIgnoreCase(url.getScheme()) || Loopback.is(url) || excepted(url)) {
            return Optional.empty();
        }
        return variable("https_proxy").map(ProxyRule::proxy);
    }

    private Optional<String> variable(String name) {
        return environment.variable(name).or(() -> environment.variable(name.toUpperCase(Locale.ROOT)));
    }

    private boolean excepted(URI url) {
        String host = bare(url.getHost());
        int port = UrlRule.port(url);
        for (String entry : variable("no_proxy").orElse("").split("[,\\s]+")) {
            if (entry.equals("*") || !entry.isEmpty() && covers(entry.toLowerCase(Locale.ROOT), host, port)) {
                return true;
            }
        }
        return false;
    }

    /** A name covers itself and what lies below it; a port behind it narrows that down. */
    private static boolean covers(String entry, String host, int port) {
        String named = entry;
        int colon = entry.lastIndexOf(':');
        boolean onePort = colon > 0
                && entry.indexOf(':') == colon
                && entry.substring(colon + 1).matches("\\d{1,5}");
        boolean bracketed = entry.startsWith("[") && entry.matches("\\[.*]:\\d{1,5}");
        if (onePort || bracketed) {
            if (Integer.parseInt(entry.substring(colon + 1)) != port) {
                return false;
            }
            named = entry.substring(0, colon);
        }
        String name = bare(named.replaceFirst("^\\*?\\.", ""));
        // An address has no names below it.
        boolean address = host.contains(":") || host.matches("[\\d.]+");
        return host.equals(name) || !address && host.endsWith("." + name);
    }

    private static String bare(String host) {
        return host.replaceAll("[\\[\\]]", "").toLowerCase(Locale.ROOT);
    }

    private static ForwardProxy proxy(String text) {
        try {
            URI uri = new URI(text.contains("://") ? text : "http://" + text);
            boolean plain = "http".equalsIgnoreCase(uri.getScheme());
            if (plain && uri.getHost() != null && uri.getPort() <= 65_535) {
                Optional<Secret> credentials = Optional.ofNullable(uri.getRawUserInfo())
                        .map(c -> Secret.of(URLDecoder.decode(c.replace("+", "%2B"), StandardCharsets.UTF_8)));
                return new ForwardProxy(bare(uri.getHost()), uri.getPort() < 0 ? 80 : uri.getPort(), credentials);
            }
        } catch (URISyntaxException | IllegalArgumentException e) {
            // Told below, without the text.
        }
        throw new ConfigurationFault("the environment variable HTTPS_PROXY is no proxy's address;"
                + " write http://host:port, or http://user:password@host:port");
    }
}
