package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Headers;
import io.github.sessionsurvival.wire.WireFault;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.http.Header;
import org.apache.http.HttpClientConnection;
import org.apache.http.HttpException;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.HttpResponseFactory;
import org.apache.http.HttpVersion;
import org.apache.http.ProtocolException;
import org.apache.http.client.HttpClient;
import org.apache.http.client.params.ClientPNames;
import org.apache.http.client.params.CookiePolicy;
import org.apache.http.conn.ClientConnectionOperator;
import org.apache.http.conn.ConnectTimeoutException;
import org.apache.http.conn.OperatedClientConnection;
import org.apache.http.conn.routing.HttpRoute;
import org.apache.http.conn.routing.HttpRoutePlanner;
import org.apache.http.conn.scheme.PlainSocketFactory;
import org.apache.http.conn.scheme.Scheme;
import org.apache.http.conn.scheme.SchemeRegistry;
import org.apache.http.entity.ByteArrayEntity;
import org.apache.http.impl.client.DefaultHttpClient;
import org.apache.http.impl.client.DefaultHttpRequestRetryHandler;
import org.apache.http.impl.conn.BasicClientConnectionManager;
import org.apache.http.impl.conn.DefaultClientConnection;
import org.apache.http.impl.conn.DefaultClientConnectionOperator;
import org.apache.http.io.HttpMessageParser;
import org.apache.http.io.SessionInputBuffer;
import org.apache.http.message.BasicHttpEntityEnclosingRequest;
import org.apache.http.message.BasicRequestLine;
import org.apache.http.params.CoreConnectionPNames;
import org.apache.http.params.HttpParams;
import org.apache.http.protocol.BasicHttpProcessor;
import org.apache.http.protocol.HTTP;
import org.apache.http.protocol.HttpContext;
import org.apache.http.protocol.HttpRequestExecutor;
import org.apache.http.protocol.RequestTargetHost;

/**
 * The HTTP client under REST Assured for one exchange: one connection, no repeats, no cookies, no credentials of its own,
 * no decoding, and exactly the given header fields. It is of the old kind, since REST Assured accepts no other.
 */
@SuppressWarnings("deprecation")
final class PlainClient {

    private static final Set<String> BODY_EXPECTED = Set.of("POST", "PUT", "PATCH");

    /** The socket's own bound comes after the watchdog's, or the two would race for how a silence is named. */
    private static final Duration BEHIND_THE_WATCHDOG = Duration.ofSeconds(1);

    private final Exchange.Request request;
    private final Route route;
    private final Deadlines deadlines;
    private final BasicClientConnectionManager connections;
    private final DefaultHttpClient client;
    private volatile boolean underWay;
    private volatile Runnable connected = () -> {};
    private volatile boolean wasCut;
    private volatile Headers answerHeaders = Headers.NONE;
    private volatile Optional<AnswerHead> head = Optional.empty();
    private volatile Optional<WireFault> refusedTunnel = Optional.empty();

    PlainClient(Exchange.Request request, Route route, Deadlines deadlines) {
        this.request = request;
        this.route = route;
        this.deadlines = deadlines;
        this.connections = new Connections(schemes(route, deadlines));
        this.client = new Client(connections);
        client.setHttpRequestRetryHandler(new DefaultHttpRequestRetryHandler(0, false));
        HttpParams params = client.getParams();
        params.setIntParameter(CoreConnectionPNames.CONNECTION_TIMEOUT, millis(deadlines.connect()));
        params.setIntParameter(
                CoreConnectionPNames.SO_TIMEOUT, millis(deadlines.total().plus(BEHIND_THE_WATCHDOG)));
        params.setBooleanParameter(CoreConnectionPNames.STALE_CONNECTION_CHECK, false);
        params.setBooleanParameter(ClientPNames.HANDLE_REDIRECTS, false);
        // Switched on, the client asks the strategies, which say no; switched off, it asks a proxy for a tunnel without
        // end.
        params.setBooleanParameter(ClientPNames.HANDLE_AUTHENTICATION, true);
        client.setTargetAuthenticationStrategy(new NoAuthentication());
        client.setProxyAuthenticationStrategy(new NoAuthentication());
        params.setParameter(ClientPNames.COOKIE_POLICY, CookiePolicy.IGNORE_COOKIES);
    }

    private static SchemeRegistry schemes(Route route, Deadlines deadlines) {
        SchemeRegistry schemes = new SchemeRegistry();
        schemes.register(new Scheme("http", 80, PlainSocketFactory.getSocketFactory()));
        schemes.register(new Scheme("https", 443, new NamedTlsSockets(route.tls(), deadlines.connect())));
        return schemes;
    }

    private static int millis(Duration deadline) {
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, deadline.toMillis()));
    }

    HttpClient httpClient() {
        return client;
    }

    /** What to do once there is a connection, before the first byte is written to it. */
    void whenConnected(Runnable action) {
        connected = action;
    }

    /** Every header line of the answer, as it came. */
    Headers answerHeaders() {
        return answerHeaders;
    }

    /** Closes the connection, whoever reads from it. Safe to repeat, from any thread. */
    void cut() {
        wasCut = true;
        connections.shutdown();
    }

    /** Why the answer is the proxy's and not the server's; empty where it is the server's. */
    Optional<WireFault> refusedTunnel() {
        return refusedTunnel;
    }

    /** Why there are no headers. */
    WireFault fault(Exception thrown, ExchangeInProgress exchange) {
        if (LostConnection.find(thrown, ConnectTimeoutException.class).isPresent()) {
            return exchange.notConnected();
        }
        if (exchange.leftForHeaders().isZero()
                || LostConnection.find(thrown, SocketTimeoutException.class).isPresent()) {
            return underWay ? exchange.late() : exchange.notConnected();
        }
        Optional<WireFault> before = LostConnection.beforeSending(thrown, route);
        if (before.isPresent()) {
            return before.get();
        }
        if (LostConnection.find(thrown, AnswerHead.TooLarge.class).isPresent()) {
            return new WireFault(WireFault.Kind.HEADERS_TOO_LARGE, "");
        }
        if (LostConnection.find(thrown, ProtocolException.class).isPresent()
                || LostConnection.find(thrown, AnswerHead.NotHttp.class).isPresent()) {
            return new WireFault(WireFault.Kind.NOT_HTTP, "");
        }
        if (wasCut) {
            return exchange.cut();
        }
        if (LostConnection.find(thrown, IOException.class).isEmpty()) {
            return new WireFault(WireFault.Kind.NOT_HTTP, "the client cannot read it");
        }
        if (!underWay && route.isSecure()) {
            return TlsTrouble.brokenOff();
        }
        boolean begun = head.map(AnswerHead::hasBegun).orElse(false);
        return new WireFault(
                begun ? WireFault.Kind.LOST_IN_HEADERS : WireFault.Kind.LOST, LostConnection.detail(thrown));
    }

    /** The exact request line, fields and bytes, whatever REST Assured made of them. */
    private HttpRequest asTold(HttpRequest given) {
        BasicHttpEntityEnclosingRequest told = new BasicHttpEntityEnclosingRequest(
                new BasicRequestLine(request.method(), TargetUrl.requestTarget(request.url()), HttpVersion.HTTP_1_1));
        if (!request.headers().has(HTTP.TARGET_HOST)) {
            told.addHeader(given.getFirstHeader(HTTP.TARGET_HOST));
        }
        request.headers().fields().forEach(field -> told.addHeader(field.name(), field.value()));
        if (!request.body().isEmpty() || BODY_EXPECTED.contains(request.method())) {
            told.addHeader(HTTP.CONTENT_LEN, Integer.toString(request.body().length()));
            told.setEntity(new ByteArrayEntity(request.body().bytes()));
        }
        return told;
    }

    private static boolean asksForTunnel(HttpRequest request) {
        return request.getRequestLine().getMethod().equals("CONNECT");
    }

    private void keepHeaders(HttpResponse response) {
        List<Headers.Field> fields = new ArrayList<>();
        for (Header header : response.getAllHeaders()) {
            fields.add(new Headers.Field(header.getName(), header.getValue() == null ? "" : header.getValue()));
        }
        answerHeaders = new Headers(fields);
        // REST Assured complains on the console about a cookie it cannot read, in the server's own words.
        response.removeHeaders("Set-Cookie");
        response.removeHeaders("Set-Cookie2");
    }

    private final class Client extends DefaultHttpClient {
        Client(BasicClientConnectionManager connections) {
            super(connections);
        }

        @Override
        protected BasicHttpProcessor createHttpProcessor() {
            BasicHttpProcessor processor = new BasicHttpProcessor();
            processor.addInterceptor(new RequestTargetHost());
            return processor;
        }

        /** REST Assured would put one here that asks the process for a proxy; only the target's rule may name one. */
        @Override
        public synchronized void setRoutePlanner(HttpRoutePlanner ignored) {
            super.setRoutePlanner(createHttpRoutePlanner());
        }

        @Override
        protected HttpRoutePlanner createHttpRoutePlanner() {
            return (host, ignored, context) -> {
                boolean secure = "https".equalsIgnoreCase(host.getSchemeName());
                return route.proxy()
                        .map(p -> new HttpRoute(host, null, new HttpHost(p.host(), p.port(), "http"), secure))
                        .orElseGet(() -> new HttpRoute(host, null, secure));
            };
        }

        @Override
        protected HttpRequestExecutor createRequestExecutor() {
            return new HttpRequestExecutor() {
                @Override
                protected HttpResponse doSendRequest(
                        HttpRequest given, HttpClientConnection connection, HttpContext context)
                        throws IOException, HttpException {
                    if (asksForTunnel(given)) {
                        route.proxyAuthorization().ifPresent(v -> given.setHeader("Proxy-Authorization", v));
                        return super.doSendRequest(given, connection, context);
                    }
                    underWay = true;
                    connected.run();
                    return super.doSendRequest(asTold(given), connection, context);
                }

                @Override
                protected HttpResponse doReceiveResponse(
                        HttpRequest sent, HttpClientConnection connection, HttpContext context)
                        throws IOException, HttpException {
                    HttpResponse response = super.doReceiveResponse(sent, connection, context);
                    int status = response.getStatusLine().getStatusCode();
                    if (!asksForTunnel(sent)) {
                        keepHeaders(response);
                    } else if (status / 100 != 2) {
                        refusedTunnel = Optional.of(LostConnection.refusedBy(route, status));
                    }
                    return response;
                }
            };
        }
    }

    private final class Connections extends BasicClientConnectionManager {
        Connections(SchemeRegistry schemes) {
            super(schemes);
        }

        @Override
        protected ClientConnectionOperator createConnectionOperator(SchemeRegistry schemes) {
            return new DefaultClientConnectionOperator(schemes) {
                @Override
                public OperatedClientConnection createConnection() {
                    return new DefaultClientConnection() {
                        @Override
                        protected HttpMessageParser<HttpResponse> createResponseParser(
                                SessionInputBuffer buffer, HttpResponseFactory factory, HttpParams params) {
                            AnswerHead reading = new AnswerHead(buffer);
                            head = Optional.of(reading);
                            return reading.parser(factory, params);
                        }
                    };
                }
            };
        }
    }
}
