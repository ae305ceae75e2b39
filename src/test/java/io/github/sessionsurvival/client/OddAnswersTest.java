package io.github.sessionsurvival.client;

import static io.github.sessionsurvival.client.RawServer.text;
import static io.github.sessionsurvival.wire.WireFault.Kind.BODY_TOO_LARGE;
import static io.github.sessionsurvival.wire.WireFault.Kind.HEADERS_TOO_LARGE;
import static io.github.sessionsurvival.wire.WireFault.Kind.LOST_IN_BODY;
import static io.github.sessionsurvival.wire.WireFault.Kind.LOST_IN_HEADERS;
import static io.github.sessionsurvival.wire.WireFault.Kind.NOT_HTTP;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.sessionsurvival.client.EndpointContractTest.Kind;
import io.github.sessionsurvival.wire.Body;
import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Headers;
import io.github.sessionsurvival.wire.Purpose;
import io.github.sessionsurvival.wire.Secret;
import io.github.sessionsurvival.wire.WireFault;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What servers send by mistake or in malice: named alike by both endpoints, in bounded memory, never thrown. */
@Execution(ExecutionMode.CONCURRENT)
final class OddAnswersTest {

    private static final Duration HANG = Duration.ofSeconds(20);
    private static final Deadlines DEADLINES =
            new Deadlines(Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ofSeconds(15), 256 * 1024);

    private final ExchangeLog log = new ExchangeLog();

    static Stream<Arguments> namesWhatIsWrong() {
        return both(
                arguments("another protocol", "SSH-2.0-OpenSSH_9.9\r\n\r\n", NOT_HTTP),
                arguments("a version nobody speaks", "HTTP/9.9 200 OK\r\n\r\n", NOT_HTTP),
                arguments("a switch nobody asked for", "HTTP/1.1 101 x\r\nupgrade: h2c\r\n\r\n", NOT_HTTP),
                arguments("half a status line", "HTTP/1.", LOST_IN_HEADERS),
                arguments("a status line alone", "HTTP/1.1 200 OK\r\n", LOST_IN_HEADERS),
                arguments("words and no line end", "garbage", LOST_IN_HEADERS),
                arguments("words that quote the client", "received no bytes", LOST_IN_HEADERS),
                arguments("a length that is no number", head("content-length: abc") + "hello", NOT_HTTP),
                arguments("a length below zero", head("content-length: -5") + "hello", NOT_HTTP),
                arguments("a length beyond all numbers", head("content-length: 99999999999999999999"), NOT_HTTP),
                arguments("two lengths", head("content-length: 5\r\ncontent-length: 3") + "hello", NOT_HTTP),
                arguments(
                        "a length and chunks",
                        head("transfer-encoding: chunked\r\ncontent-length: 3") + "5\r\nhello\r\n0\r\n\r\n",
                        NOT_HTTP),
                arguments("a coding nobody asked for", head("transfer-encoding: gzip, chunked") + "x", NOT_HTTP),
                arguments("a body beside 204", "HTTP/1.1 204 x\r\ncontent-length: 3\r\n\r\nxyz", NOT_HTTP),
                arguments(
                        "a chunk without a size", head("transfer-encoding: chunked") + "zz\r\nhello\r\n", LOST_IN_BODY),
                arguments("a chunk without end", head("transfer-encoding: chunked") + "fffffff\r\nhello", LOST_IN_BODY),
                arguments("one header of 500 kB", head("x: " + "y".repeat(500_000)), HEADERS_TOO_LARGE),
                arguments("20000 headers", head("x: y\r\n".repeat(20_000) + "z: 1"), HEADERS_TOO_LARGE),
                arguments(
                        "20000 events",
                        head("content-type: text/event-stream") + "data\n\n".repeat(20_000),
                        BODY_TOO_LARGE));
    }

    @ParameterizedTest(name = "{1}, {0}")
    @MethodSource
    void namesWhatIsWrong(Kind kind, String name, String answer, WireFault.Kind fault) {
        try (RawServer server = new RawServer((socket, out) -> text(out, answer))) {
            Exchange exchange = send(kind, server.url(), "POST", "{}", Headers.NONE);

            assertThat(name, exchange.fault().map(WireFault::kind), is(Optional.of(fault)));
            assertThat(name, server.requests(), hasSize(1));
            assertThat(name, log.all(), hasSize(1));
        }
    }

    static Stream<Arguments> readsWhatIsOnlyUnusual() {
        return both(
                arguments("401 without a challenge", "HTTP/1.1 401 x\r\ncontent-length: 1\r\n\r\nx", 401),
                arguments(
                        "401 with challenges",
                        "HTTP/1.1 401 x\r\nwww-authenticate: Negotiate\r\nwww-authenticate: Basic realm=x\r\n"
                                + "content-length: 1\r\n\r\nx",
                        401),
                arguments("407", "HTTP/1.1 407 x\r\ncontent-length: 1\r\n\r\nx", 407),
                arguments("999", "HTTP/1.1 999 x\r\ncontent-length: 1\r\n\r\nx", 999),
                arguments("no reason phrase", "HTTP/1.1 200\r\ncontent-length: 1\r\n\r\nx", 200),
                arguments("HTTP/1.0 without a length", "HTTP/1.0 200 OK\r\n\r\nx", 200),
                arguments("LF alone", "HTTP/1.1 200 OK\ncontent-length: 1\n\nx", 200),
                arguments("folded header", head("x: a\r\n b\r\ncontent-length: 1") + "x", 200),
                arguments("5000 headers", head("x: y\r\n".repeat(5_000) + "content-length: 1") + "x", 200),
                arguments("100 first", "HTTP/1.1 100 Continue\r\n\r\n" + head("content-length: 1") + "x", 200),
                arguments("103 first", "HTTP/1.1 103 x\r\nlink: y\r\n\r\n" + head("content-length: 1") + "x", 200),
                arguments("the same length twice", head("content-length: 1\r\ncontent-length: 1") + "x", 200),
                arguments("a media type of nonsense", head("content-type: ;;=/\r\ncontent-length: 1") + "x", 200));
    }

    @ParameterizedTest(name = "{1}, {0}")
    @MethodSource
    void readsWhatIsOnlyUnusual(Kind kind, String name, String answer, int status) {
        try (RawServer server = new RawServer((socket, out) -> text(out, answer))) {
            Exchange exchange = send(kind, server.url(), "POST", "{}", Headers.NONE);

            assertThat(name, exchange.fault(), is(Optional.empty()));
            assertThat(name, exchange.status(), is(status));
            assertThat(name, exchange.answer().orElseThrow().body(), is(Body.of("x")));
        }
    }

    @ParameterizedTest
    @EnumSource
    void namesAResetWithinHeadersAndBody(Kind kind) {
        for (String begun : List.of("HTTP/1.1 200 OK\r\nx: ", head("x: y") + "abc")) {
            try (RawServer server = new RawServer((socket, out) -> {
                text(out, begun);
                // Long enough for the bytes to be read: a reset takes unread ones with it.
                Thread.sleep(300);
                socket.setSoLinger(true, 0);
            })) {
                WireFault fault = send(kind, server.url(), "POST", "{}", Headers.NONE)
                        .fault()
                        .orElseThrow();

                assertThat(fault.kind(), is(begun.endsWith("abc") ? LOST_IN_BODY : LOST_IN_HEADERS));
                assertThat(fault.detail(), is("reset by the server"));
            }
        }
    }

    /** The server can write no more than the limit and what sockets hold: nothing is read ahead of the reader. */
    @ParameterizedTest
    @EnumSource
    void stopsReadingAtTheLimit(Kind kind) {
        AtomicLong written = new AtomicLong();
        try (RawServer server = new RawServer((socket, out) -> {
            text(out, head("content-type: application/json"));
            String piece = "a".repeat(64 * 1024);
            while (written.get() < 1_000_000_000) {
                text(out, piece);
                written.addAndGet(piece.length());
            }
        })) {
            Exchange exchange = send(kind, server.url(), "POST", "{}", Headers.NONE);

            assertThat(exchange.fault().map(WireFault::kind), is(Optional.of(BODY_TOO_LARGE)));
            assertThat(exchange.answer().orElseThrow().body().length(), is(DEADLINES.bodyLimit()));
            assertThat(written.get(), lessThan(64L * 1024 * 1024));
        }
    }

    @ParameterizedTest
    @EnumSource
    void endsAStatusLineOrAHeaderThatNeverEnds(Kind kind) {
        for (String begun : List.of("", "HTTP/1.1 200 ", "HTTP/1.1 200 OK\r\nx: ")) {
            try (RawServer server = new RawServer((socket, out) -> {
                text(out, begun);
                while (true) {
                    text(out, "x".repeat(10_000));
                }
            })) {
                assertThat(
                        send(kind, server.url(), "POST", "{}", Headers.NONE)
                                .fault()
                                .map(WireFault::kind),
                        is(Optional.of(HEADERS_TOO_LARGE)));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void sendsEveryMethodWithAndWithoutABody(Kind kind) {
        for (String method : List.of("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "HEAD", "FOO")) {
            for (String body : List.of("", "{\"a\":1}")) {
                try (RawServer server = new RawServer((socket, out) -> text(out, head("content-length: 0")))) {
                    Exchange exchange = send(kind, server.url(), method, body, Headers.NONE);

                    assertThat(method, exchange.fault(), is(Optional.empty()));
                    assertThat(server.requests().get(0), startsWith(method + " /mcp HTTP/1.1\r\n"));
                    assertThat(server.requests().get(0).split("\r\n\r\n", 2)[1], is(body));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void usesTheUrlAsGiven(Kind kind) {
        try (RawServer server = new RawServer((socket, out) -> text(out, head("content-length: 0")))) {
            String suffix = "//x/../y;z=1/%2F/?mode=native&a=b%20c+d&e&f=%7Bx%7D&f=2";
            send(kind, URI.create(server.url() + suffix), "POST", "{}", Headers.NONE);

            assertThat(server.requests().get(0), startsWith("POST /mcp" + suffix + " HTTP/1.1\r\n"));
            assertThat(
                    server.requests().get(0),
                    containsString("Host: 127.0.0.1:" + server.url().getPort() + "\r\n"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aUrlThatNobodyCanSendToIsRefusedAtOnce(Kind kind) {
        for (String url : List.of("http://127.0.0.1:99999/", "ftp://127.0.0.1/", "/mcp", "http:///mcp")) {
            assertThrows(IllegalArgumentException.class, () -> kind.open(URI.create(url), DEADLINES));
        }
    }

    /** A session id that no client may send back goes out with question marks, as the record shows. */
    @ParameterizedTest
    @EnumSource
    void recordsWhatTrulyWentOut(Kind kind) {
        try (RawServer server = new RawServer((socket, out) -> text(out, head("content-length: 0")))) {
            Exchange exchange = send(
                    kind,
                    server.url(),
                    "POST",
                    "{}",
                    Headers.NONE
                            .with("mcp-session-id", "a\u0001\u00e4\r\nX-Forged: y")
                            .with("X-Tenant", "mine"));

            assertThat(server.requests().get(0), not(containsString("\r\nX-Forged")));
            exchange.request()
                    .headers()
                    .fields()
                    .forEach(field -> assertThat(
                            server.requests().get(0), containsString(field.name() + ": " + field.value() + "\r\n")));
            assertThat(exchange.request().headers().all("mcp-session-id"), is(List.of("a????X-Forged: y")));
            assertThat(exchange.request().headers().all("X-Tenant"), is(List.of("mine")));
            assertThat(exchange.request().headers().all("X-Key"), is(List.of("k")));
            assertThat(exchange.request().headers().all("Authorization"), is(List.of("Bearer tok")));
        }
    }

    @ParameterizedTest
    @EnumSource
    void theRequestsOwnAuthorizationStands(Kind kind) {
        try (RawServer server = new RawServer((socket, out) -> text(out, head("content-length: 0")))) {
            send(kind, server.url(), "POST", "{}", Headers.NONE.with("authorization", "Bearer another"));

            assertThat(server.requests().get(0), containsString("uthorization: Bearer another\r\n"));
            assertThat(server.requests().get(0), not(containsString("tok")));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aHeaderThatIsTheClientsOwnIsAFaultOfTheTargetFile(Kind kind) {
        try (RawServer server = new RawServer((socket, out) -> text(out, head("content-length: 0")))) {
            for (String name : List.of("connection", "Content-Length", "a b", "", "x:y")) {
                assertThrows(
                        IllegalArgumentException.class,
                        () -> send(kind, server.url(), "POST", "{}", Headers.NONE.with(name, "x")));
            }
            assertThat(server.requests(), hasSize(0));
        }
    }

    /** REST Assured would print a cookie it cannot read, in the server's words. */
    @ParameterizedTest
    @EnumSource
    void keepsCookiesAndPrintsNothingOfThem(Kind kind) {
        List<LogRecord> printed = new CopyOnWriteArrayList<>();
        Logger logger = Logger.getLogger("io.restassured.internal.assertion.CookieMatcher");
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord written) {
                printed.add(written);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(handler);
        try (RawServer server = new RawServer(
                (socket, out) -> text(out, head("set-cookie: a=b; expires=never\r\ncontent-length: 0")))) {
            Exchange exchange = send(kind, server.url(), "POST", "{}", Headers.NONE);

            assertThat(exchange.answer().orElseThrow().headers().all("set-cookie"), is(List.of("a=b; expires=never")));
            assertThat(printed, hasSize(0));
        } finally {
            logger.removeHandler(handler);
        }
    }

    /** The caller's own failure comes through, and the evidence of it stays. */
    @ParameterizedTest
    @EnumSource
    void aCallersFailureAtTheHeadersIsRecordedAndThrown(Kind kind) {
        try (RawServer server = new RawServer((socket, out) -> text(out, head("content-length: 1") + "x"));
                Endpoint endpoint = kind.open(server.url(), DEADLINES)) {
            assertThrows(
                    UnsupportedOperationException.class,
                    () -> endpoint.send(outgoing("POST", "{}", Headers.NONE), log, seen -> {
                        throw new UnsupportedOperationException("the journal is full");
                    }));
            assertThat(log.all(), hasSize(1));
        }
    }

    /**
     * A client left to the garbage collector keeps its thread; a wave of sessions would exhaust the machine's. The patient
     * endpoint's client has no thread of its own.
     */
    @Test
    void holdsNoThreadForAnExchangeThatIsOver() {
        try (RawServer server = new RawServer((socket, out) -> text(out, head("content-length: 1") + "x"));
                Endpoint endpoint = Kind.SWIFT.open(server.url(), DEADLINES)) {
            for (int i = 0; i < 60; i++) {
                endpoint.send(outgoing("POST", "{}", Headers.NONE), log, seen -> {});
            }
            long selectors = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().contains("SelectorManager"))
                    .count();
            assertThat(selectors, lessThan(30L));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aClosedEndpointSendsNothing(Kind kind) {
        try (RawServer server = new RawServer((socket, out) -> text(out, head("content-length: 0")))) {
            Endpoint endpoint = kind.open(server.url(), DEADLINES);
            endpoint.close();
            Exchange exchange = endpoint.send(outgoing("POST", "{}", Headers.NONE), log, seen -> {});

            assertThat(exchange.fault().orElseThrow().detail(), containsString("the suite itself"));
            assertThat(exchange.answer(), is(Optional.empty()));
        }
    }

    private Exchange send(Kind kind, URI url, String method, String body, Headers headers) {
        return assertTimeoutPreemptively(HANG, () -> {
            try (Endpoint endpoint = kind.open(url, DEADLINES)) {
                return endpoint.send(outgoing(method, body, headers), log, seen -> {});
            }
        });
    }

    private static Endpoint.Outgoing outgoing(String method, String body, Headers headers) {
        Caller caller = new Caller(
                "main",
                Optional.of(Secret.of("tok")),
                List.of(
                        new Caller.ExtraHeader("X-Key", Secret.of("k"), true),
                        new Caller.ExtraHeader("X-Tenant", Secret.of("theirs"), false)));
        return new Endpoint.Outgoing(
                Purpose.OTHER, caller, method, headers, Body.of(body), new Endpoint.Reading.UntilResponse("1"));
    }

    private static String head(String fields) {
        return "HTTP/1.1 200 OK\r\n" + fields + "\r\n\r\n";
    }

    private static Stream<Arguments> both(Arguments... cases) {
        return Stream.of(Kind.values())
                .flatMap(kind -> Stream.of(cases)
                        .map(c -> Arguments.of(Stream.concat(Stream.of(kind), Stream.of(c.get()))
                                .toArray())));
    }
}
