package io.github.sessionsurvival.client;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.github.sessionsurvival.wire.Body;
import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.ForwardProxy;
import io.github.sessionsurvival.wire.Headers;
import io.github.sessionsurvival.wire.Purpose;
import io.github.sessionsurvival.wire.Secret;
import io.github.sessionsurvival.wire.WireFault;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RouteTest {

    private static final Duration HANG = Duration.ofSeconds(30);
    private static final String ANSWER =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";

    enum Kind {
        PATIENT {
            @Override
            Endpoint open(Route route) {
                return new PatientEndpoint(route, Deadlines.DEFAULT, RunClock.system());
            }
        },
        SWIFT {
            @Override
            Endpoint open(Route route) {
                return new SwiftEndpoint(route, Deadlines.DEFAULT, RunClock.system());
            }
        };

        abstract Endpoint open(Route route);
    }

    private static TestCertificates certificates;
    private static TestCertificates.Identity server;
    private static TestCertificates.Identity elsewhere;
    private static TestCertificates.Identity expired;
    private static TestCertificates.Identity client;

    private final List<Exchange> seen = new ArrayList<>();

    @BeforeAll
    static void takeCertificates() {
        TestCertificates.Usual usual = TestCertificates.usual();
        certificates = usual.certificates();
        server = usual.server();
        elsewhere = usual.elsewhere();
        expired = usual.expired();
        client = usual.client();
    }

    @ParameterizedTest
    @EnumSource
    void trustsTheAuthorityThatIsNamed(Kind kind) throws Exception {
        try (RawServer listening = listening(server, false)) {
            Exchange exchange = post(kind, listening.url(), trusting(), Optional.empty());

            assertThat(exchange.fault(), is(Optional.empty()));
            assertThat(exchange.status(), is(200));
        }
    }

    @ParameterizedTest
    @EnumSource
    void trustsNobodyWhomTheMachineDoesNotKnow(Kind kind) {
        try (RawServer listening = listening(server, false)) {
            assertThat(
                    tlsFault(post(kind, listening.url(), Optional.empty(), Optional.empty())),
                    startsWith("the server's certificate is not trusted"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void refusesACertificateForAnotherName(Kind kind) throws Exception {
        try (RawServer listening = listening(elsewhere, false)) {
            assertThat(
                    tlsFault(post(kind, listening.url(), trusting(), Optional.empty())),
                    is("the server's certificate is for another name"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void refusesACertificateThatHasExpired(Kind kind) throws Exception {
        try (RawServer listening = listening(expired, false)) {
            assertThat(
                    tlsFault(post(kind, listening.url(), trusting(), Optional.empty())),
                    is("the server's certificate has expired"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void showsTheClientsCertificate(Kind kind) throws Exception {
        try (RawServer listening = listening(server, true)) {
            SSLContext both = certificates.showing(client);

            assertThat(
                    post(kind, listening.url(), Optional.of(both), Optional.empty())
                            .status(),
                    is(200));
        }
    }

    @ParameterizedTest
    @EnumSource
    void saysThatTheServerWantsAClientsCertificate(Kind kind) throws Exception {
        // Many times: whether the alert is read before the connection ends is a matter of chance.
        for (int i = 0; i < 10; i++) {
            try (RawServer listening = listening(server, true)) {
                assertThat(
                        tlsFault(post(kind, listening.url(), trusting(), Optional.empty())),
                        containsString("may want a client certificate"));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void saysThatAServerSpeaksNoTls(Kind kind) {
        String notTls = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n";
        try (ServerSocketAnsweringAtOnce listening = new ServerSocketAnsweringAtOnce(notTls)) {
            URI url = URI.create("https://127.0.0.1:" + listening.port() + "/mcp");
            assertThat(
                    tlsFault(post(kind, url, Optional.empty(), Optional.empty())),
                    startsWith("the server speaks no TLS there"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void goesThroughTheProxyAndTellsOnlyItThePassword(Kind kind) throws Exception {
        try (RawServer listening = listening(server, false);
                TunnelProxy tunnel =
                        new TunnelProxy(listening.url().getPort(), Optional.of("user:pässword"), Optional.empty())) {
            // Only the proxy knows where that host is.
            URI url = URI.create("https://mcp.example.test/mcp");
            Exchange exchange = post(kind, url, trusting(), proxy(tunnel, Optional.of("user:pässword")));

            assertThat(exchange.fault(), is(Optional.empty()));
            assertThat(exchange.status(), is(200));
            assertThat(tunnel.heads(), hasSize(1));
            assertThat(tunnel.heads().get(0), startsWith("CONNECT mcp.example.test:443 HTTP/1.1\r\n"));
            assertThat(tunnel.heads().get(0), not(containsString("the-bearer")));
            assertThat(listening.requests().get(0), containsString("Authorization: Bearer the-bearer\r\n"));
            assertThat(listening.requests().get(0), not(containsString("Proxy-Authorization")));
            assertThat(exchange.request().headers().has("Proxy-Authorization"), is(false));
        }
    }

    @ParameterizedTest
    @EnumSource
    void saysThatTheProxyWantsAPassword(Kind kind) throws Exception {
        assertThat(
                refusedBy(kind, Optional.of("user:right"), Optional.empty(), Optional.empty()),
                containsString("wants a user and a password: HTTPS_PROXY=http://user:password@host:port"));
    }

    @ParameterizedTest
    @EnumSource
    void saysThatTheProxyRefusesThePassword(Kind kind) throws Exception {
        assertThat(
                refusedBy(kind, Optional.of("user:right"), Optional.empty(), Optional.of("user:wrong")),
                containsString("refused the user and password in HTTPS_PROXY"));
    }

    @ParameterizedTest
    @EnumSource
    void saysWhatElseAProxyAnswers(Kind kind) throws Exception {
        assertThat(
                refusedBy(kind, Optional.empty(), Optional.of(403), Optional.empty()), containsString(" answered 403"));
    }

    @ParameterizedTest
    @EnumSource
    void tellsAProxyThatIsAwayFromAServerThatIs(Kind kind) throws Exception {
        int closed;
        try (ServerSocket socket = RawServer.onLoopback("127.0.0.1")) {
            closed = socket.getLocalPort();
        }
        Exchange exchange = post(
                kind,
                URI.create("https://mcp.example.test/mcp"),
                Optional.empty(),
                Optional.of(new ForwardProxy("127.0.0.1", closed, Optional.empty())));

        assertThat(exchange.fault().orElseThrow().kind(), is(WireFault.Kind.PROXY));
        assertThat(exchange.fault().orElseThrow().detail(), is("the proxy 127.0.0.1:" + closed + " cannot be reached"));
    }

    @ParameterizedTest
    @EnumSource
    void reachesAnIpv6Address(Kind kind) {
        ServerSocket socket = RawServer.onLoopback("::1");
        try (RawServer listening = new RawServer(socket, "http", "[::1]", (s, out) -> RawServer.text(out, ANSWER))) {
            Exchange exchange = post(kind, listening.url(), Optional.empty(), Optional.empty());

            assertThat(exchange.status(), is(200));
            assertThat(listening.requests().get(0), containsString("Host: [::1]:" + socket.getLocalPort() + "\r\n"));
        }
    }

    private String refusedBy(
            Kind kind, Optional<String> demanded, Optional<Integer> status, Optional<String> credentials)
            throws Exception {
        try (RawServer listening = listening(server, false);
                TunnelProxy tunnel = new TunnelProxy(listening.url().getPort(), demanded, status)) {
            Exchange exchange =
                    post(kind, URI.create("https://mcp.example.test/mcp"), trusting(), proxy(tunnel, credentials));
            WireFault fault = exchange.fault().orElseThrow();
            assertThat(fault.kind(), is(WireFault.Kind.PROXY));
            assertThat(fault.detail(), startsWith("the proxy 127.0.0.1:" + tunnel.port()));
            assertThat(exchange.sessionId(), is(Optional.empty()));
            assertThat(seen, is(empty()));
            return fault.detail();
        }
    }

    private static String tlsFault(Exchange exchange) {
        WireFault fault = exchange.fault().orElseThrow();
        assertThat(fault.inWords(), fault.kind(), is(WireFault.Kind.TLS));
        return fault.detail();
    }

    private static RawServer listening(TestCertificates.Identity shown, boolean demandsClient) {
        return new RawServer(
                certificates.listener(shown, demandsClient),
                "https",
                "127.0.0.1",
                (socket, out) -> RawServer.text(out, ANSWER));
    }

    private static Optional<SSLContext> trusting() throws Exception {
        return Optional.of(certificates.trusting());
    }

    private static Optional<ForwardProxy> proxy(TunnelProxy tunnel, Optional<String> credentials) {
        return Optional.of(new ForwardProxy("127.0.0.1", tunnel.port(), credentials.map(Secret::of)));
    }

    private Exchange post(Kind kind, URI url, Optional<SSLContext> tls, Optional<ForwardProxy> proxy) {
        return assertTimeoutPreemptively(HANG, () -> {
            try (Endpoint endpoint = kind.open(new Route(url, tls, proxy))) {
                return endpoint.send(
                        new Endpoint.Outgoing(
                                Purpose.OTHER,
                                Caller.withBearer("main", Secret.of("the-bearer")),
                                "POST",
                                Headers.NONE.with("Content-Type", "application/json"),
                                Body.of("{}"),
                                new Endpoint.Reading.Whole()),
                        new ExchangeLog(),
                        seen::add);
            }
        });
    }
}
