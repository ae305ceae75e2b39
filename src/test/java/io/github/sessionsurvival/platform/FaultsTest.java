package io.github.sessionsurvival.platform;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plans, scripted answers and forms: what strikes, when, whom, and what is left. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class FaultsTest {

    private static final String OPENING = Visitor.initialize("2025-11-25");

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

    @Test
    void restartsOpeningsBeforeAnythingWasCreated() throws Exception {
        Rig.Guest guest = rig.guest();
        guest.plan("\"operation\":\"initialize\",\"phase\":\"before-mint\",\"times\":2");

        Golden.assertIsTheRestartAnswer(guest.visitor().post(OPENING));
        Golden.assertIsTheRestartAnswer(guest.visitor().post(OPENING));
        assertThat(guest.visitor().post(OPENING).statusCode(), equalTo(200));
        assertThat(guest.counted("created"), equalTo(1));
        assertThat(guest.counted("openings"), equalTo(3));
    }

    @Test
    void reclaimsAtOnceTheSessionOfAnOpeningThatWasRestartedAfterItsCreation() throws Exception {
        Rig.Guest guest = rig.guest();
        guest.plan("\"operation\":\"initialize\",\"phase\":\"after-mint\"");

        Golden.assertIsTheRestartAnswer(guest.visitor().post(OPENING));
        assertThat(guest.counted("created"), equalTo(1));
        assertThat(guest.counted("named"), equalTo(0));
        assertThat(guest.counted("unnamed"), equalTo(0));
        assertThat(guest.counted("live"), equalTo(0));
        assertThat(guest.counted("ended"), equalTo(0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "event-stream"})
    void breaksAnOpeningOffAfterItsHeaders(String form) throws Exception {
        Rig.Guest guest = rig.guest();
        guest.form(form);
        guest.plan("\"operation\":\"initialize\",\"phase\":\"after-headers\"");
        Visitor.Begun answer = guest.visitor().stream("POST", OPENING, Map.of());

        assertThat(answer.statusCode(), equalTo(200));
        assertThrows(IOException.class, () -> answer.body().readAllBytes());
        String session = Visitor.session(answer).orElseThrow();
        assertThat(guest.counted("named"), equalTo(1));
        assertThat(guest.counted("live"), equalTo(1));
        assertThat(guest.visitor().end(session).statusCode(), equalTo(204));
    }

    @Test
    void restartsACallAfterItRan() throws Exception {
        Rig.Guest guest = rig.guest();
        String session = guest.visitor().open();
        guest.plan("\"operation\":\"call\",\"phase\":\"after-mint\"");

        Golden.assertIsTheRestartAnswer(guest.visitor().post(session, Visitor.COUNT));
        assertThat(guest.counts().at("/executions/count").asInt(), equalTo(1));
        assertThat(guest.visitor().count(session), equalTo(2));
    }

    @Test
    void restartsACallBeforeItRan() throws Exception {
        Rig.Guest guest = rig.guest();
        String session = guest.visitor().open();
        guest.plan("\"operation\":\"call\",\"phase\":\"before-mint\"");

        Golden.assertIsTheRestartAnswer(guest.visitor().post(session, Visitor.COUNT));
        assertThat(guest.visitor().count(session), equalTo(1));
    }

    @Test
    void breaksACallOffAfterItsHeaders() throws Exception {
        Rig.Guest guest = rig.guest();
        String session = guest.visitor().open();
        guest.plan("\"operation\":\"call\",\"phase\":\"after-headers\"");
        Visitor.Begun answer = guest.visitor().stream("POST", Visitor.COUNT, Map.of("Mcp-Session-Id", session));

        assertThrows(IOException.class, () -> answer.body().readAllBytes());
        assertThat(guest.visitor().count(session), equalTo(2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"before-mint", "after-mint"})
    void restartsAConfirmationAndAnEnding(String phase) throws Exception {
        Rig.Guest guest = rig.guest();
        String session = guest.visitor().open();
        guest.plan("\"operation\":\"confirmation\",\"phase\":\"" + phase + "\"");
        Golden.assertIsTheRestartAnswer(guest.visitor().post(session, Visitor.INITIALIZED));
        assertThat(guest.visitor().post(session, Visitor.INITIALIZED).statusCode(), equalTo(202));

        guest.plan("\"operation\":\"ending\",\"phase\":\"" + phase + "\"");
        Golden.assertIsTheRestartAnswer(guest.visitor().end(session));
        assertThat(guest.visitor().end(session).statusCode(), equalTo(phase.equals("before-mint") ? 204 : 404));
        assertThat(guest.counted("ended"), equalTo(1));
    }

    @Test
    void strikesStreams() throws Exception {
        Rig.Guest guest = rig.guest();
        String session = guest.visitor().open();
        Map<String, String> lines = Map.of("Mcp-Session-Id", session);
        guest.plan("\"operation\":\"stream\",\"phase\":\"before-mint\"");
        Golden.assertIsTheRestartAnswer(guest.visitor().send("GET", "", lines));

        guest.plan("\"operation\":\"stream\",\"phase\":\"after-headers\"");
        Visitor.Begun broken = guest.visitor().stream("GET", "", lines);
        assertThat(broken.statusCode(), equalTo(200));
        assertThrows(IOException.class, () -> broken.body().readAllBytes());
    }

    @ParameterizedTest
    @ValueSource(strings = {"before-mint", "after-mint", "after-headers"})
    void destroysForGood(String phase) throws Exception {
        Rig.Guest guest = rig.guest();
        String session = guest.visitor().open();
        guest.plan("\"operation\":\"call\",\"phase\":\"" + phase + "\",\"effect\":\"destroy\"");
        Visitor.Begun answer = guest.visitor().stream("POST", Visitor.COUNT, Map.of("Mcp-Session-Id", session));

        assertThat(answer.statusCode(), equalTo(phase.equals("after-headers") ? 200 : 404));
        // The headers come before the session is destroyed; the end of the body comes after.
        try (InputStream body = answer.body()) {
            body.readAllBytes();
        } catch (IOException brokenOff) {
            assertThat(phase, equalTo("after-headers"));
        }
        assertThat(guest.visitor().post(session, Visitor.PING).statusCode(), equalTo(404));
        assertThat(guest.counted("live"), equalTo(0));
        assertThat(guest.counted("ended"), equalTo(0));
    }

    @Test
    void endsAnOpenStreamWhenItsSessionIsRestarted() throws Exception {
        Rig.Guest guest = rig.guest();
        String session = guest.visitor().open();
        Visitor.Begun stream = guest.visitor().stream("GET", "", Map.of("Mcp-Session-Id", session));
        guest.plan("\"operation\":\"call\"");
        guest.visitor().post(session, Visitor.PING);

        assertThat(new String(stream.body().readAllBytes(), StandardCharsets.UTF_8), equalTo(": open\n\n"));
        assertThat(guest.visitor().post(session, Visitor.PING).statusCode(), equalTo(200));
    }

    @Test
    void advertisesEachDelayInTurnAndTheLastOneAgain() throws Exception {
        Rig.Guest guest = rig.guest();
        guest.plan("\"operation\":\"initialize\",\"times\":4,\"retryAfter\":[\"1\",null,\"soon\"]");
        List<String> seen = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            seen.add(guest.visitor()
                    .post(OPENING)
                    .headers()
                    .firstValue("retry-after")
                    .orElse("none"));
        }
        assertThat(seen, contains("1", "none", "soon", "soon"));
    }

    @Test
    void advertisesADateAhead() throws Exception {
        Rig.Guest guest = rig.guest();
        guest.plan("\"operation\":\"initialize\",\"retryAfter\":[\"{date+3:imf}\"]");
        HttpResponse<String> answer = guest.visitor().post(OPENING);
        Instant until = at(answer, "retry-after");
        Duration ahead = Duration.between(at(answer, "date"), until);

        assertThat(ahead.toSeconds() == 3 || ahead.toSeconds() == 2, equalTo(true));
    }

    private static Instant at(HttpResponse<String> answer, String name) {
        String date = answer.headers().firstValue(name).orElseThrow();
        return ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
    }

    @Test
    void writesAllThreeFormsOfDates() {
        Instant now = Instant.parse("1994-11-06T08:49:30Z");

        assertThat(RetryDates.fill("{date+7:imf}", now), equalTo("Sun, 06 Nov 1994 08:49:37 GMT"));
        assertThat(RetryDates.fill("{date+7:rfc850}", now), equalTo("Sunday, 06-Nov-94 08:49:37 GMT"));
        assertThat(RetryDates.fill("{date+7:asctime}", now), equalTo("Sun Nov  6 08:49:37 1994"));
        assertThat(RetryDates.fill("{date+7:other}", now), equalTo("{date+7:other}"));
    }

    @Test
    void usesFaultsUpInTheOrderTheyWereGiven() throws Exception {
        Rig.Guest guest = rig.guest();
        guest.script("\"operation\":\"initialize\",\"status\":500");
        guest.plan("\"operation\":\"any\"");
        guest.script("\"operation\":\"initialize\",\"status\":502");

        assertThat(guest.visitor().post(OPENING).statusCode(), equalTo(500));
        assertThat(guest.visitor().post(OPENING).statusCode(), equalTo(503));
        assertThat(guest.visitor().post(OPENING).statusCode(), equalTo(502));
        assertThat(guest.visitor().post(OPENING).statusCode(), equalTo(200));
    }

    @Test
    void touchesNobodyElse() throws Exception {
        Rig.Guest guest = rig.guest();
        Rig.Guest bystander = rig.guest();
        guest.plan("\"operation\":\"any\",\"times\":100");
        String ticket = guest.hold("any", "before-mint");

        bystander.visitor().end(bystander.visitor().open());
        assertThat(bystander.counted("ended"), equalTo(1));
        guest.release(ticket, "go-on");
        assertThat(guest.clear(), equalTo(0));
        guest.visitor().open();
    }

    @Test
    void givesAScriptedAnswerAsItStands() throws Exception {
        Rig.Guest guest = rig.guest();
        guest.script("""
                "operation":"initialize","status":503,"headers":[["Content-Type","text/html"],["Retry-After","2"],\
                ["Retry-After","3"],["Mcp-Session-Id",""]],"body":"<p>{request-id}</p>"\
                """);
        HttpResponse<String> answer = guest.visitor().post(OPENING);

        assertThat(answer.statusCode(), equalTo(503));
        assertThat(answer.body(), equalTo("<p>\"initialize\"</p>"));
        assertThat(answer.headers().allValues("retry-after"), contains("2", "3"));
        assertThat(answer.headers().allValues("content-type"), contains("text/html"));
        assertThat(Visitor.session(answer).orElse("absent"), equalTo(""));
        assertThat(guest.counted("created"), equalTo(0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"whole", "silent", "cut"})
    void namesARealSessionInAScriptedAnswer(String shape) throws Exception {
        Rig.Guest guest = rig.guest();
        guest.script("\"operation\":\"initialize\",\"status\":500,\"body\":\"sorry\",\"namesSession\":true,\"shape\":\""
                + shape + "\"");
        Visitor.Begun answer = guest.visitor().stream("POST", OPENING, Map.of());
        String session = Visitor.session(answer).orElseThrow();

        assertThat(answer.statusCode(), equalTo(500));
        assertThat(guest.counted("named"), equalTo(1));
        assertThat(guest.clear(), equalTo(0));
        answer.body().close();
        assertThat(guest.visitor().end(session).statusCode(), equalTo(204));
    }

    @Test
    void cutsABodyInHalf() throws Exception {
        Rig.Guest guest = rig.guest();
        guest.script("\"operation\":\"initialize\",\"body\":\"0123456789\",\"shape\":\"cut\"");
        Visitor.Begun answer = guest.visitor().stream("POST", OPENING, Map.of());

        assertThat(new String(answer.body().readNBytes(5), StandardCharsets.UTF_8), equalTo("01234"));
        assertThrows(IOException.class, () -> answer.body().read());
    }

    @Test
    void cutsEvenAnEmptyBody() throws Exception {
        Rig.Guest guest = rig.guest();
        guest.script("\"operation\":\"initialize\",\"shape\":\"cut\"");
        Visitor.Begun answer = guest.visitor().stream("POST", OPENING, Map.of());

        assertThrows(IOException.class, () -> answer.body().read());
    }

    @Test
    void sendsTenMillionBytes() throws Exception {
        Rig.Guest guest = rig.guest();
        guest.script("\"operation\":\"initialize\",\"body\":\"{}\",\"shape\":\"large\"");
        Visitor.Begun answer = guest.visitor().stream("POST", OPENING, Map.of());
        try (InputStream body = answer.body()) {
            assertThat(body.transferTo(OutputStream.nullOutputStream()), equalTo(10_000_000L));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"silent", "drip", "endless-events", "endless-line"})
    void keepsAnEndlessBodyGoingUntilItIsCleared(String shape) throws Exception {
        Rig.Guest guest = rig.guest();
        guest.script("\"operation\":\"initialize\",\"headers\":[[\"Content-Type\",\"text/event-stream\"]],\"shape\":\""
                + shape + "\"");
        Visitor.Begun answer = guest.visitor().stream("POST", OPENING, Map.of());
        if (!shape.equals("silent")) {
            int wanted = shape.equals("drip") ? 1 : 100_000;
            assertThat(answer.body().readNBytes(wanted).length, equalTo(wanted));
        }
        guest.clear();
        assertThat(answer.body().transferTo(OutputStream.nullOutputStream()), greaterThan(-1L));
        guest.visitor().open();
    }

    @Test
    void strikesEveryoneWithoutACallerAndOnlyOnce() throws Exception {
        try (Rig alone = Rig.open(store.resolve("everyone"))) {
            alone.pull("POST", "/plans", "{\"operation\":\"initialize\"}");
            Visitor visitor = alone.visitor("whatever");
            Golden.assertIsTheRestartAnswer(visitor.post(OPENING));
            assertThat(visitor.post(OPENING).statusCode(), equalTo(200));
            alone.pull("POST", "/plans", "{\"operation\":\"initialize\"}");
            alone.pull("POST", "/clear", "{}");
            assertThat(visitor.post(OPENING).statusCode(), equalTo(200));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/plans {\"operation\":\"initialise\"}",
                "/plans {\"phase\":\"before-mint\"}",
                "/plans {\"operation\":\"any\",\"phase\":\"later\"}",
                "/plans {\"operation\":\"any\",\"times\":0}",
                "/plans {\"operation\":\"any\",\"times\":\"2\"}",
                "/plans {\"operation\":\"any\",\"retry-after\":[]}",
                "/plans {\"operation\":\"any\",\"retryAfter\":[2]}",
                "/plans {\"operation\":\"any\",\"retryAfter\":[\"a\\nb\"]}",
                "/plans {\"operation\":\"any\",\"effect\":\"explode\"}",
                "/plans {\"operation\":\"any\",\"caller\":\"a b\"}",
                "/plans []",
                "/plans {",
                "/answers {\"operation\":\"any\",\"status\":99}",
                "/answers {\"operation\":\"any\",\"headers\":[[\"a\"]]}",
                "/answers {\"operation\":\"any\",\"headers\":[[\"a b\",\"c\"]]}",
                "/answers {\"operation\":\"any\",\"headers\":[[\"Content-Length\",\"7\"]]}",
                "/answers {\"operation\":\"any\",\"shape\":\"round\"}",
                "/answers {\"operation\":\"any\",\"namesSession\":\"yes\"}",
                "/forms {\"form\":\"xml\"}",
                "/holds {\"operation\":\"any\",\"phase\":\"later\"}"
            })
    void saysWhatIsWrongWithAPull(String pull) throws Exception {
        String[] parts = pull.split(" ", 2);
        HttpResponse<String> answer = rig.pull("POST", parts[0], parts[1], Rig.TOKEN);

        assertThat(answer.statusCode(), equalTo(400));
        assertThat(Visitor.json(answer).get("error").asString(), containsString(" "));
    }

    @Test
    void rulesOverHeldOpenings() throws Exception {
        Rig.Guest guest = rig.guest();
        var first = held(guest, "initialize", "before-mint", "restart");
        Golden.assertIsTheRestartAnswer(first);
        assertThat(held(guest, "initialize", "after-mint", "go-on").statusCode(), equalTo(200));
        Golden.assertIsTheRestartAnswer(held(guest, "initialize", "after-mint", "restart"));
        assertThat(held(guest, "initialize", "after-mint", "destroy").statusCode(), equalTo(404));
        assertThat(guest.counted("created"), equalTo(3));
        assertThat(guest.counted("live"), equalTo(1));
        assertThat(guest.counted("unnamed"), equalTo(0));
    }

    private static HttpResponse<String> held(Rig.Guest guest, String operation, String phase, String verdict)
            throws Exception {
        String ticket = guest.hold(operation, phase);
        var answer = guest.visitor().sendLater("POST", OPENING, Map.of());
        guest.awaitHeld(ticket);
        assertThat(answer.isDone(), equalTo(false));
        guest.release(ticket, verdict);
        return answer.get();
    }

    @Test
    void leavesAnUnnamedSessionWhereAHeldOpeningIsCut() throws Exception {
        Rig.Guest guest = rig.guest();
        String ticket = guest.hold("initialize", "after-mint");
        var answer = guest.visitor().sendLater("POST", OPENING, Map.of());
        guest.awaitHeld(ticket);
        guest.release(ticket, "cut");

        assertThrows(Exception.class, answer::get);
        assertThat(guest.counted("unnamed"), equalTo(1));
        assertThat(guest.counted("live"), equalTo(1));
        assertThat(guest.clear(), equalTo(1));
        assertThat(guest.counted("unnamed"), equalTo(0));
        assertThat(guest.counted("live"), equalTo(0));
    }

    @Test
    void namesASessionOnlyWhenItsHeadersWereSent() throws Exception {
        Rig.Guest guest = rig.guest();
        String minted = guest.hold("initialize", "after-mint");
        String told = guest.hold("initialize", "after-headers");
        var first = guest.visitor().sendLater("POST", OPENING, Map.of());
        guest.awaitHeld(minted);
        assertThat(guest.counted("named"), equalTo(0));
        assertThat(guest.counted("unnamed"), equalTo(1));
        guest.release(minted, "go-on");
        first.get();
        var second = guest.visitor().sendLater("POST", OPENING, Map.of());
        guest.awaitHeld(told);
        assertThat(guest.counted("named"), equalTo(2));
        assertThat(guest.counted("unnamed"), equalTo(0));
        guest.release(told, "go-on");
        assertThat(second.get().body(), containsString("protocolVersion"));
    }

    @Test
    void letsWhatIsHeldGoOnWhenCleared() throws Exception {
        Rig.Guest guest = rig.guest();
        String ticket = guest.hold("initialize", "after-mint");
        var answer = guest.visitor().sendLater("POST", OPENING, Map.of());
        guest.awaitHeld(ticket);

        assertThat(guest.clear(), equalTo(0));
        assertThat(answer.get().statusCode(), equalTo(200));
        assertThat(state(ticket), equalTo("released"));
    }

    @Test
    void disarmsAHoldThatNobodyMet() throws Exception {
        Rig.Guest guest = rig.guest();
        String ticket = guest.hold("initialize", "before-mint");
        assertThat(state(ticket), equalTo("armed"));
        guest.release(ticket, "restart");

        assertThat(state(ticket), equalTo("released"));
        assertThat(guest.visitor().post(OPENING).statusCode(), equalTo(200));
        assertThat(rig.pull("GET", "/holds/none", "", Rig.TOKEN).statusCode(), equalTo(404));
    }

    private static String state(String ticket) throws Exception {
        return rig.pull("GET", "/holds/" + ticket, "").get("state").asString();
    }

    @Test
    void holdsCallsAndStreamsToo() throws Exception {
        Rig.Guest guest = rig.guest();
        String session = guest.visitor().open();
        Map<String, String> lines = Map.of("Mcp-Session-Id", session);
        String call = guest.hold("call", "after-mint");
        var counted = guest.visitor().sendLater("POST", Visitor.COUNT, lines);
        guest.awaitHeld(call);
        guest.release(call, "cut");
        assertThrows(Exception.class, counted::get);
        assertThat(guest.visitor().count(session), equalTo(2));

        String stream = guest.hold("stream", "before-mint");
        var opened = guest.visitor().sendLater("GET", "", lines);
        guest.awaitHeld(stream);
        guest.release(stream, "restart");
        assertThat(opened.get().body(), startsWith("{\"jsonrpc\":\"2.0\",\"error\""));
    }
}
