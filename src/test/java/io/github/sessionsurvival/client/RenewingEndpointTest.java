package io.github.sessionsurvival.client;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;

import io.github.sessionsurvival.wire.Body;
import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Headers;
import io.github.sessionsurvival.wire.Purpose;
import io.github.sessionsurvival.wire.Secret;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RenewingEndpointTest {

    private static final Caller OLD = Caller.withBearer("main", Secret.of("old"));
    private static final Caller NEW = Caller.withBearer("main", Secret.of("new"));

    private final ExchangeLog log = new ExchangeLog();

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void sendsARefusedRequestOnceMoreWithAnotherBearer(boolean patient) {
        try (RawServer server = accepting("new");
                Endpoint endpoint = endpoint(server, patient, Optional.of(NEW))) {
            Exchange exchange = send(endpoint, Headers.NONE);

            assertThat(exchange.status(), is(200));
            assertThat(server.requests(), hasSize(2));
            assertThat(server.requests().get(0), containsString("Authorization: Bearer old\r\n"));
            assertThat(server.requests().get(1), containsString("Authorization: Bearer new\r\n"));
            assertThat(log.all(), hasSize(2));
        }
    }

    @Test
    void leavesARefusalAloneWhereThereIsNoOtherBearer() {
        try (RawServer server = accepting("new");
                Endpoint endpoint = endpoint(server, false, Optional.empty())) {
            assertThat(send(endpoint, Headers.NONE).status(), is(401));
            assertThat(server.requests(), hasSize(1));
        }
    }

    @Test
    void sendsNoThirdTime() {
        try (RawServer server = accepting("another");
                Endpoint endpoint = endpoint(server, false, Optional.of(NEW))) {
            assertThat(send(endpoint, Headers.NONE).status(), is(401));
            assertThat(server.requests(), hasSize(2));
        }
    }

    @Test
    void leavesTheRefusalOfAnotherCredentialAlone() {
        try (RawServer server = accepting("new");
                Endpoint endpoint = endpoint(server, false, Optional.of(NEW))) {
            assertThat(
                    send(endpoint, Headers.NONE.with("Authorization", "Bearer made-up"))
                            .status(),
                    is(401));
            assertThat(server.requests(), hasSize(1));
        }
    }

    private Exchange send(Endpoint endpoint, Headers headers) {
        return endpoint.send(
                new Endpoint.Outgoing(
                        Purpose.OTHER,
                        OLD,
                        "POST",
                        headers.with("Content-Type", "application/json"),
                        Body.of("{}"),
                        new Endpoint.Reading.Whole()),
                log,
                seen -> {});
    }

    private RawServer accepting(String bearer) {
        AtomicReference<RawServer> itself = new AtomicReference<>();
        RawServer server = new RawServer((socket, out) -> {
            List<String> requests = itself.get().requests();
            boolean good = requests.get(requests.size() - 1).contains("Authorization: Bearer " + bearer + "\r\n");
            RawServer.text(out, "HTTP/1.1 " + (good ? 200 : 401) + " x\r\nContent-Length: 0\r\n\r\n");
        });
        itself.set(server);
        return server;
    }

    private static Endpoint endpoint(RawServer server, boolean patient, Optional<Caller> other) {
        Route route = Route.direct(server.url());
        Endpoint inner = patient
                ? new PatientEndpoint(route, Deadlines.DEFAULT, RunClock.system())
                : new SwiftEndpoint(route, Deadlines.DEFAULT, RunClock.system());
        return new RenewingEndpoint(inner, new Renewal() {
            @Override
            public Caller current(Caller caller) {
                return caller;
            }

            @Override
            public Optional<Caller> after(Caller refused) {
                return other;
            }
        });
    }
}
