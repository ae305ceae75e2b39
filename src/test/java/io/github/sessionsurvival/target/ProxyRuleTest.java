package io.github.sessionsurvival.target;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.sessionsurvival.wire.ForwardProxy;
import io.github.sessionsurvival.wire.Secret;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProxyRuleTest {

    private static final String PROXY = "http://proxy.example.com:3128";

    @Test
    void goesThroughTheProxyOfHttps() {
        assertThat(
                proxyFor("https://mcp.example.com/mcp", Map.of("HTTPS_PROXY", PROXY)),
                is(Optional.of(new ForwardProxy("proxy.example.com", 3128, Optional.empty()))));
    }

    @Test
    void prefersTheNameInSmallLetters() {
        Map<String, String> both = Map.of("HTTPS_PROXY", PROXY, "https_proxy", "other.example.com:81");

        assertThat(proxyFor("https://mcp.example.com/mcp", both).orElseThrow().host(), is("other.example.com"));
    }

    @Test
    void takesUserAndPasswordFromTheAddress() {
        ForwardProxy proxy = proxyFor(
                        "https://mcp.example.com/mcp",
                        Map.of("HTTPS_PROXY", "http://us%40er:p%3Aw+d@[2001:db8::1]:3128"))
                .orElseThrow();

        assertThat(proxy.credentials(), is(Optional.of(Secret.of("us@er:p:w+d"))));
        assertThat(proxy.inWords(), is("the proxy [2001:db8::1]:3128"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://mcp.example.com/mcp",
                "https://localhost/mcp",
                "https://127.0.0.1:8443/mcp",
                "https://[::1]:8443/mcp"
            })
    void goesStraightInTheOpenAndOnThisMachine(String url) {
        assertThat(proxyFor(url, Map.of("HTTPS_PROXY", PROXY)), is(Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            *                             | straight
            example.com                   | straight
            .example.com                  | straight
            *.example.com                 | straight
            MCP.example.com               | straight
            other.test, example.com       | straight
            other.test example.com        | straight
            example.com:8443              | straight
            [2001:db8::1]:443,example.com | straight
            ample.com                     | proxied
            example.com:443               | proxied
            a.mcp.example.com             | proxied
            example                       | proxied
            """)
    void leavesOutWhatNoProxyNames(String exceptions, String expected) {
        Optional<ForwardProxy> proxy =
                proxyFor("https://mcp.example.com:8443/mcp", Map.of("HTTPS_PROXY", PROXY, "NO_PROXY", exceptions));

        assertThat(proxy.isPresent() ? "proxied" : "straight", is(expected));
    }

    @Test
    void takesAnAddressForWhatItIsAndNotForANameBelowAnother() {
        Map<String, String> variables = Map.of("HTTPS_PROXY", PROXY, "NO_PROXY", "0.0.1,10.0.0.2,[2001:db8::1]");

        assertThat(proxyFor("https://10.0.0.1/mcp", variables).isPresent(), is(true));
        assertThat(proxyFor("https://10.0.0.2/mcp", variables), is(Optional.empty()));
        assertThat(proxyFor("https://[2001:db8::1]/mcp", variables), is(Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"socks5://user:secret@host:1", "http://user:secret@", "https://user:secret@host", "::::"})
    void refusesWhatIsNoProxysAddressWithoutRepeatingIt(String address) {
        String said = assertThrows(
                        ConfigurationFault.class,
                        () -> proxyFor("https://mcp.example.com/mcp", Map.of("HTTPS_PROXY", address)))
                .getMessage();

        assertThat(said, containsString("write http://host:port"));
        assertThat(said, not(containsString("secret")));
    }

    private static Optional<ForwardProxy> proxyFor(String url, Map<String, String> variables) {
        Map<String, String> all = new HashMap<>(variables);
        return new ProxyRule(new Environment(all::get, name -> null)).proxyFor(URI.create(url));
    }
}
