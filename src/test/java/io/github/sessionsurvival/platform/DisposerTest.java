package io.github.sessionsurvival.platform;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class DisposerTest {

    @TempDir
    Path folder;

    private Rig rig;
    private Rig.Guest guest;

    @BeforeEach
    void start() throws Exception {
        rig = Rig.on(folder);
        guest = rig.guest();
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    @Test
    void dropsTheRuntimeThatHasBeenUnusedForLongestAndKeepsTheSession() throws Exception {
        String first = guest.visitor().open();
        String second = guest.visitor().open();
        guest.visitor().count(second);
        guest.visitor().count(first);
        pull("/cap", "\"runtimes\":2");

        String third = guest.visitor().open();

        assertThat(disposed(), contains("cap " + second));
        assertThat(guest.counted("runtimes"), equalTo(2));
        assertThat(guest.counted("live"), equalTo(3));
        assertThat("its memory is in storage", guest.visitor().count(second), equalTo(2));
        assertThat("and for it the next one goes", disposed(), contains("cap " + second, "cap " + first));
        assertThat(guest.visitor().count(third), equalTo(1));
    }

    @Test
    void opensOneMoreWhereEverythingIsBusy() throws Exception {
        String busy = guest.visitor().open();
        pull("/cap", "\"runtimes\":1");
        Call call = underWay(busy);

        String second = guest.visitor().open();

        assertThat(guest.visitor().count(second), equalTo(1));
        assertThat(disposed(), empty());
        assertThat(call.end(), equalTo(200));
    }

    @Test
    void dropsWhatIsIdleAndNothingThatIsAnswering() throws Exception {
        String idle = guest.visitor().open();
        String busy = guest.visitor().open();
        Call call = underWay(busy);

        pull("/idle", "\"window\":50");
        awaitDisposals(1);

        assertThat(disposed(), contains("idle " + idle));
        assertThat(call.end(), equalTo(200));
        awaitDisposals(2);
        assertThat(disposed(), contains("idle " + idle, "idle " + busy));
    }

    @Test
    void evictsOnRequestAndTellsWhatWasBusy() throws Exception {
        String free = guest.visitor().open();
        String busy = guest.visitor().open();
        Call call = underWay(busy);

        assertThat(pull("/evict", "").toString(), equalTo("{\"evicted\":1,\"busy\":1}"));

        assertThat(disposed(), contains("evict " + free));
        assertThat(call.end(), equalTo(200));
    }

    /** A stream only listens; a platform whose sessions all have one would otherwise never drop anything. */
    @Test
    void anOpenStreamKeepsNoRuntime() throws Exception {
        String session = guest.visitor().open();
        var stream =
                guest.visitor().stream("GET", "", Map.of("mcp-session-id", session, "accept", "text/event-stream"));

        assertThat(pull("/evict", "").toString(), equalTo("{\"evicted\":1,\"busy\":0}"));

        assertThat("the stream ends", stream.body().readAllBytes().length >= 0, equalTo(true));
        assertThat(guest.visitor().count(session), equalTo(1));
    }

    /** Requests that arrive in the middle of a disposal are served by the next runtime. */
    @Test
    void nobodyIsTurnedAwayWhileRuntimesComeAndGo() throws Exception {
        String session = guest.visitor().open();
        List<CompletableFuture<Integer>> answers = new ArrayList<>();
        for (int round = 0; round < 20; round++) {
            IntStream.range(0, 4).forEach(i -> answers.add(asked(session)));
            pull("/evict", "");
        }
        for (CompletableFuture<Integer> answer : answers) {
            assertThat(answer.get(20, TimeUnit.SECONDS), equalTo(200));
        }
        assertThat("each ran once", guest.visitor().count(session), equalTo(81));
    }

    /** A client that has its answer, whole or begun, would otherwise find the runtime busy for a moment more. */
    @Test
    void aRuntimeRestsOnceItsClientHasTheAnswer() throws Exception {
        String session = guest.visitor().open();
        for (int i = 0; i < 40; i++) {
            guest.visitor().count(session);
            assertThat(pull("/evict", "").toString(), equalTo("{\"evicted\":1,\"busy\":0}"));
        }
    }

    @Test
    void disposesOfNoMoreThanAreTooMany() throws Exception {
        pull("/cap", "\"runtimes\":4");
        List<CompletableFuture<String>> opened = IntStream.range(0, 12)
                .mapToObj(i -> CompletableFuture.supplyAsync(this::opened))
                .toList();
        for (CompletableFuture<String> each : opened) {
            each.get(20, TimeUnit.SECONDS);
        }
        guest.visitor().open();

        assertThat(guest.counted("runtimes"), equalTo(4));
        assertThat(guest.counted("live"), equalTo(13));
    }

    private String opened() {
        try {
            return guest.visitor().open();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void touchesNoOtherCallersRuntimesAndIsLiftedByClearing() throws Exception {
        Rig.Guest stranger = rig.guest();
        stranger.visitor().open();
        pull("/cap", "\"runtimes\":1");
        pull("/evict", "");

        assertThat(stranger.counted("runtimes"), equalTo(1));
        guest.clear();
        guest.visitor().open();
        guest.visitor().open();
        assertThat(guest.counted("runtimes"), equalTo(2));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/cap {}",
                "/cap {\"runtimes\":0}",
                "/cap {\"runtimes\":\"two\"}",
                "/cap {\"runtimes\":1.5}",
                "/cap {\"runtime\":1}",
                "/idle {\"window\":-1}",
                "/idle {\"window\":null,\"caller\":\"a b\"}",
                "/idle {\"window\":4000000}",
                "/evict {\"runtimes\":1}",
                "/evict []"
            })
    void refusesABodyThatIsWrong(String pull) throws Exception {
        String[] both = pull.split(" ", 2);
        var answer = rig.pull("POST", both[0], both[1], Rig.TOKEN);

        assertThat(answer.statusCode(), equalTo(400));
        assertThat(answer.body(), containsString("error"));
    }

    /** A call that the platform holds, and so a session that is busy. */
    private final class Call {
        private final String ticket;
        private final CompletableFuture<Integer> answer;

        private Call(String ticket, CompletableFuture<Integer> answer) {
            this.ticket = ticket;
            this.answer = answer;
        }

        int end() throws Exception {
            guest.release(ticket, "go-on");
            return answer.get(20, TimeUnit.SECONDS);
        }
    }

    private Call underWay(String session) throws Exception {
        Call call = new Call(guest.hold("call", "before-mint"), asked(session));
        guest.awaitHeld(call.ticket);
        return call;
    }

    private CompletableFuture<Integer> asked(String session) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return guest.visitor().post(session, Visitor.COUNT).statusCode();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private tools.jackson.databind.JsonNode pull(String path, String rest) throws Exception {
        return rig.pull("POST", path, "{\"caller\":\"" + guest.id() + "\"" + (rest.isEmpty() ? "" : "," + rest) + "}");
    }

    private List<String> disposed() throws Exception {
        return StreamSupport.stream(
                        rig.pull("GET", "/disposals?caller=" + guest.id(), "")
                                .get("disposals")
                                .spliterator(),
                        false)
                .map(d -> d.get("reason").asString() + " " + d.get("session").asString())
                .toList();
    }

    private void awaitDisposals(int number) throws Exception {
        Awaitility.await().until(() -> disposed().size() == number);
    }
}
