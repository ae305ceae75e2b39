package io.github.sessionsurvival.platform;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

final class ControlTest {

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

    private static List<String> verbs(Rig of) throws Exception {
        JsonNode answer = of.pull("GET", "", "");
        assertThat(answer.get("protocol").asInt(), equalTo(1));
        return StreamSupport.stream(answer.get("verbs").spliterator(), false)
                .map(JsonNode::asString)
                .toList();
    }

    @Test
    void declaresItsVerbs() throws Exception {
        assertThat(
                verbs(rig),
                equalTo(List.of(
                        "restart-in-flight",
                        "destroy",
                        "hold",
                        "scripted-answers",
                        "paused-answers",
                        "restart",
                        "drain",
                        "kill",
                        "replace",
                        "sleep",
                        "evict",
                        "cap",
                        "session-cap",
                        "idle",
                        "outage",
                        "era",
                        "say",
                        "new-caller",
                        "new-bearer",
                        "count",
                        "clear")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"wrong", "", Rig.TOKEN + "x"})
    void refusesAWrongToken(String token) throws Exception {
        var answer = rig.pull("POST", "/kill", "", token);

        assertThat(answer.statusCode(), equalTo(401));
        assertThat(answer.body().contains(Rig.TOKEN), equalTo(false));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/nothing", "/plans/7", "/holds/7/8", "/callers/"})
    void saysThatThereIsNoSuchPath(String path) throws Exception {
        assertThat(rig.pull("PUT", path, "", Rig.TOKEN).statusCode(), equalTo(404));
    }

    @Test
    void answers501ForAVerbItDoesNotDeclare(@TempDir Path folder) throws Exception {
        try (Rig open = Rig.open(folder)) {
            HttpResponse<String> answer = open.pull("POST", "/bearers", "{\"caller\":\"main\"}", Rig.TOKEN);

            assertThat(answer.statusCode(), equalTo(501));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a%20b",
                "a~b",
                "0123456789012345678901234567890123456789012345678901234567890123456789x12345678901"
            })
    void refusesAnOddCaller(String id) throws Exception {
        assertThat(rig.pull("PUT", "/callers/" + id, "", Rig.TOKEN).statusCode(), equalTo(400));
    }

    @Test
    void mintsTheSameBearerForTheSameId() throws Exception {
        String first = bearer("run-1.scenario_2");

        assertThat(bearer("run-1.scenario_2"), equalTo(first));
        assertThat(bearer("run-1.scenario_3"), not(first));
        assertThat(bearer("main"), equalTo(Rig.MAIN));
        assertThat(bearer("other"), equalTo(Rig.OTHER));
    }

    private static String bearer(String id) throws Exception {
        return rig.pull("PUT", "/callers/" + id, "").get("bearer").asString();
    }

    @Test
    void endsEverySessionOfOneCallerOnRequestAndNobodyElses() throws Exception {
        Rig.Guest dead = rig.guest();
        Rig.Guest living = rig.guest();
        dead.visitor().open();
        dead.visitor().open();
        living.visitor().open();

        assertThat(dead.clear(), equalTo(0));
        assertThat(
                rig.pull("POST", "/clear", "{\"caller\":\"" + dead.id() + "\",\"sessions\":\"all\"}")
                        .toString(),
                equalTo("{\"reclaimed\":2}"));
        assertThat(dead.counted("live"), equalTo(0));
        assertThat(living.counted("live"), equalTo(1));
        assertThat(
                rig.pull("POST", "/clear", "{\"sessions\":\"all\"}", Rig.TOKEN).statusCode(), equalTo(400));
    }

    @Test
    void countsNothingForAStranger() throws Exception {
        assertThat(
                rig.pull("GET", "/counts?caller=nobody", "").toString(),
                equalTo("{\"created\":0,\"named\":0,\"unnamed\":0,\"live\":0,\"ended\":0,\"openings\":0,"
                        + "\"executions\":{},\"runtimes\":0}"));
        assertThat(rig.pull("GET", "/counts?callre=x", "", Rig.TOKEN).statusCode(), equalTo(400));
    }

    @Test
    void waitsNoLongerThanAskedForAHold() throws Exception {
        Rig.Guest guest = rig.guest();
        String ticket = guest.hold("stream", "before-mint");

        assertThat(
                rig.pull("GET", "/holds/" + ticket + "?within=30", "")
                        .get("state")
                        .asString(),
                equalTo("armed"));
        assertThat(
                rig.pull("GET", "/holds/" + ticket + "?within=ever", "", Rig.TOKEN)
                        .statusCode(),
                equalTo(400));
    }

    @Test
    void knowsOneCallerOnlyOnAnOpenServer() throws Exception {
        try (Rig open = Rig.open(store.resolve("open"))) {
            assertThat(verbs(open), not(hasItem("new-caller")));
            assertThat(open.pull("PUT", "/callers/a", "", Rig.TOKEN).statusCode(), equalTo(501));
            Visitor anyone = new Visitor(open.platform().mcpUrl(), Optional.empty());
            String session = anyone.open();
            assertThat(open.visitor("whatever").post(session, Visitor.PING).statusCode(), equalTo(200));
            assertThat(open.pull("GET", "/counts?caller=main", "").get("live").asInt(), equalTo(1));
        }
    }

    @Test
    void hasNoControlInterfaceWithoutAToken() {
        PlatformOptions options =
                new PlatformOptions(0, 0, store.resolve("none"), Optional.empty(), Optional.empty(), Optional.empty());
        try (RestartablePlatform platform = RestartablePlatform.start(options)) {
            assertThat(platform.controlUrl(), equalTo(Optional.empty()));
            assertThat(platform.mcpUrl().toString(), startsWith("http://127.0.0.1:"));
        }
    }

    @Test
    void listensOnLoopbackOnly() throws Exception {
        InetAddress outside = InetAddress.getLocalHost();
        if (outside.isLoopbackAddress()) {
            return;
        }
        try (var socket = new Socket()) {
            Assertions.assertThrows(
                    IOException.class,
                    () -> socket.connect(
                            new InetSocketAddress(
                                    outside, rig.platform().mcpUrl().getPort()),
                            500));
        }
    }
}
