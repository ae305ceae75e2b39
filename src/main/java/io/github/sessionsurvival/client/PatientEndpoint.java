package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Headers;
import io.github.sessionsurvival.wire.WireFault;
import io.restassured.RestAssured;
import io.restassured.config.DecoderConfig;
import io.restassured.config.EncoderConfig;
import io.restassured.config.HttpClientConfig;
import io.restassured.config.RedirectConfig;
import io.restassured.config.RestAssuredConfig;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The endpoint of the handshake, its retry and of closing: REST Assured, with a connection of its own for every exchange
 * and everything switched off that would send, follow, decode or wait by itself.
 */
public final class PatientEndpoint implements Endpoint {

    private static final int PIECE = 8 * 1024;

    private final Route straight;
    private final Deadlines deadlines;
    private final RunClock clock;
    private final Watchdog watchdog = new Watchdog();

    public PatientEndpoint(Route route, Deadlines deadlines, RunClock clock) {
        this.straight = route;
        this.deadlines = deadlines;
        this.clock = clock;
    }

    @Override
    public Exchange send(Outgoing outgoing, ExchangeLog log, Consumer<Exchange> headersSeen) {
        Route route = straight.to(outgoing.elsewhere());
        Headers headers = OutgoingHeaders.of(outgoing);
        ExchangeInProgress exchange =
                new ExchangeInProgress(route.url(), outgoing, headers, deadlines, clock, log, headersSeen);
        PlainClient client = new PlainClient(exchange.request(), route, deadlines);
        Optional<WireFault> fault = Optional.empty();
        if (outgoing.reading() instanceof Reading.UntilLetGo until) {
            until.letGo().thenRun(client::cut);
        }
        try (Watchdog.Watch total = watchdog.watch(client::cut)) {
            Response response;
            try (Watchdog.Watch forHeaders = watchdog.watch(client::cut)) {
                // Not before: a loaded machine may take seconds to prepare a request, and none of them is the server's.
                client.whenConnected(() -> {
                    exchange.begins();
                    forHeaders.within(exchange.leftForHeaders());
                    total.within(exchange.leftInTotal());
                });
                response = specification(outgoing, client).request(outgoing.method(), route.url());
                // A cut that comes now has cut the body, whatever the headers say.
                if (forHeaders.hasBitten()) {
                    return exchange.recorded(Optional.of(exchange.cut()));
                }
            } catch (Exception e) {
                return exchange.recorded(Optional.of(client.fault(e, exchange)));
            }
            if (client.refusedTunnel().isPresent()) {
                return exchange.recorded(client.refusedTunnel());
            }
            if (exchange.answered(response.statusCode(), client.answerHeaders())) {
                fault = read(response, exchange, total);
            }
        } finally {
            // Before the stream is closed: closing an endless body first reads it to its end.
            client.cut();
        }
        return exchange.recorded(fault);
    }

    private static RequestSpecification specification(Outgoing outgoing, PlainClient client) {
        RequestSpecification specification = RestAssured.given()
                .config(RestAssuredConfig.newConfig()
                        .redirect(RedirectConfig.redirectConfig().followRedirects(false))
                        .decoderConfig(DecoderConfig.decoderConfig().noContentDecoders())
                        .encoderConfig(EncoderConfig.encoderConfig()
                                .appendDefaultContentCharsetToContentTypeIfUndefined(false))
                        .httpClient(HttpClientConfig.httpClientConfig().httpClientFactory(client::httpClient)))
                .urlEncodingEnabled(false);
        outgoing.headers().first("Content-Type").ifPresent(specification::contentType);
        return outgoing.body().isEmpty()
                ? specification
                : specification.body(outgoing.body().bytes());
    }

    private static Optional<WireFault> read(Response response, ExchangeInProgress exchange, Watchdog.Watch total) {
        byte[] piece = new byte[PIECE];
        try {
            InputStream body = response.asInputStream();
            for (int length = body == null ? -1 : body.read(piece); length >= 0; length = body.read(piece)) {
                if (!exchange.take(piece, 0, length)) {
                    return Optional.empty();
                }
                if (total.hasBitten()) {
                    return Optional.of(exchange.cut());
                }
            }
            if (total.hasBitten()) {
                return Optional.of(exchange.cut());
            }
            exchange.ended();
            return Optional.empty();
        } catch (IOException | RuntimeException e) {
            if (exchange.isLetGo()) {
                return Optional.empty();
            }
            if (total.hasBitten()) {
                return Optional.of(exchange.cut());
            }
            // The socket's own bound, where a loaded machine lets the watchdog come late: silence, no lost connection.
            return Optional.of(
                    LostConnection.find(e, SocketTimeoutException.class).isPresent()
                            ? exchange.late()
                            : new WireFault(WireFault.Kind.LOST_IN_BODY, LostConnection.detail(e)));
        }
    }

    /** Cuts what is in flight; a request sent afterwards fails at once. */
    @Override
    public void close() {
        watchdog.close();
    }
}
