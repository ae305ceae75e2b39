package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.Exchange;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * An endpoint whose callers' bearers expire. A request that is answered 401 is sent once more with another bearer, where
 * there is one: a server that refuses a credential has not acted on the request. Both sendings stand in the log.
 */
public final class RenewingEndpoint implements Endpoint {

    private static final int UNAUTHORIZED = 401;

    private final Endpoint endpoint;
    private final Renewal renewal;

    public RenewingEndpoint(Endpoint endpoint, Renewal renewal) {
        this.endpoint = endpoint;
        this.renewal = renewal;
    }

    @Override
    public Exchange send(Outgoing outgoing, ExchangeLog log, Consumer<Exchange> headersSeen) {
        if (outgoing.headers().has("Authorization")) {
            // The scenario speaks for itself.
            return endpoint.send(outgoing, log, headersSeen);
        }
        Caller caller = renewal.current(outgoing.caller());
        Exchange exchange = endpoint.send(as(caller, outgoing), log, headersSeen);
        boolean refused = exchange.answer().map(a -> a.status() == UNAUTHORIZED).orElse(false);
        Optional<Caller> other = refused ? renewal.after(caller) : Optional.empty();
        return other.map(o -> endpoint.send(as(o, outgoing), log, headersSeen)).orElse(exchange);
    }

    private static Outgoing as(Caller caller, Outgoing outgoing) {
        return outgoing.by(caller);
    }

    @Override
    public void close() {
        endpoint.close();
    }
}
