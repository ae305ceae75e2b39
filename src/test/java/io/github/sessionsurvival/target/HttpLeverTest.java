package io.github.sessionsurvival.target;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.github.sessionsurvival.client.TestCertificates;
import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.Headers;
import io.github.sessionsurvival.wire.Secret;
import io.github.sessionsurvival.wire.SessionId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Execution(ExecutionMode.CONCURRENT)
class HttpLeverTest {

    private static final Caller ALICE = Caller.anonymous("alice");

    private final Map<String, String> answers = new HashMap<>();
    private final List<String> seen = Collections.synchronizedList(new ArrayList<>());
    private HttpServer server;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/control", this::answer);
        server.start();
        answers.put(
                "GET /control",
                "200 {\"protocol\": 1, \"verbs\": [\"restart-in-flight\", \"hold\", \"count\", \"levitate\"]}");
    }

    @AfterEach
    void end() {
        server.stop(0);
    }

    @Test
    void learnsTheVerbsAndOverlooksOnesItDoesNotKnow() {
        assertThat(open().verbs(), is(Set.of(Verb.RESTART_IN_FLIGHT, Verb.HOLD, Verb.COUNT)));
    }

    @Test
    void ordersARestartAsTheProtocolSpellsIt() {
        answers.put("POST /control/plans", "200 {}");

        open().arm(
                        ALICE,
                        RestartPlan.restarts(Operation.INITIALIZE, 2)
                                .at(Phase.AFTER_MINT)
                                .advertising(List.of(Optional.of("3"), Optional.empty())));

        assertThat(
                seen,
                contains(
                        "GET /control ",
                        "POST /control/plans {\"caller\":\"alice\",\"operation\":\"initialize\",\"phase\":\"after-mint\","
                                + "\"times\":2,\"retryAfter\":[\"3\",null],\"effect\":\"restart\"}"));
    }

    @Test
    void scriptsAnAnswerWithItsHeadersAsTheyStand() {
        answers.put("POST /control/answers", "200 {}");

        open().script(
                        ALICE,
                        new ScriptedAnswer(
                                Operation.ANY,
                                1,
                                502,
                                Headers.NONE.with("A", "1").with("A", "2"),
                                "x",
                                ScriptedAnswer.Shape.CUT,
                                true));

        assertThat(
                seen.get(1),
                is(
                        "POST /control/answers {\"caller\":\"alice\",\"operation\":\"any\",\"times\":1,\"status\":502,"
                                + "\"headers\":[[\"A\",\"1\"],[\"A\",\"2\"]],\"body\":\"x\",\"shape\":\"cut\",\"namesSession\":true}"));
    }

    @Test
    void mintsACallerWithItsBearer() {
        answers.put("PUT /control/callers/run-1.7", "200 {\"id\": \"run-1.7\", \"bearer\": \"minted\"}");

        Caller caller = open().caller("run-1.7");

        assertThat(caller, is(Caller.withBearer("run-1.7", Secret.of("minted"))));
    }

    @Test
    void readsTheCounts() {
        answers.put(
                "GET /control/counts?caller=alice",
                "200 {\"created\":3,\"named\":2,\"unnamed\":1,\"live\":1,\"ended\":2,\"openings\":4,\"executions\":{\"count\":1}}");

        assertThat(open().counts(ALICE), is(new Counts(3, 2, 1, 1, 2, 4, Map.of("count", 1))));
    }

    @Test
    void aCountThatLacksANumberIsTheLeversFault() {
        answers.put("GET /control/counts?caller=alice", "200 {\"created\":3}");

        assertThat(failure(() -> open().counts(ALICE)), containsString("lacks the number 'named'"));
    }

    @Test
    void ordersWhatBefallsACallerAsTheProtocolSpellsIt() {
        for (String path : List.of("cap", "idle", "evict", "outage", "session-cap", "era")) {
            answers.put("POST /control/" + path, "200 {}");
        }
        HttpLever lever = open();

        lever.cap(ALICE, Optional.of(2));
        lever.cap(ALICE, Optional.empty());
        lever.idle(ALICE, Optional.of(Duration.ofMillis(1500)));
        lever.evict(ALICE);
        lever.outage(ALICE, Outage.FAILING);
        lever.outage(ALICE, Outage.REFUSING);
        lever.outage(ALICE, Outage.OVER);
        lever.capSessions(ALICE, Optional.of(3));
        lever.capSessions(ALICE, Optional.empty());
        lever.keepNoSessions(ALICE);
        lever.tellNoIds(ALICE);

        assertThat(
                seen.subList(1, seen.size()),
                contains(
                        "POST /control/cap {\"caller\":\"alice\",\"runtimes\":2}",
                        "POST /control/cap {\"caller\":\"alice\",\"runtimes\":null}",
                        "POST /control/idle {\"caller\":\"alice\",\"window\":1500}",
                        "POST /control/evict {\"caller\":\"alice\"}",
                        "POST /control/outage {\"caller\":\"alice\",\"state\":\"failing\"}",
                        "POST /control/outage {\"caller\":\"alice\",\"state\":\"refusing\"}",
                        "POST /control/outage {\"caller\":\"alice\",\"state\":\"over\"}",
                        "POST /control/session-cap {\"caller\":\"alice\",\"sessions\":3}",
                        "POST /control/session-cap {\"caller\":\"alice\",\"sessions\":null}",
                        "POST /control/era {\"caller\":\"alice\",\"serves\":\"sessionless\"}",
                        "POST /control/era {\"caller\":\"alice\",\"serves\":\"unnamed\"}"));
    }

    @Test
    void aDrainTellsWhetherItHadToBeForced() {
        answers.put("POST /control/drain", "200 {\"forced\":true}");
        HttpLever lever = open();
        assertThat(lever.drain(), is(false));
        answers.put("POST /control/drain", "200 {}");
        assertThat(lever.drain(), is(true));
    }

    @Test
    void aNewBearerIsTheSameCallers() {
        answers.put("POST /control/bearers", "200 {\"bearer\":\"fresh\"}");

        Caller renewed = open().newBearer(ALICE);

        assertThat(renewed.id(), is(ALICE.id()));
        assertThat(renewed.bearer().orElseThrow().reveal(), is("fresh"));
    }

    /** Whoever looks for what nobody said would look in vain, and find nothing wrong. */
    @Test
    void sayingSomethingToNobodyIsTheLeversFault() {
        answers.put("POST /control/say", "200 {\"said\":0}");

        assertThat(failure(() -> open().say(ALICE)), containsString("has a standing stream"));
    }

    @Test
    void readsWhatWasDisposedOf() {
        answers.put(
                "GET /control/disposals?caller=alice",
                "200 {\"disposals\":[{\"session\":\"s-1\",\"reason\":\"cap\",\"idleMillis\":1512}]}");

        assertThat(
                open().disposals(ALICE), contains(new Disposal(new SessionId("s-1"), "cap", Duration.ofMillis(1512))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                                               | lacks the list 'disposals'
            {"disposals":[{"reason":"cap"}]}                 | lacks 'session' or 'idleMillis'
            {"disposals":[{"session":"s","idleMillis":"1"}]} | lacks 'session' or 'idleMillis'
            """)
    void aRecordThatLacksSomethingIsTheLeversFault(String answer, String says) {
        answers.put("GET /control/disposals?caller=alice", "200 " + answer);

        assertThat(failure(() -> open().disposals(ALICE)), containsString(says));
    }

    @Test
    void ordersAStartThatIsBlocked() {
        answers.put("POST /control/plans", "200 {}");

        open().arm(ALICE, RestartPlan.restarts(Operation.INITIALIZE, 1).with(RestartPlan.Effect.START_UP_TIMEOUT));

        assertThat(seen.get(1), containsString("\"effect\":\"start-up-timeout\""));
    }

    @Test
    void aHoldThatCatchesNothingIsTheLeversFault() {
        answers.put("POST /control/holds", "200 {\"ticket\":\"7\"}");
        answers.put("GET /control/holds/7?within=50", "200 {\"state\":\"armed\"}");
        Lever.Hold hold = open().hold(ALICE, Operation.CALL, Phase.BEFORE_MINT);

        assertThat(failure(() -> hold.awaitHeld(Duration.ofMillis(50))), containsString("no request was parked"));
    }

    @Test
    void saysWhatTheControlInterfaceSaid() {
        answers.put("POST /control/kill", "501 {\"error\":\"no kill\\nhere\"}");

        assertThat(failure(() -> open().kill()), allOf(containsString("501: no kill here"), not(containsString("\n"))));
    }

    @Test
    void refusesAnotherProtocol() {
        answers.put("GET /control", "200 {\"protocol\": 2, \"verbs\": []}");

        assertThat(failure(this::open), containsString("does not speak protocol 1"));
    }

    @Test
    void neverShowsTheToken() {
        answers.put("GET /control", "401 {\"error\":\"wrong token\"}");

        assertThat(failure(this::open), allOf(containsString("401"), not(containsString("t0ken"))));
    }

    @Test
    void saysThatNothingListens() {
        server.stop(0);

        assertThat(failure(this::open), containsString("nothing accepts connections there"));
    }

    @Test
    void reachesAnInterfaceBehindTlsByTheAuthorityThatIsNamed() throws Exception {
        TestCertificates.Usual usual = TestCertificates.usual();
        HttpsServer secure = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        secure.setHttpsConfigurator(new HttpsConfigurator(usual.certificates().showing(usual.server())));
        secure.createContext("/control", this::answer);
        secure.start();
        try {
            URI base = URI.create("https://127.0.0.1:" + secure.getAddress().getPort() + "/control");
            HttpLever lever = HttpLever.open(
                    base,
                    Optional.of(usual.certificates().trusting()),
                    Secret.of("t0ken"),
                    Duration.ofSeconds(5),
                    List.of());
            assertThat(lever.can(Verb.HOLD), is(true));
            failure(() -> HttpLever.open(base, Optional.empty(), Secret.of("t0ken"), Duration.ofSeconds(5), List.of()));
        } finally {
            secure.stop(0);
        }
    }

    private HttpLever open() {
        URI base = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/control");
        return HttpLever.open(base, Optional.empty(), Secret.of("t0ken"), Duration.ofSeconds(5), List.of());
    }

    private static String failure(org.junit.jupiter.api.function.Executable executable) {
        return Assertions.assertThrows(LeverFailure.class, executable).getMessage();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String line = exchange.getRequestMethod() + " " + exchange.getRequestURI();
            seen.add(line + " " + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            String given = answers.getOrDefault(line, "404 {\"error\":\"no such path\"}");
            byte[] body = given.substring(4).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(Integer.parseInt(given.substring(0, 3)), body.length);
            exchange.getResponseBody().write(body);
        }
    }
}
