package io.github.sessionsurvival.client;

import static io.github.sessionsurvival.client.RawServer.text;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.oneOf;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.github.sessionsurvival.wire.Body;
import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Headers;
import io.github.sessionsurvival.wire.Purpose;
import io.github.sessionsurvival.wire.Secret;
import io.github.sessionsurvival.wire.WireFault;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Both endpoints show the same conduct, whatever a server does. */
@Execution(ExecutionMode.CONCURRENT)
final class EndpointContractTest {

    /** Only a hang meets it. */
    private static final Duration HANG = Duration.ofSeconds(20);

    /** Never met but by a hang. */
    private static final Deadlines LONG =
            new Deadlines(Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ofSeconds(15), 256 * 1024);

    /** To be met. */
    private static final Deadlines SHORT =
            new Deadlines(Duration.ofSeconds(2), Duration.ofSeconds(2), Duration.ofSeconds(2), 256 * 1024);

    private static final String JSON = "{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"result\":{}}";

    enum Kind {
        PATIENT {
            @Override
            Endpoint open(URI url, Deadlines deadlines, RunClock clock) {
                return new PatientEndpoint(Route.direct(url), deadlines, clock);
            }
        },
        SWIFT {
            @Override
            Endpoint open(URI url, Deadlines deadlines, RunClock clock) {
                return new SwiftEndpoint(Route.direct(url), deadlines, clock);
            }
        };

        abstract Endpoint open(URI url, Deadlines deadlines, RunClock clock);

        Endpoint open(URI url, Deadlines deadlines) {
            return open(url, deadlines, RunClock.system());
        }
    }

    private final ExchangeLog log = new ExchangeLog();
    private final List<Exchange> seen = new ArrayList<>();

    /** REST Assured's first request loads a second's worth of classes, more than the short deadlines below. */
    @BeforeAll
    static void loadTheLibraries() {
        try (RawServer server = new RawServer((socket, out) -> text(out, whole(200, JSON)))) {
            for (Kind kind : Kind.values()) {
                try (Endpoint endpoint = kind.open(server.url(), Deadlines.DEFAULT)) {
                    endpoint.send(
                            outgoing("POST", Body.of("{}"), new Endpoint.Reading.Whole()), new ExchangeLog(), e -> {});
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void sendsTheExactBytesAndFieldsAndNothingOfItsOwn(Kind kind) {
        try (RawServer server = new RawServer((socket, out) -> text(out, whole(200, JSON)))) {
            String body = "{\"grüße\":\"\\u0000 ✓\"}";
            Exchange exchange = send(kind, server, "POST", Body.of(body), new Endpoint.Reading.Whole());

            String request = server.requests().get(0);
            assertThat(request, startsWith("POST /mcp HTTP/1.1\r\n"));
            assertThat(request, endsWith("\r\n\r\n" + body));
            assertThat(request, containsString("Content-Type: application/json\r\n"));
            assertThat(request, containsString("Accept: application/json, text/event-stream\r\n"));
            assertThat(request, containsString("Authorization: Bearer the-bearer\r\n"));
            assertThat(request, not(containsString("charset")));
            assertThat(request.toLowerCase(java.util.Locale.ROOT), not(containsString("gzip")));
            assertThat(request.toLowerCase(java.util.Locale.ROOT), not(containsString("upgrade")));
            assertThat(exchange.request().headers().first("Authorization"), is(Optional.of("Bearer the-bearer")));
            assertThat(exchange.request().body(), is(Body.of(body)));
        }
    }

    /** A bearer in an address would stand in every log on the way (AUTH-05). */
    @ParameterizedTest
    @CsvSource({"PATIENT, POST", "PATIENT, GET", "PATIENT, DELETE", "SWIFT, POST", "SWIFT, GET", "SWIFT, DELETE"})
    void everyRequestCarriesItsBearerInItsHeaderAndNowhereElse(Kind kind, String method) {
        try (RawServer server = new RawServer((socket, out) -> text(out, whole(200, JSON)))) {
            send(
                    kind,
                    server,
                    method,
                    method.equals("POST") ? Body.of("{}") : Body.EMPTY,
                    new Endpoint.Reading.Whole());

            String request = server.requests().get(0);
            assertThat(request, startsWith(method + " /mcp HTTP/1.1\r\n"));
            assertThat(request, containsString("Authorization: Bearer the-bearer\r\n"));
            assertThat(request.split("the-bearer", -1).length - 1, is(1));
        }
    }

    /** A web page or a failure whose text looks like events would pass for a stream that said nothing (SSEP-12). */
    @ParameterizedTest
    @CsvSource({
        "PATIENT, 200, text/html",
        "PATIENT, 404, text/event-stream",
        "SWIFT, 200, text/html",
        "SWIFT, 503, text/event-stream",
        "SWIFT, 200, text/event-stream-of-mine"
    })
    void whatIsNoEventStreamIsABodyHoweverItReads(Kind kind, int status, String type) {
        String body = "data: " + JSON + "\n\n";
        try (RawServer server = new RawServer((socket, out) -> text(
                out,
                "HTTP/1.1 " + status + " x\r\ncontent-type: " + type + "\r\ncontent-length: " + body.length()
                        + "\r\n\r\n" + body))) {
            Exchange.Answer answer = post(kind, server).answer().orElseThrow();

            assertThat(answer.isEventStream(), is(false));
            assertThat(answer.events(), hasSize(0));
            assertThat(answer.body(), is(Body.of(body)));
        }
    }

    @ParameterizedTest
    @EnumSource
    void readsAWholeAnswer(Kind kind) {
        try (RawServer server = new RawServer((socket, out) -> text(out, whole(503, JSON)))) {
            Exchange exchange = post(kind, server);

            assertThat(exchange.fault(), is(Optional.empty()));
            assertThat(exchange.status(), is(503));
            assertThat(exchange.answer().orElseThrow().body(), is(Body.of(JSON)));
            assertThat(log.all(), contains(exchange));
        }
    }

    /** Said before a byte of the body is read, or a session whose body breaks would never be noted (RST-06). */
    @ParameterizedTest
    @EnumSource
    void tellsTheHeadersOnceAndBeforeTheBody(Kind kind) {
        try (RawServer server = new RawServer((socket, out) -> {
            text(out, "HTTP/1.1 200 OK\r\nmcp-session-id: abc-123\r\ncontent-length: 9\r\n\r\n");
            pause(5_000);
        })) {
            Exchange exchange = postInAHurry(kind, server);

            assertThat(seen, hasSize(1));
            assertThat(seen.get(0).sessionId().orElseThrow().value(), is("abc-123"));
            assertThat(seen.get(0).answer().orElseThrow().body(), is(Body.EMPTY));
            assertThat(seen.get(0).timing().ended(), lessThan(SHORT.total()));
            assertThat(exchange.fault().orElseThrow().kind(), is(WireFault.Kind.BODY_SILENT));
        }
    }

    @ParameterizedTest
    @EnumSource
    void stopsAtTheResponseOfAStreamThatNeverEnds(Kind kind) {
        try (RawServer server = new RawServer((socket, out) -> {
            text(out, chunkedStream());
            text(out, chunk(": hello\n\nid: 1\ndata:\n\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"note\"}\n\n"));
            text(out, chunk("data: " + JSON + "\n\n"));
            pause(5_000);
        })) {
            Exchange exchange = post(kind, server);

            assertThat(exchange.fault(), is(Optional.empty()));
            assertThat(exchange.answer().orElseThrow().events(), hasSize(3));
            assertThat(exchange.answer().orElseThrow().events().get(2).data(), is(JSON));
        }
    }

    @ParameterizedTest
    @EnumSource
    void namesAStreamThatEndsWithoutTheResponse(Kind kind) {
        try (RawServer server = new RawServer((socket, out) -> {
            text(out, chunkedStream());
            text(out, chunk(": hello\n\n") + "0\r\n\r\n");
        })) {
            assertThat(post(kind, server).fault().orElseThrow().kind(), is(WireFault.Kind.STREAM_ENDED));
        }
    }

    @ParameterizedTest
    @EnumSource
    void readsNoBodyWhereOnlyTheHeadersCount(Kind kind) {
        try (RawServer server = new RawServer((socket, out) -> {
            text(out, chunkedStream());
            pause(5_000);
        })) {
            Exchange exchange = send(kind, server, "GET", Body.EMPTY, new Endpoint.Reading.HeadersOnly());

            assertThat(exchange.fault(), is(Optional.empty()));
            assertThat(exchange.status(), is(200));
        }
    }

    @ParameterizedTest
    @EnumSource
    void endsAnEndlessStreamOfCommentsWithinItsLimits(Kind kind) {
        try (RawServer server = new RawServer((socket, out) -> {
            text(out, chunkedStream());
            while (true) {
                text(out, chunk(": still here\n".repeat(100)));
            }
        })) {
            assertThat(post(kind, server).fault().orElseThrow().kind(), is(WireFault.Kind.BODY_TOO_LARGE));
        }
    }

    @ParameterizedTest
    @EnumSource
    void endsAnEndlessLineWithinItsLimits(Kind kind) {
        try (RawServer server = new RawServer((socket, out) -> {
            text(out, "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n");
            while (true) {
                text(out, "a".repeat(10_000));
            }
        })) {
            Exchange exchange = post(kind, server);

            assertThat(exchange.fault().orElseThrow().kind(), is(WireFault.Kind.BODY_TOO_LARGE));
            assertThat(exchange.answer().orElseThrow().body().length(), is(LONG.bodyLimit()));
        }
    }

    @ParameterizedTest
    @EnumSource
    void endsABodyOfOneByteAtATimeByTheTotalDeadline(Kind kind) {
        try (RawServer server = new RawServer((socket, out) -> {
            text(out, "HTTP/1.1 200 OK\r\nmcp-session-id: abc\r\ncontent-length: 100000\r\n\r\n");
            while (true) {
                text(out, " ");
                pause(50);
            }
        })) {
            Exchange exchange = postInAHurry(kind, server);

            assertThat(exchange.fault().orElseThrow().kind(), is(WireFault.Kind.BODY_TOO_SLOW));
            assertThat(seen, hasSize(1));
        }
    }

    @ParameterizedTest
    @EnumSource
    void endsHeadersThatDripByTheirDeadline(Kind kind) {
        try (RawServer server = new RawServer((socket, out) -> {
            text(out, "HTTP/1.1 200 OK\r\n");
            while (true) {
                text(out, "x-a: b\r\n");
                pause(50);
            }
        })) {
            Exchange exchange = postInAHurry(kind, server);

            assertThat(exchange.fault().orElseThrow().kind(), is(WireFault.Kind.NO_HEADERS));
            assertThat(exchange.answer(), is(Optional.empty()));
        }
    }

    @ParameterizedTest
    @EnumSource
    void endsSilenceByTheHeaderDeadline(Kind kind) {
        try (RawServer server = new RawServer((socket, out) -> pause(5_000))) {
            assertThat(postInAHurry(kind, server).fault().orElseThrow().kind(), is(WireFault.Kind.NO_HEADERS));
        }
    }

    /** On a loaded machine a request may take seconds to prepare; the server must not be called silent for it. */
    @ParameterizedTest
    @EnumSource
    void countsNoTimeAgainstTheServerBeforeTheRequestIsWritten(Kind kind) {
        RunClock slow = new RunClock() {
            private final RunClock clock = RunClock.system();

            @Override
            public Duration now() {
                return clock.now();
            }

            @Override
            public Instant instant() {
                pauseBeyond(SHORT.total());
                return clock.instant();
            }
        };
        try (RawServer server = new RawServer((socket, out) -> text(out, whole(200, JSON)));
                Endpoint endpoint = kind.open(server.url(), SHORT, slow)) {
            Exchange exchange =
                    endpoint.send(outgoing("POST", Body.of("{}"), new Endpoint.Reading.Whole()), log, seen::add);

            assertThat(exchange.fault(), is(Optional.empty()));
            assertThat(exchange.timing().sent(), is(greaterThan(SHORT.total())));
        }
    }

    @ParameterizedTest
    @EnumSource
    void endsHeadersWithoutEndInBoundedMemory(Kind kind) {
        try (RawServer server = new RawServer((socket, out) -> {
            text(out, "HTTP/1.1 200 OK\r\n");
            for (int i = 0; i < 1_000_000; i++) {
                text(out, "x-header-" + i + ": " + "v".repeat(100) + "\r\n");
            }
        })) {
            Exchange exchange = post(kind, server);

            assertThat(
                    exchange.fault().orElseThrow().kind(),
                    is(oneOf(WireFault.Kind.HEADERS_TOO_LARGE, WireFault.Kind.NO_HEADERS)));
        }
    }

    @ParameterizedTest
    @EnumSource
    void namesAConnectionClosedBeforeAnyAnswerAndSendsNothingAgain(Kind kind) {
        for (String method : List.of("POST", "GET", "DELETE")) {
            try (RawServer server = new RawServer((socket, out) -> {})) {
                Exchange exchange = send(kind, server, method, Body.EMPTY, new Endpoint.Reading.Whole());

                assertThat(method, exchange.fault().orElseThrow().kind(), is(WireFault.Kind.LOST));
                assertThat(method, server.requests(), hasSize(1));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void namesAResetBeforeAnyAnswer(Kind kind) {
        try (RawServer server = new RawServer((socket, out) -> socket.setSoLinger(true, 0))) {
            Exchange exchange = post(kind, server);

            assertThat(exchange.fault().orElseThrow().kind(), is(WireFault.Kind.LOST));
            assertThat(server.requests(), hasSize(1));
        }
    }

    @ParameterizedTest
    @EnumSource
    void namesAConnectionLostWithinTheHeaders(Kind kind) {
        try (RawServer server = new RawServer((socket, out) -> text(out, "HTTP/1.1 200 OK\r\nmcp-sess"))) {
            assertThat(post(kind, server).fault().orElseThrow().kind(), is(WireFault.Kind.LOST_IN_HEADERS));
        }
    }

    @ParameterizedTest
    @EnumSource
    void namesABodyShorterThanItsLength(Kind kind) {
        try (RawServer server = new RawServer(
                (socket, out) -> text(out, "HTTP/1.1 200 OK\r\nmcp-session-id: s\r\ncontent-length: 50\r\n\r\nhalf"))) {
            Exchange exchange = post(kind, server);

            assertThat(exchange.fault().orElseThrow().kind(), is(WireFault.Kind.LOST_IN_BODY));
            assertThat(exchange.answer().orElseThrow().body(), is(Body.of("half")));
            assertThat(exchange.sessionId().isPresent(), is(true));
        }
    }

    /** The end of the connection may overtake the headers inside a client; the session would be left behind (RST-06). */
    @ParameterizedTest
    @EnumSource
    void seesTheHeadersOfAnAnswerThatIsCutRightAfterThemEachOfManyTimes(Kind kind) {
        String head = "HTTP/1.1 200 OK\r\nmcp-session-id: s\r\ncontent-length: 50\r\n\r\n";
        try (RawServer server = new RawServer((socket, out) -> text(out, head))) {
            int times = kind == Kind.SWIFT ? 40 : 5;
            for (int i = 0; i < times; i++) {
                Exchange exchange = post(kind, server);
                assertThat(exchange.fault().orElseThrow().kind(), is(WireFault.Kind.LOST_IN_BODY));
                assertThat(exchange.sessionId().isPresent(), is(true));
            }
            assertThat(seen.size(), is(times));
        }
    }

    @ParameterizedTest
    @EnumSource
    void namesAChunkedBodyCutShort(Kind kind) {
        try (RawServer server = new RawServer((socket, out) -> text(out, chunkedStream() + chunk(": hello\n\n")))) {
            assertThat(post(kind, server).fault().orElseThrow().kind(), is(WireFault.Kind.LOST_IN_BODY));
        }
    }

    @ParameterizedTest
    @EnumSource
    void namesAnAnswerThatIsNotHttp(Kind kind) {
        try (RawServer server = new RawServer((socket, out) -> text(out, "220 mail.example ESMTP ready\r\n\r\n"))) {
            assertThat(post(kind, server).fault().orElseThrow().kind(), is(WireFault.Kind.NOT_HTTP));
        }
    }

    @ParameterizedTest
    @EnumSource
    void namesARefusedConnection(Kind kind) throws Exception {
        URI nobody;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = URI.create("http://127.0.0.1:" + free.getLocalPort() + "/mcp");
        }
        Exchange exchange = send(kind, nobody, "POST", Body.of("{}"), new Endpoint.Reading.Whole(), LONG);

        assertThat(exchange.fault().orElseThrow().kind(), is(WireFault.Kind.REFUSED));
    }

    /** A followed redirect would hand the bearer to another origin. */
    @ParameterizedTest
    @EnumSource
    void followsNoRedirect(Kind kind) {
        try (RawServer other = new RawServer((socket, out) -> text(out, whole(200, JSON)));
                RawServer server = new RawServer((socket, out) -> text(
                        out, "HTTP/1.1 303 See Other\r\nlocation: " + other.url() + "\r\ncontent-length: 0\r\n\r\n"))) {
            assertThat(post(kind, server).status(), is(303));
            assertThat(other.requests(), hasSize(0));
        }
    }

    @ParameterizedTest
    @EnumSource
    void leavesACompressedBodyAsItIs(Kind kind) {
        try (RawServer server = new RawServer(
                (socket, out) -> text(
                        out,
                        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-encoding: gzip\r\ncontent-length: 4\r\n\r\nnope"))) {
            assertThat(post(kind, server).answer().orElseThrow().body(), is(Body.of("nope")));
        }
    }

    @ParameterizedTest
    @EnumSource
    void keepsEveryHeaderLineAndOddCharacters(Kind kind) {
        try (RawServer server = new RawServer(
                (socket, out) -> text(
                        out,
                        "HTTP/1.1 503 x\r\nretry-after: 1\r\nRetry-After: 2\r\nmcp-session-id: s\u00e4\u00f6 <&>\r\ncontent-length: 0\r\n\r\n"))) {
            Exchange exchange = post(kind, server);

            assertThat(exchange.answer().orElseThrow().headers().all("retry-after"), contains("1", "2"));
            assertThat(exchange.sessionId().isPresent(), is(true));
        }
    }

    @ParameterizedTest
    @EnumSource
    void acceptsAnAnswerWithoutABody(Kind kind) {
        for (String head : List.of("202 Accepted\r\ncontent-length: 0", "204 No Content")) {
            try (RawServer server = new RawServer((socket, out) -> text(out, "HTTP/1.1 " + head + "\r\n\r\n"))) {
                Exchange exchange = post(kind, server);

                assertThat(head, exchange.fault(), is(Optional.empty()));
                assertThat(head, exchange.answer().orElseThrow().body(), is(Body.EMPTY));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aClosedEndpointEndsWhatIsInFlight(Kind kind) throws Exception {
        try (RawServer server = new RawServer((socket, out) -> pause(10_000))) {
            Endpoint endpoint = kind.open(server.url(), Deadlines.DEFAULT);
            Thread sending = new Thread(
                    () -> endpoint.send(outgoing("POST", Body.of("{}"), new Endpoint.Reading.Whole()), log, seen::add));
            sending.start();
            org.awaitility.Awaitility.await()
                    .atMost(HANG)
                    .until(() -> !server.requests().isEmpty());
            endpoint.close();
            sending.join(HANG.toMillis());

            assertThat(sending.isAlive(), is(false));
            assertThat(log.all(), hasSize(1));
        }
    }

    @ParameterizedTest
    @EnumSource
    void stopsAtTheFirstEventOfAStreamThatHasAnId(Kind kind) {
        try (RawServer server = new RawServer((socket, out) -> {
            text(out, chunkedStream());
            text(out, chunk("data: {\"jsonrpc\":\"2.0\",\"method\":\"note\"}\n\nid: 7\ndata:\n\n"));
            pause(5_000);
        })) {
            Exchange exchange = send(kind, server, "POST", Body.of("{}"), new Endpoint.Reading.UntilNamedEvent());

            assertThat(exchange.fault(), is(Optional.empty()));
            assertThat(exchange.answer().orElseThrow().events(), hasSize(2));
        }
    }

    /** Letting go is what the client does, so nothing that comes of it is the server's fault. */
    @ParameterizedTest
    @EnumSource
    void keepsWhatAStreamSaidUntilItIsLetGoOf(Kind kind) {
        CompletableFuture<Void> letGo = new CompletableFuture<>();
        try (RawServer server = new RawServer((socket, out) -> {
            text(out, chunkedStream());
            text(out, chunk("data: {\"jsonrpc\":\"2.0\",\"method\":\"note\"}\n\n"));
            pause(300);
            letGo.complete(null);
            pause(5_000);
        })) {
            Exchange exchange = send(kind, server, "GET", Body.EMPTY, new Endpoint.Reading.UntilLetGo(letGo));

            assertThat(exchange.fault(), is(Optional.empty()));
            assertThat(exchange.answer().orElseThrow().events(), hasSize(1));
        }
    }

    @ParameterizedTest
    @EnumSource
    void asksAnotherAddressOnlyWhereARequestSaysSo(Kind kind) {
        try (RawServer server = new RawServer((socket, out) -> text(out, whole(200, JSON)));
                RawServer other = new RawServer((socket, out) -> text(out, whole(404, "{}")))) {
            Endpoint.Outgoing usual = outgoing("POST", Body.of("{}"), new Endpoint.Reading.Whole());
            Endpoint.Outgoing elsewhere = new Endpoint.Outgoing(
                    usual.purpose(),
                    usual.caller(),
                    usual.method(),
                    usual.headers(),
                    usual.body(),
                    usual.reading(),
                    Optional.of(other.url()));
            try (Endpoint endpoint = kind.open(server.url(), LONG)) {
                assertThat(endpoint.send(elsewhere, log, seen::add).status(), is(404));
                assertThat(endpoint.send(usual, log, seen::add).status(), is(200));
            }

            assertThat(log.all().get(0).request().url(), is(other.url()));
            assertThat(log.all().get(1).request().url(), is(server.url()));
        }
    }

    /** SEC-08: the swift client leaves the host's name to itself. */
    @Test
    void aRequestMayNameAnotherHost() {
        try (RawServer server = new RawServer((socket, out) -> text(out, whole(200, JSON)))) {
            Endpoint.Outgoing usual = outgoing("POST", Body.of("{}"), new Endpoint.Reading.Whole());
            try (Endpoint endpoint = Kind.PATIENT.open(server.url(), LONG)) {
                endpoint.send(
                        new Endpoint.Outgoing(
                                usual.purpose(),
                                usual.caller(),
                                usual.method(),
                                usual.headers().with("Host", "evil.example"),
                                usual.body(),
                                usual.reading()),
                        log,
                        seen::add);
            }

            List<String> hosts = server.requests()
                    .get(0)
                    .lines()
                    .filter(line -> line.toLowerCase(java.util.Locale.ROOT).startsWith("host:"))
                    .toList();
            assertThat(hosts, contains("Host: evil.example"));
        }
    }

    /** What a caller says it says on every request, endings too: none of them may go to another host. */
    @ParameterizedTest
    @EnumSource
    void aCallerNamesNoHost(Kind kind) {
        Endpoint.Outgoing usual = outgoing("POST", Body.of("{}"), new Endpoint.Reading.Whole());
        Caller lying = new Caller(
                "main", Optional.empty(), List.of(new Caller.ExtraHeader("hOST", Secret.of("evil.example"), false)));
        try (RawServer server = new RawServer((socket, out) -> text(out, whole(200, JSON)));
                Endpoint endpoint = kind.open(server.url(), LONG)) {
            assertThrows(IllegalArgumentException.class, () -> endpoint.send(usual.by(lying), log, seen::add));
        }
    }

    /** The exchanges of a run are numbered without gaps, or a message would cite one that nobody can find. */
    @ParameterizedTest
    @EnumSource(
            mode = Mode.INCLUDE,
            names = {"PATIENT", "SWIFT"})
    void numbersExchangesInTheirOrder(Kind kind) {
        try (RawServer server = new RawServer((socket, out) -> text(out, whole(200, JSON)))) {
            post(kind, server);
            post(kind, server);

            assertThat(log.all().stream().map(Exchange::number).toList(), equalTo(List.of(1, 2)));
        }
    }

    private Exchange post(Kind kind, RawServer server) {
        return send(kind, server, "POST", Body.of("{}"), new Endpoint.Reading.UntilResponse("\"1\""));
    }

    private Exchange postInAHurry(Kind kind, RawServer server) {
        return send(kind, server.url(), "POST", Body.of("{}"), new Endpoint.Reading.UntilResponse("\"1\""), SHORT);
    }

    private Exchange send(Kind kind, RawServer server, String method, Body body, Endpoint.Reading reading) {
        return send(kind, server.url(), method, body, reading, LONG);
    }

    private Exchange send(Kind kind, URI url, String method, Body body, Endpoint.Reading reading, Deadlines deadlines) {
        return assertTimeoutPreemptively(HANG, () -> {
            try (Endpoint endpoint = kind.open(url, deadlines)) {
                return endpoint.send(outgoing(method, body, reading), log, seen::add);
            }
        });
    }

    private static Endpoint.Outgoing outgoing(String method, Body body, Endpoint.Reading reading) {
        Headers headers = Headers.NONE.with("Accept", "application/json, text/event-stream");
        return new Endpoint.Outgoing(
                Purpose.OTHER,
                Caller.withBearer("main", Secret.of("the-bearer")),
                method,
                body.isEmpty() ? headers : headers.with("Content-Type", "application/json"),
                body,
                reading);
    }

    private static String whole(int status, String body) {
        return "HTTP/1.1 " + status + " x\r\ncontent-type: application/json\r\ncontent-length: " + body.length()
                + "\r\n\r\n" + body;
    }

    private static String chunkedStream() {
        return "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";
    }

    private static String chunk(String text) {
        return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
    }

    private static void pauseBeyond(Duration deadline) {
        try {
            pause(deadline.plusMillis(200).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void pause(long millis) throws InterruptedException {
        Thread.sleep(millis);
    }
}
