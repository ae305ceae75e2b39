package io.github.sessionsurvival.platform;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.emptyString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OpeningTest {

    @TempDir
    static Path store;

    private static Rig rig;

    @BeforeAll
    static void start() {
        rig = Rig.on(store);
    }

    @AfterAll
    static void stop() {
        rig.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-03-26", "2025-06-18", "2025-11-25"})
    void echoesEverySupportedRevision(String revision) throws Exception {
        HttpResponse<String> answer = rig.guest().visitor().post(Visitor.initialize(revision));

        assertThat(answer.statusCode(), equalTo(200));
        assertThat(answer.headers().firstValue("content-type").orElse(""), equalTo("application/json"));
        assertThat(Visitor.json(answer).at("/result/protocolVersion").asString(), equalTo(revision));
        assertThat(Visitor.json(answer).at("/id").asString(), equalTo("initialize"));
        assertThat(Visitor.json(answer).at("/result/serverInfo/name").asString(), not(emptyString()));
        assertThat(Visitor.session(answer).orElse(""), matchesPattern("[0-9a-f]{64}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1900-01-01", "2026-07-28", "2024-11-05", "rubbish"})
    void answersAnUnsupportedRevisionWithTheLatest(String revision) throws Exception {
        HttpResponse<String> answer = rig.guest().visitor().post(Visitor.initialize(revision));

        assertThat(Visitor.json(answer).at("/result/protocolVersion").asString(), equalTo("2025-11-25"));
    }

    @Test
    void acceptsTheConfirmationWithoutABodyAndTwice() throws Exception {
        Visitor visitor = rig.guest().visitor();
        String session = visitor.open();
        HttpResponse<String> again = visitor.post(session, Visitor.INITIALIZED);

        assertThat(again.statusCode(), equalTo(202));
        assertThat(again.body(), emptyString());
        assertThat(again.headers().firstValue("content-length").orElse("0"), equalTo("0"));
    }

    @Test
    void answersPingBeforeTheConfirmation() throws Exception {
        Visitor visitor = rig.guest().visitor();
        String session =
                Visitor.session(visitor.post(Visitor.initialize("2025-06-18"))).orElseThrow();
        HttpResponse<String> pong = visitor.post(session, Visitor.PING);

        assertThat(pong.body(), equalTo("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}"));
    }

    @Test
    void givesEveryOpeningASessionOfItsOwn() throws Exception {
        Rig.Guest guest = rig.guest();
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 5; i++) {
            ids.add(guest.visitor().open());
        }
        assertThat(ids, hasSize(5));
        guest.visitor().end(ids.iterator().next());
        assertThat(guest.counted("created"), equalTo(5));
        assertThat(guest.counted("named"), equalTo(5));
        assertThat(guest.counted("openings"), equalTo(5));
        assertThat(guest.counted("ended"), equalTo(1));
        assertThat(guest.counted("live"), equalTo(4));
        assertThat(guest.counted("unnamed"), equalTo(0));
    }

    @Test
    void refusesAnOpeningThatNamesASession() throws Exception {
        Visitor visitor = rig.guest().visitor();
        String session = visitor.open();
        HttpResponse<String> answer = visitor.post(session, Visitor.initialize("2025-11-25"));

        assertThat(answer.statusCode(), equalTo(400));
        assertThat(Visitor.json(answer).at("/error/code").asInt(), equalTo(-32600));
        assertThat(visitor.post(session, Visitor.PING).statusCode(), equalTo(200));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"capabilities\":{},\"clientInfo\":{\"name\":\"a\",\"version\":\"1\"}}",
                "{\"protocolVersion\":\"2025-11-25\",\"clientInfo\":{\"name\":\"a\",\"version\":\"1\"}}",
                "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{}}",
                "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"a\"}}",
                "{\"protocolVersion\":7,\"capabilities\":{},\"clientInfo\":{\"name\":\"a\",\"version\":\"1\"}}"
            })
    void refusesAMutilatedOpeningAndOpensNothing(String params) throws Exception {
        Rig.Guest guest = rig.guest();
        HttpResponse<String> answer = guest.visitor().post(Visitor.request("3", "initialize", params));

        assertThat(answer.statusCode(), equalTo(400));
        assertThat(Visitor.json(answer).at("/error/code").asInt(), equalTo(-32602));
        assertThat(Visitor.json(answer).at("/id").asInt(), equalTo(3));
        assertThat(guest.counted("created"), equalTo(0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-06-18", "2025-11-25"})
    void answersAsAnEventStreamWhenToldTo(String revision) throws Exception {
        Rig.Guest guest = rig.guest();
        guest.form("event-stream");
        HttpResponse<String> answer = guest.visitor().post(Visitor.initialize(revision));
        List<String> events = List.of(answer.body().split("\n\n"));

        assertThat(answer.headers().firstValue("content-type").orElse(""), equalTo("text/event-stream"));
        assertThat(answer.headers().firstValue("x-accel-buffering").orElse(""), equalTo("no"));
        assertThat(events, hasSize(revision.equals("2025-11-25") ? 2 : 1));
        assertThat(events, everyItem(startsWith("id: ")));
        if (events.size() == 2) {
            assertThat(events.get(0), matchesPattern("id: [0-9a-f]{16}-0\ndata: "));
        }
        String data = events.get(events.size() - 1).split("data: ", 2)[1];
        assertThat(JsonText.MAPPER.readTree(data).at("/result/protocolVersion").asString(), equalTo(revision));
        String session = Visitor.session(answer).orElseThrow();
        HttpResponse<String> pong = guest.visitor().post(session, Visitor.PING);
        assertThat(Visitor.session(pong).orElse(""), equalTo(session));
        assertThat(guest.visitor().post(session, Visitor.INITIALIZED).body(), emptyString());
    }

    @Test
    void letsAPageOfLoopbackReadTheSessionId() throws Exception {
        String page = "http://localhost:6274";
        HttpResponse<String> answer =
                rig.guest().visitor().send("POST", Visitor.initialize("2025-11-25"), Map.of("Origin", page));

        assertThat(answer.statusCode(), equalTo(200));
        assertThat(answer.headers().firstValue("access-control-allow-origin").orElse(""), equalTo(page));
        assertThat(
                answer.headers().firstValue("access-control-expose-headers").orElse(""), startsWith("mcp-session-id"));
    }
}
