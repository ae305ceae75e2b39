package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.WireFault;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.Optional;
import org.apache.http.HttpEntityEnclosingRequest;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponseFactory;
import org.apache.http.ProtocolException;
import org.apache.http.client.HttpClient;
import org.apache.http.client.params.ClientPNames;
import org.apache.http.client.params.CookiePolicy;
import org.apache.http.conn.ClientConnectionOperator;
import org.apache.http.conn.ConnectTimeoutException;
import org.apache.http.conn.OperatedClientConnection;
import org.apache.http.conn.scheme.SchemeRegistry;
import org.apache.http.entity.ByteArrayEntity;
import org.apache.http.impl.client.DefaultHttpClient;
import org.apache.http.impl.client.DefaultHttpRequestRetryHandler;
import org.apache.http.impl.conn.BasicClientConnectionManager;
import org.apache.http.impl.conn.DefaultClientConnection;
import org.apache.http.impl.conn.DefaultClientConnectionOperator;
import org.apache.http.io.HttpMessageParser;
import org.apache.http.io.SessionInputBuffer;
import org.apache.http.params.CoreConnectionPNames;
import org.apache.http.params.HttpParams;
import org.apache.http.protocol.BasicHttpProcessor;
import org.apache.http.protocol.HttpContext;
import org.apache.http.protocol.RequestContent;
import org.apache.http.protocol.RequestTargetHost;

/**
 * The HTTP client under REST Assured for one exchange: one connection, no repeats, no cookies, no credentials of its own,
 * no decoding, and exactly the given header fields. It is of the old kind, since REST Assured accepts no other.
 */
@SuppressWarnings("deprecation")
final class PlainClient {

    private final Exchange.Request request;
    private final Deadlines deadlines;
    private final BasicClientConnectionManager connections;
    private final DefaultHttpClient client;
    private volatile boolean underWay;
    private volatile Runnable connected = () -> {};
    private volatile Optional<AnswerHead> head = Optional.empty();

    PlainClient(Exchange.Request request, Deadlines deadlines) {
        this.request = request;
        this.deadlines = deadlines;
        this.connections = new Connections();
        this.client = new Client(connections);
        client.setHttpRequestRetryHandler(new DefaultHttpRequestRetryHandler(0, false));
        HttpParams params = client.getParams();
        params.setIntParameter(CoreConnectionPNames.CONNECTION_TIMEOUT, millis(deadlines.connect()));
        // A bound behind the watchdog's, in case its cut is late.
        params.setIntParameter(CoreConnectionPNames.SO_TIMEOUT, millis(deadlines.total()));
        params.setBooleanParameter(CoreConnectionPNames.STALE_CONNECTION_CHECK, false);
        params.setIntParameter(CoreConnectionPNames.MAX_LINE_LENGTH, AnswerHead.LIMIT);
        params.setBooleanParameter(ClientPNames.HANDLE_REDIRECTS, false);
        params.setBooleanParameter(ClientPNames.HANDLE_AUTHENTICATION, false);
        params.setParameter(ClientPNames.COOKIE_POLICY, CookiePolicy.IGNORE_COOKIES);
    }

    private static int millis(java.time.Duration deadline) {
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, deadline.toMillis()));
    }

    HttpClient httpClient() {
        return client;
    }

    /** What to do once there is a connection, before the first byte is written to it. */
    void whenConnected(Runnable action) {
        connected = action;
    }

    /** Closes the connection, whoever reads from it. Safe to repeat, from any thread. */
    void cut() {
        connections.shutdown();
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
        Optional<WireFault> before = LostConnection.beforeSending(thrown);
        if (before.isPresent()) {
            return before.get();
        }
        if (LostConnection.find(thrown, AnswerHead.TooLarge.class).isPresent()) {
            return new WireFault(WireFault.Kind.HEADERS_TOO_LARGE, "");
        }
        if (LostConnection.find(thrown, ProtocolException.class).isPresent()) {
            return new WireFault(WireFault.Kind.NOT_HTTP, "");
        }
        if (LostConnection.find(thrown, IOException.class).isEmpty()) {
            // No fault of the server's: the watchdog of a closed endpoint, or the client itself.
            return exchange.cut();
        }
        boolean begun = head.map(AnswerHead::hasBegun).orElse(false);
        return new WireFault(
                begun ? WireFault.Kind.LOST_IN_HEADERS : WireFault.Kind.LOST, LostConnection.detail(thrown));
    }

    /** Sets the exact fields and the exact bytes, whatever REST Assured made of them. */
    private void rewrite(HttpRequest outgoing) {
        for (org.apache.http.Header given : outgoing.getAllHeaders()) {
            outgoing.removeHeader(given);
        }
        request.headers().fields().forEach(field -> outgoing.addHeader(field.name(), field.value()));
        if (outgoing instanceof HttpEntityEnclosingRequest enclosing
                && !request.body().isEmpty()) {
            enclosing.setEntity(new ByteArrayEntity(request.body().bytes()));
        }
    }

    private final class Client extends DefaultHttpClient {
        Client(BasicClientConnectionManager connections) {
            super(connections);
        }

        @Override
        protected BasicHttpProcessor createHttpProcessor() {
            BasicHttpProcessor processor = new BasicHttpProcessor();
            processor.addInterceptor((HttpRequest outgoing, HttpContext context) -> {
                rewrite(outgoing);
                underWay = true;
                connected.run();
            });
            processor.addInterceptor(new RequestContent());
            processor.addInterceptor(new RequestTargetHost());
            return processor;
        }
    }

    private final class Connections extends BasicClientConnectionManager {
        @Override
        protected ClientConnectionOperator createConnectionOperator(SchemeRegistry schemes) {
            return new DefaultClientConnectionOperator(schemes) {
                @Override
                public OperatedClientConnection createConnection() {
                    return new DefaultClientConnection() {
                        @Override
                        protected HttpMessageParser<org.apache.http.HttpResponse> createResponseParser(
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
