package io.github.sessionsurvival.platform;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The whole platform under load, and killed as a process of its own. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class WholePlatformCheck {

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

    @Test
    void aKilledProcessLosesNothingThatAClientWasTold() throws Exception {
        Path own = store.resolve("process");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Xshare:auto",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Served.class.getName(),
                        own.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String session;
        try (var lines = process.inputReader()) {
            Visitor visitor = new Visitor(URI.create(lines.readLine()), Optional.of(Rig.MAIN));
            session = visitor.open();
            visitor.count(session);
        } finally {
            process.destroyForcibly().waitFor();
        }
        try (Rig next = Rig.on(own)) {
            assertThat(next.platform().liveSessions(), equalTo(1));
            assertThat(next.visitor(Rig.MAIN).count(session), equalTo(2));
        }
    }

    /** A platform as a process of its own. */
    static final class Served {
        public static void main(String[] arguments) throws Exception {
            try (Rig rig = Rig.on(Path.of(arguments[0]))) {
                System.out.println(rig.platform().mcpUrl());
                Thread.currentThread().join();
            }
        }
    }

    @Test
    void fiftyCallersInParallelNeverMeetAnothersFault() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(50);
        try {
            List<Future<Integer>> runs = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                boolean struck = i % 2 == 0;
                runs.add(callers.submit(() -> {
                    Rig.Guest guest = rig.guest();
                    if (struck) {
                        guest.plan("\"operation\":\"any\",\"times\":3,\"phase\":\"after-mint\"");
                        for (int strike = 0; strike < 3; strike++) {
                            Golden.assertIsTheRestartAnswer(guest.visitor().post(OPENING));
                        }
                    }
                    String session = guest.visitor().open();
                    for (int n = 1; n <= 5; n++) {
                        assertThat(guest.visitor().count(session), equalTo(n));
                    }
                    assertThat(guest.counted("live"), equalTo(1));
                    assertThat(guest.visitor().end(session).statusCode(), equalTo(204));
                    return guest.counted("live") + guest.clear();
                }));
            }
            for (Future<Integer> run : runs) {
                assertThat(run.get(), equalTo(0));
            }
        } finally {
            callers.shutdownNow();
        }
        assertThat(rig.platform().liveSessions(), equalTo(0));
        JsonNode all = rig.pull("GET", "/counts", "");
        assertThat(all.get("created").asInt(), equalTo(125));
        assertThat(all.at("/executions/count").asInt(), equalTo(250));
    }

    @Test
    void survivesRestartsUnderLoadWithoutAnAnswerOfAnotherKind() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(8);
        try {
            List<Future<Integer>> runs = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                Rig.Guest guest = rig.guest();
                String session = guest.visitor().open();
                runs.add(callers.submit(() -> {
                    int counted = 0;
                    for (int n = 0; n < 40; n++) {
                        int status =
                                guest.visitor().post(session, Visitor.COUNT).statusCode();
                        assertThat(status == 200 || status == 503, equalTo(true));
                        counted += status == 200 ? 1 : 0;
                    }
                    assertThat(guest.visitor().count(session), greaterThan(counted));
                    return counted;
                }));
            }
            for (int i = 0; i < 5; i++) {
                rig.pull("POST", i % 2 == 0 ? "/restart" : "/drain", "");
            }
            for (Future<Integer> run : runs) {
                run.get();
            }
        } finally {
            callers.shutdownNow();
        }
        assertThat(rig.pull("GET", "/counts", "").get("unnamed").asInt(), equalTo(0));
    }
}
