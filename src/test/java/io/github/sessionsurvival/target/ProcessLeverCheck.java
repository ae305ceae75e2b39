package io.github.sessionsurvival.target;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.condition.OS.LINUX;

import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.Redaction;
import io.github.sessionsurvival.wire.Secret;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Against a real child process: a small server started by a shell, as servers often are. */
@EnabledOnOs(LINUX)
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
class ProcessLeverCheck {

    private static final Caller MAIN = Caller.anonymous("main");

    @TempDir
    Path folder;

    private final Redaction redaction = new Redaction();
    private final ServerOutput output = new ServerOutput(redaction);
    private StartedServers records;
    private StartedService server;
    private ProcessLever lever;
    private int port;

    @BeforeEach
    void start() {
        records = new StartedServers(folder);
        server = startedOnAPortOfItsOwn();
        lever = new ProcessLever(server);
    }

    /** Another test beside this one may be given the same free port, and be faster. */
    private StartedService startedOnAPortOfItsOwn() {
        for (int i = 1; ; i++) {
            port = StartedServer.freePort();
            try {
                return StartedService.start("echo", command(), url(), new ChosenPorts(port, 0), output, records);
            } catch (StartFailure e) {
                if (i == 5) {
                    throw e;
                }
            }
        }
    }

    @AfterEach
    void end() {
        server.close();
    }

    @Test
    void killsARequestInFlightAndComesBackOnTheSamePort() throws IOException {
        String before = ask();
        Lever.Hold hold = lever.hold(MAIN, Operation.CALL, Phase.BEFORE_MINT);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write("in flight\n".getBytes(StandardCharsets.US_ASCII));
            hold.awaitHeld(Duration.ofSeconds(5));
            hold.cut();
            Assertions.assertTrue(cutOff(socket), "the request in flight got an answer");
        }

        assertThat(ask(), is(not(before)));
    }

    /** A stop is only begun when its signal is sent; a thread that still ran would answer what is said to be held. */
    @Test
    void nothingIsAnsweredOnceAHoldStands() throws IOException {
        for (int i = 0; i < 6; i++) {
            Lever.Hold hold = lever.hold(MAIN, Operation.CALL, Phase.BEFORE_MINT);
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                socket.getOutputStream().write("hello\n".getBytes(StandardCharsets.US_ASCII));
                hold.awaitHeld(Duration.ofSeconds(5));
                socket.setSoTimeout(5);
                Assertions.assertThrows(java.net.SocketTimeoutException.class, () -> line(socket));
                hold.goOn();
            }
        }
    }

    @Test
    void aHeldRequestIsAnsweredWhenTheServerGoesOn() throws IOException {
        Lever.Hold hold = lever.hold(MAIN, Operation.CALL, Phase.BEFORE_MINT);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write("hello\n".getBytes(StandardCharsets.US_ASCII));
            hold.awaitHeld(Duration.ofSeconds(5));
            hold.goOn();
            assertThat(line(socket), containsString("hello"));
        }
    }

    @Test
    void aHoldThatNobodySendsIntoIsTheLeversFault() {
        Lever.Hold hold = lever.hold(MAIN, Operation.CALL, Phase.BEFORE_MINT);

        Assertions.assertThrows(LeverFailure.class, () -> hold.awaitHeld(Duration.ofMillis(50)));
        lever.clear(MAIN);
    }

    @Test
    void clearingWakesAServerThatAScenarioLeftFrozen() throws IOException {
        lever.hold(MAIN, Operation.CALL, Phase.BEFORE_MINT);

        lever.clear(MAIN);

        assertThat(ask(), containsString("ask"));
    }

    @Test
    void restartsWithoutLettingTheServerFinish() throws IOException {
        withAServerThatFinishesItsWork();
        String before = ask();

        lever.restart();

        assertThat(ask(), is(not(before)));
        assertThat(Files.exists(folder.resolve("finished")), is(false));
    }

    @Test
    void drainsSoThatTheServerMayFinish() throws IOException {
        withAServerThatFinishesItsWork();
        String before = ask();

        lever.drain();

        assertThat(ask(), is(not(before)));
        assertThat(Files.exists(folder.resolve("finished")), is(true));
    }

    /** Its work takes two seconds: longer than a restart waits, far shorter than the grace. */
    private void withAServerThatFinishesItsWork() {
        server.close();
        StartCommand usual = command();
        String script = "trap 'sleep 2; echo done > finished; exit 0' TERM; "
                + usual.command().get(2).replace("; exit $?", " & wait $!");
        server = StartedService.start(
                "finishing",
                new StartCommand(
                        List.of("sh", "-c", script),
                        List.of(),
                        folder,
                        Map.of(),
                        usual.readyWithin(),
                        Duration.ofSeconds(20)),
                url(),
                new ChosenPorts(port, 0),
                output,
                records);
        lever = new ProcessLever(server);
    }

    /** A crash in the middle of a run explains every verdict behind it. */
    @Test
    void tellsOfAServerThatEndedByItselfAndWhatItWroteLast() throws Exception {
        assertThat(server.endedByItself(), is(java.util.Optional.empty()));
        long leader = Long.parseLong(ask().split(" ")[0]);
        new ProcessBuilder("kill", "-s", "KILL", "--", "-" + leader).start().waitFor();
        Awaitility.await().until(() -> !server.isRunning());

        assertThat(
                server.endedByItself().orElseThrow(),
                allOf(containsString("echo ended by itself during the run"), containsString("it wrote: ready")));
        lever.clear(MAIN);
        assertThat("started again, it runs", server.endedByItself(), is(java.util.Optional.empty()));
    }

    @Test
    void endsWhatAKilledRunLeftAndNothingOfARunUnderWay() throws IOException {
        assertThat("a locked record is of a run under way", records.endForgotten(), is(0));
        long leader = Long.parseLong(ask().split(" ")[0]);
        // What a killed run leaves: the record without its lock.
        Path another = Files.createDirectories(folder.resolve("killed").resolve("servers"));
        Path left = another.resolve(leader + ".started");
        Files.writeString(
                left,
                leader + " "
                        + ProcessHandle.of(leader)
                                .orElseThrow()
                                .info()
                                .startInstant()
                                .orElseThrow() + "\n");

        assertThat(new StartedServers(folder.resolve("killed")).endForgotten(), is(1));

        assertThat(Files.exists(left), is(false));
        assertThat(ProcessHandle.of(leader).map(ProcessHandle::isAlive).orElse(false), is(false));
    }

    /** A server of several processes may lose its first one, and the others serve on. */
    @Test
    void endsWhatAKilledRunLeftThoughItsLeaderIsGone() throws Exception {
        Path run = Files.createDirectory(folder.resolve("two"));
        String script = "sleep 600 & sleep 600 & exec \"$@\"";
        StartCommand usual = command();
        StartCommand two = new StartCommand(
                List.of("sh", "-c", script, "sh", "sh", "-c", usual.command().get(2)),
                List.of(),
                folder,
                Map.of(),
                usual.readyWithin(),
                usual.grace());
        int other = StartedServer.freePort();
        StartedServers theirs = new StartedServers(run);
        StartedServer left = StartedServer.start(
                "two", two, URI.create("http://127.0.0.1:" + other + "/"), new ChosenPorts(other, 0), output, theirs);
        Path record;
        try (var files = Files.list(run.resolve("servers"))) {
            record = files.findFirst().orElseThrow();
        }
        long leader = Long.parseLong(Files.readString(record).split(" ")[0]);
        // As a killed run leaves it: without its lock.
        Path copy = Files.createDirectories(folder.resolve("killed").resolve("servers"))
                .resolve(record.getFileName());
        Files.copy(record, copy);
        ProcessHandle.of(leader).orElseThrow().destroyForcibly();
        Awaitility.await().until(() -> !left.isRunning());
        ProcessGroup group = new ProcessGroup(leader);
        assertThat("others of the group run on", group.isAlive(), is(true));

        assertThat(new StartedServers(folder.resolve("killed")).endForgotten(), is(1));

        assertThat(group.isAlive(), is(false));
        left.close();
    }

    @Test
    void leavesAnotherProcessWithTheSameIdAlone() throws IOException {
        long leader = Long.parseLong(ask().split(" ")[0]);
        Path another = Files.createDirectories(folder.resolve("old").resolve("servers"));
        Files.writeString(another.resolve(leader + ".started"), leader + " 2001-01-01T00:00:00Z\n");

        assertThat(new StartedServers(folder.resolve("old")).endForgotten(), is(0));
        assertThat(ask(), containsString("ask"));
    }

    @Test
    void theOutputIsRedactedWhenItIsWritten() throws IOException {
        redaction.hide(Secret.of("ready"));
        Path file = folder.resolve("server.log");
        server.close();

        output.writeTo(file);

        assertThat(Files.readString(file), allOf(containsString("[redacted]"), not(containsString("ready"))));
    }

    @Test
    void refusesAPortThatSomebodyElseListensOn() {
        String said = Assertions.assertThrows(
                        StartFailure.class,
                        () -> StartedServer.start("echo", command(), url(), new ChosenPorts(port, 0), output, records))
                .getMessage();

        assertThat(said, containsString("is taken already"));
    }

    private StartCommand command() {
        String java = ProcessHandle.current().info().command().orElseThrow();
        Path classes = Path.of(URI.create(EchoServer.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString()));
        return new StartCommand(
                List.of(
                        "sh",
                        "-c",
                        "\"" + java + "\" -XX:TieredStopAtLevel=1 -cp \"" + classes + "\" " + EchoServer.class.getName()
                                + " ${port} $$; exit $?"),
                List.of(),
                folder,
                Map.of(),
                Duration.ofSeconds(30),
                Duration.ofSeconds(5));
    }

    private URI url() {
        return URI.create("http://127.0.0.1:" + port + "/mcp");
    }

    private String ask() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write("ask\n".getBytes(StandardCharsets.US_ASCII));
            return line(socket);
        }
    }

    private static String line(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII)).readLine();
    }

    private static boolean cutOff(Socket socket) {
        try {
            return socket.getInputStream().read() < 0;
        } catch (IOException e) {
            return true;
        }
    }
}
