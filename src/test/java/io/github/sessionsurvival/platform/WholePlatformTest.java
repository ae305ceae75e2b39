package io.github.sessionsurvival.platform;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.matchesPattern;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.sessionsurvival.wire.Secret;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Restart, drain and kill of the whole platform, in this process and of a process. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class WholePlatformTest {

    private static final String OPENING = Visitor.initialize("2025-11-25");

    @TempDir
    Path store;

    private Rig rig;

    @BeforeEach
    void start() {
        rig = Rig.on(store);
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"restart", "drain", "kill", "replace", "sleep"})
    void readsSessionsBackFromStorage(String verb) throws Exception {
        Rig.Guest guest = rig.guest();
        String session = guest.visitor().open("2025-03-26");
        guest.visitor().count(session);
        String ended = guest.visitor().open();
        guest.visitor().end(ended);
        JsonNode before = guest.counts();
        assertThat(before.get("runtimes").asInt(), greaterThan(0));

        rig.pull("POST", "/" + verb, "");

        assertThat(rig.platform().residentRuntimes(), equalTo(0));
        ((ObjectNode) before).put("runtimes", 0);
        assertThat(guest.counts(), equalTo(before));
        assertThat(guest.visitor().count(session), equalTo(2));
        // The revision survived: only the first one knows batches. So did the owner, and the dead stay dead.
        assertThat(guest.visitor().post(session, "[" + Visitor.PING + "]").statusCode(), equalTo(200));
        assertThat(rig.visitor(Rig.OTHER).post(session, Visitor.PING).statusCode(), equalTo(403));
        assertThat(guest.visitor().post(ended, Visitor.PING).statusCode(), equalTo(404));
        assertThat(rig.platform().residentRuntimes(), equalTo(1));
        assertThat(rig.platform().liveSessions(), equalTo(1));
    }

    @Test
    void restartAnswersEverythingInFlight() throws Exception {
        Rig.Guest guest = rig.guest();
        String session = guest.visitor().open();
        Visitor.Begun stream = guest.visitor().stream("GET", "", Map.of("Mcp-Session-Id", session));
        String call = guest.hold("call", "after-mint");
        String opening = guest.hold("initialize", "after-mint");
        CompletableFuture<HttpResponse<String>> counted =
                guest.visitor().sendLater("POST", Visitor.COUNT, Map.of("Mcp-Session-Id", session));
        CompletableFuture<HttpResponse<String>> opened = guest.visitor().sendLater("POST", OPENING, Map.of());
        guest.awaitHeld(call);
        guest.awaitHeld(opening);

        rig.pull("POST", "/restart", "");

        Golden.assertIsTheRestartAnswer(counted.get());
        Golden.assertIsTheRestartAnswer(opened.get());
        assertThat(new String(stream.body().readAllBytes(), StandardCharsets.UTF_8), equalTo(": open\n\n"));
        assertThat(guest.visitor().count(session), equalTo(2));
        // The opening's session was created, never told, and reclaimed with the answer.
        assertThat(guest.counted("created"), equalTo(2));
        assertThat(guest.counted("live"), equalTo(1));
        assertThat(guest.counted("unnamed"), equalTo(0));
    }

    @Test
    void killCutsEverythingInFlight() throws Exception {
        Rig.Guest guest = rig.guest();
        String session = guest.visitor().open();
        Visitor.Begun stream = guest.visitor().stream("GET", "", Map.of("Mcp-Session-Id", session));
        assertThat(stream.body().readNBytes(8).length, equalTo(8));
        String opening = guest.hold("initialize", "after-mint");
        CompletableFuture<HttpResponse<String>> opened = guest.visitor().sendLater("POST", OPENING, Map.of());
        guest.awaitHeld(opening);

        rig.pull("POST", "/kill", "");

        assertThrows(Exception.class, opened::get);
        assertThrows(Exception.class, () -> stream.body().read());
        assertThat(guest.visitor().post(session, Visitor.PING).statusCode(), equalTo(200));
        assertThat(guest.counted("unnamed"), equalTo(1));
        assertThat(guest.clear(), equalTo(1));
    }

    @Test
    void drainLetsWhatIsInFlightFinishAndTurnsNewcomersAway() throws Exception {
        Rig.Guest guest = rig.guest();
        String session = guest.visitor().open();
        Visitor.Begun stream = guest.visitor().stream("GET", "", Map.of("Mcp-Session-Id", session));
        String call = guest.hold("call", "after-mint");
        CompletableFuture<HttpResponse<String>> counted =
                guest.visitor().sendLater("POST", Visitor.COUNT, Map.of("Mcp-Session-Id", session));
        guest.awaitHeld(call);
        ExecutorService lever = Executors.newSingleThreadExecutor();
        try {
            Future<JsonNode> drained = lever.submit(() -> rig.pull("POST", "/drain", ""));
            // The stream ends as soon as the drain has begun.
            assertThat(stream.body().readAllBytes().length, equalTo(8));
            Golden.assertIsTheRestartAnswer(guest.visitor().post(OPENING));
            guest.release(call, "go-on");
            assertThat(counted.get().statusCode(), equalTo(200));
            drained.get();
        } finally {
            lever.shutdownNow();
        }
        assertThat(guest.visitor().count(session), equalTo(2));
    }

    /** As behind a balancer: nobody is turned away, and what was under way is answered by the version that had it. */
    @Test
    void aDeployLetsWhatIsInFlightFinishAndNewcomersWait() throws Exception {
        Rig.Guest guest = rig.guest();
        String session = guest.visitor().open();
        Visitor.Begun stream = guest.visitor().stream("GET", "", Map.of("Mcp-Session-Id", session));
        String ticket = guest.hold("call", "after-mint");
        CompletableFuture<HttpResponse<String>> counted =
                guest.visitor().sendLater("POST", Visitor.COUNT, Map.of("Mcp-Session-Id", session));
        guest.awaitHeld(ticket);
        CompletableFuture<Void> deployed =
                CompletableFuture.runAsync(() -> rig.platform().replace());
        stream.body().readAllBytes();

        CompletableFuture<HttpResponse<String>> newcomer = guest.visitor().sendLater("POST", OPENING, Map.of());
        guest.release(ticket, "go-on");

        assertThat(counted.get().statusCode(), equalTo(200));
        assertThat(newcomer.get().statusCode(), equalTo(200));
        assertThat(newcomer.get().body(), matchesPattern(".*\"version\":\"[^\"]+\\+1\".*"));
        deployed.get();
        assertThat(guest.visitor().count(session), equalTo(2));
    }

    @Test
    void sleepsUntilSomebodyAsksAndWakesForTheLeverToo() throws Exception {
        Rig.Guest guest = rig.guest();
        String session = guest.visitor().open();
        rig.pull("POST", "/sleep", "");

        List<CompletableFuture<HttpResponse<String>>> first = List.of(
                guest.visitor().sendLater("POST", Visitor.COUNT, Map.of("Mcp-Session-Id", session)),
                guest.visitor().sendLater("POST", OPENING, Map.of()));
        for (CompletableFuture<HttpResponse<String>> each : first) {
            assertThat(each.get().statusCode(), equalTo(200));
        }

        rig.pull("POST", "/sleep", "");
        assertThat(guest.counted("live"), equalTo(2));
        rig.pull("POST", "/sleep", "");
        rig.pull("POST", "/restart", "");
        assertThat(guest.visitor().count(session), equalTo(2));
    }

    /** A client that was given another bearer is the same caller, also after a restart; somebody else's stays somebody else's. */
    @Test
    void anotherBearerOfACallerIsTheSameCaller() throws Exception {
        Rig.Guest guest = rig.guest();
        String session = guest.visitor().open();
        String bearer = rig.pull("POST", "/bearers", "{\"caller\":\"" + guest.id() + "\"}")
                .get("bearer")
                .asString();

        rig.pull("POST", "/restart", "");

        assertThat(rig.visitor(bearer).count(session), equalTo(1));
        assertThat(rig.guest().visitor().post(session, Visitor.PING).statusCode(), equalTo(403));
        assertThat(rig.visitor(bearer + "x").post(session, Visitor.PING).statusCode(), equalTo(401));
        assertThat(
                rig.visitor(bearer.replace(guest.id() + "~", "main~"))
                        .post(session, Visitor.PING)
                        .statusCode(),
                equalTo(401));
    }

    @Test
    void keepsItsPortAndItsCallersOverAKill() throws Exception {
        Rig.Guest guest = rig.guest();
        var url = rig.platform().mcpUrl();
        String bearer =
                rig.pull("PUT", "/callers/" + guest.id(), "").get("bearer").asString();
        for (int i = 0; i < 3; i++) {
            rig.pull("POST", "/kill", "");
        }
        assertThat(rig.platform().mcpUrl(), equalTo(url));
        assertThat(rig.pull("PUT", "/callers/" + guest.id(), "").get("bearer").asString(), equalTo(bearer));
        guest.visitor().open();
    }

    @Test
    void anotherPlatformOnTheSameStorageKnowsTheSessionsAndCallers() throws Exception {
        Rig.Guest guest = rig.guest();
        String session = guest.visitor().open();
        String bearer =
                rig.pull("PUT", "/callers/" + guest.id(), "").get("bearer").asString();
        rig.close();
        rig = Rig.on(store);

        assertThat(rig.visitor(bearer).post(session, Visitor.PING).statusCode(), equalTo(200));
    }

    /** A stopped listener holds its port a moment longer: a kill must come back on it all the same. */
    @Test
    void waitsAMomentForAPortThatIsJustBeingLetGo(@TempDir Path other) throws Exception {
        java.net.ServerSocket holder = new java.net.ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress());
        try (holder) {
            int port = holder.getLocalPort();
            Thread lettingGo = new Thread(() -> {
                try {
                    java.util.concurrent.TimeUnit.MILLISECONDS.sleep(200);
                    holder.close();
                } catch (IOException | InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            lettingGo.start();
            try (RestartablePlatform platform = RestartablePlatform.start(
                    new PlatformOptions(port, 0, other, Optional.empty(), Optional.empty(), Optional.empty()))) {
                assertThat(platform.mcpUrl().getPort(), equalTo(port));
            }
            lettingGo.join();
        }
    }

    @Test
    void startsCheaplyAndSaysWhatIsInTheWay() throws Exception {
        long before = System.nanoTime();
        Rig.on(store.resolve("second")).close();
        assertThat((System.nanoTime() - before) / 1_000_000, lessThan(20_000L));

        String inUse = assertThrows(PlatformFailure.class, () -> Rig.on(store)).getMessage();
        assertThat(inUse.contains("Name another folder"), equalTo(true));
        int port = rig.platform().mcpUrl().getPort();
        String taken = assertThrows(
                        PlatformFailure.class,
                        () -> RestartablePlatform.start(new PlatformOptions(
                                port,
                                0,
                                store.resolve("third"),
                                Optional.empty(),
                                Optional.of(Secret.of("o")),
                                Optional.empty())))
                .getMessage();
        assertThat(taken.contains("127.0.0.1:" + port), equalTo(true));
        assertThat(Files.exists(store), equalTo(true));
    }

    @Test
    void closesTwiceAndListensNoMore() {
        Visitor visitor = rig.visitor(Rig.MAIN);
        rig.close();
        rig.close();

        assertThrows(IOException.class, () -> visitor.post(OPENING));
        assertThrows(IllegalStateException.class, () -> rig.platform().restart());
    }
}
