package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Headers;
import io.github.sessionsurvival.wire.WireFault;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * The endpoint for streams, waves of sessions and hostile bodies: java.net.http, HTTP/1.1, and a connection of its own
 * for every exchange. A pooled connection that the server has just closed would look like one lost in a restart.
 */
public final class SwiftEndpoint implements Endpoint {

    /** Of the proxy itself: the client hands it on as if the server had said so. */
    private static final int PROXY_AUTHENTICATION_REQUIRED = 407;

    private static final ThreadGroup WORKERS = new ThreadGroup("session-survival swift endpoint");

    private final Route straight;
    private final Deadlines deadlines;
    private final RunClock clock;
    /** Never shut down, or a request that races with closing would throw; its idle threads end by themselves. */
    private final ExecutorService executor = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, 5, TimeUnit.SECONDS, new SynchronousQueue<>(), SwiftEndpoint::daemon);

    private final Set<Runnable> cuts = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    public SwiftEndpoint(Route route, Deadlines deadlines, RunClock clock) {
        this.straight = route;
        this.deadlines = deadlines;
        this.clock = clock;
    }

    private static Thread daemon(Runnable task) {
        // In a group of its own: whoever asks for a worker may stand in that of a client which is about to be ended.
        Thread thread = new Thread(WORKERS, task, "session-survival swift endpoint");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public Exchange send(Outgoing outgoing, ExchangeLog log, Consumer<Exchange> headersSeen) {
        Route route = straight.to(outgoing.elsewhere());
        Headers headers = OutgoingHeaders.of(outgoing);
        ExchangeInProgress exchange =
                new ExchangeInProgress(route.url(), outgoing, headers, deadlines, clock, log, headersSeen);
        CompletableFuture<Void> writing = new CompletableFuture<>();
        SentOnce body = new SentOnce(outgoing.body(), () -> {
            exchange.begins();
            writing.complete(null);
        });
        HttpRequest.Builder request = HttpRequest.newBuilder(route.url()).method(outgoing.method(), body);
        headers.fields().forEach(field -> request.header(field.name(), field.value()));
        // Of no concern to the server: the client sends it to the proxy alone, and it stands in no log.
        route.proxyAuthorization().ifPresent(value -> request.header("Proxy-Authorization", value));
        HttpRequest ready = request.build();
        if (closed) {
            return exchange.recorded(Optional.of(exchange.cut()));
        }
        ArrivingBody arriving = new ArrivingBody();
        DisposableClient client = new DisposableClient(() -> client(route));
        // From the handler and not from the response: a connection that ends right after the headers may fail the
        // response
        // although they were seen, and their session would never be noted (RST-06).
        CompletableFuture<HttpResponse.ResponseInfo> head = new CompletableFuture<>();
        CompletableFuture<HttpResponse<ArrivingBody>> future = client.client().sendAsync(ready, info -> {
            head.complete(info);
            return arriving;
        });
        future.whenComplete((response, thrown) -> {
            if (thrown == null) {
                // What a proxy answers to the wish for a tunnel comes as a response, and never to the handler.
                head.complete(new Seen(response));
            } else if (!head.completeExceptionally(thrown) && !(thrown instanceof CancellationException)) {
                arriving.onError(thrown);
            }
        });
        Runnable cut = () -> {
            future.cancel(true);
            arriving.cut();
        };
        cuts.add(cut);
        if (outgoing.reading() instanceof Reading.UntilLetGo until) {
            until.letGo().thenRun(arriving::cut);
        }
        Optional<WireFault> fault = Optional.empty();
        try {
            HttpResponse.ResponseInfo seen = awaitHeaders(head, writing, exchange);
            if (route.proxy().isPresent() && seen.statusCode() == PROXY_AUTHENTICATION_REQUIRED) {
                fault = Optional.of(LostConnection.refusedBy(route, seen.statusCode()));
            } else if (exchange.answered(seen.statusCode(), headersOf(seen))) {
                fault = read(arriving, exchange);
            }
        } catch (TimeoutException e) {
            fault = Optional.of(body.isUnderWay() ? exchange.late() : exchange.notConnected());
        } catch (ExecutionException e) {
            fault = Optional.of(withoutHeaders(e.getCause(), body, exchange, route));
        } catch (CancellationException e) {
            fault = Optional.of(exchange.cut());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            fault = Optional.of(exchange.cut());
        } finally {
            cuts.remove(cut);
            cut.run();
            client.close();
        }
        return exchange.recorded(fault);
    }

    /** The head of a response that nobody saw arrive. */
    private record Seen(int statusCode, HttpHeaders headers, HttpClient.Version version)
            implements HttpResponse.ResponseInfo {
        Seen(HttpResponse<?> response) {
            this(response.statusCode(), response.headers(), response.version());
        }
    }

    /** Waits for the writing first: the time before it is the client's own, and bounded by itself. */
    private HttpResponse.ResponseInfo awaitHeaders(
            CompletableFuture<HttpResponse.ResponseInfo> head,
            CompletableFuture<Void> writing,
            ExchangeInProgress exchange)
            throws InterruptedException, ExecutionException, TimeoutException {
        Duration beforehand = deadlines.connect().plus(deadlines.headers());
        CompletableFuture.anyOf(head, writing).get(beforehand.toNanos(), TimeUnit.NANOSECONDS);
        return head.get(exchange.leftForHeaders().toNanos(), TimeUnit.NANOSECONDS);
    }

    private HttpClient client(Route route) {
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(deadlines.connect())
                // Without it the client would ask the process for a proxy, which only the target's rule may name.
                .proxy(route.proxy()
                        .map(p -> ProxySelector.of(InetSocketAddress.createUnresolved(p.host(), p.port())))
                        .orElse(HttpClient.Builder.NO_PROXY))
                .executor(executor);
        route.tls().ifPresent(builder::sslContext);
        return builder.build();
    }

    private static Optional<WireFault> read(ArrivingBody arriving, ExchangeInProgress exchange)
            throws InterruptedException {
        while (true) {
            ArrivingBody.Piece piece = arriving.next(exchange.leftInTotal());
            if (piece instanceof ArrivingBody.Piece.Bytes bytes) {
                if (!exchange.take(bytes.bytes(), 0, bytes.bytes().length)) {
                    return Optional.empty();
                }
                if (exchange.leftInTotal().isZero()) {
                    return Optional.of(exchange.late());
                }
            } else if (piece instanceof ArrivingBody.Piece.End) {
                exchange.ended();
                return Optional.empty();
            } else if (piece instanceof ArrivingBody.Piece.Failed failed) {
                return Optional.of(new WireFault(WireFault.Kind.LOST_IN_BODY, LostConnection.detail(failed.thrown())));
            } else {
                return exchange.isLetGo() ? Optional.empty() : Optional.of(exchange.cut());
            }
        }
    }

    private WireFault withoutHeaders(Throwable thrown, SentOnce body, ExchangeInProgress exchange, Route route) {
        if (LostConnection.find(thrown, HttpConnectTimeoutException.class).isPresent()) {
            return exchange.notConnected();
        }
        Optional<WireFault> before = LostConnection.beforeSending(thrown, route);
        if (before.isPresent()) {
            return before.get();
        }
        if (LostConnection.find(thrown, SentOnce.Repetition.class).isPresent()) {
            return new WireFault(WireFault.Kind.LOST, LostConnection.detail(thrown));
        }
        if (LostConnection.find(thrown, NumberFormatException.class).isPresent()
                || LostConnection.begins(thrown, "unexpected content length header with 204")) {
            return BodyFraming.FAULT;
        }
        if (LostConnection.find(thrown, ProtocolException.class).isPresent()) {
            return LostConnection.begins(thrown, "Header size too big")
                    ? new WireFault(WireFault.Kind.HEADERS_TOO_LARGE, "")
                    : new WireFault(WireFault.Kind.NOT_HTTP, "");
        }
        if (!body.isUnderWay() && route.isSecure()) {
            return TlsTrouble.brokenOff();
        }
        // The client tells only by its words whether an answer had begun.
        boolean begun = LostConnection.begins(thrown, "parsing HTTP/1.1");
        return new WireFault(
                begun ? WireFault.Kind.LOST_IN_HEADERS : WireFault.Kind.LOST, LostConnection.detail(thrown));
    }

    private static Headers headersOf(HttpResponse.ResponseInfo response) {
        List<Headers.Field> fields = new ArrayList<>();
        response.headers()
                .map()
                .forEach((name, values) -> values.forEach(value -> fields.add(new Headers.Field(name, value))));
        return new Headers(fields);
    }

    /** Cuts what is in flight; a request sent afterwards fails at once. */
    @Override
    public void close() {
        closed = true;
        cuts.forEach(Runnable::run);
    }
}
