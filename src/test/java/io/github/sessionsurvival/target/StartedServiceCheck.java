package io.github.sessionsurvival.target;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.Redaction;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes behind the balancer: instances side by side, and a deploy under way while clients ask. */
@Timeout(120)
class StartedServiceCheck {

    private static final Caller MAIN = Caller.anonymous("main");

    @TempDir
    Path folder;

    private final int port = StartedServer.freePort();
    private StartedService service;
    private ProcessLever lever;

    @AfterEach
    void end() {
        service.close();
    }

    @Test
    void spreadsRequestsOverItsInstances() throws IOException {
        start(command().times(3));

        Set<String> processes = new TreeSet<>();
        for (int i = 0; i < 6; i++) {
            processes.add(ask());
        }

        assertThat(processes, hasSize(3));
        assertThat(lever.verbs(), not(hasItem(Verb.REPLACE)));
    }

    @Test
    void aDeployMovesEveryInstanceAndNobodyWhoAsksMeetsAFailure() throws Exception {
        start(command().times(2).thenBy(command().command(), Map.of("VERSION", "new")));
        AtomicBoolean deployed = new AtomicBoolean();
        List<String> failures = new ArrayList<>();
        List<String> answers = new ArrayList<>();
        Thread client = new Thread(() -> {
            while (!deployed.get()) {
                try {
                    answers.add(ask());
                } catch (IOException | RuntimeException e) {
                    failures.add(e.toString());
                }
            }
        });
        client.start();

        lever.replace();
        deployed.set(true);
        client.join();

        assertThat(failures, is(List.of()));
        assertThat(answers.isEmpty(), is(false));
        assertThat(List.of(version(ask()), version(ask())), equalTo(List.of("new", "new")));
    }

    @Test
    void aSecondDeployBringsTheFirstVersionBack() throws IOException {
        start(command().thenBy(command().command(), Map.of("VERSION", "new")));
        assertThat(lever.can(Verb.REPLACE), is(true));

        lever.replace();
        assertThat(version(ask()), equalTo("new"));
        lever.replace();

        assertThat(version(ask()), equalTo("old"));
    }

    @Test
    void whatIsDoneToItIsDoneToAllOfIt() throws IOException {
        start(command().times(2));
        Set<String> before = Set.of(ask(), ask());

        lever.kill();

        Set<String> after = Set.of(ask(), ask());
        assertThat(after.stream().filter(before::contains).toList(), is(List.of()));
        Lever.Hold hold = lever.hold(MAIN, Operation.CALL, Phase.BEFORE_MINT);
        try (Socket socket = send()) {
            hold.awaitHeld(Duration.ofSeconds(5));
            hold.goOn();
            assertThat(version(line(socket)), equalTo("old"));
        }
    }

    private void start(StartCommand command) {
        service = StartedService.start(
                "echo",
                command,
                URI.create("http://127.0.0.1:" + port + "/mcp"),
                new ChosenPorts(port, 0),
                new ServerOutput(new Redaction()),
                new StartedServers(folder));
        lever = new ProcessLever(service);
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
                        "exec \"" + java + "\" -XX:TieredStopAtLevel=1 -cp \"" + classes + "\" "
                                + EchoServer.class.getName() + " ${port} $VERSION"),
                List.of(),
                folder,
                Map.of("VERSION", "old"),
                Duration.ofSeconds(30),
                Duration.ofSeconds(5));
    }

    private String ask() throws IOException {
        try (Socket socket = send()) {
            return line(socket);
        }
    }

    private Socket send() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(10_000);
        socket.getOutputStream().write("ask\n\n".getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static String line(Socket socket) throws IOException {
        String line = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
                .readLine();
        if (line == null) {
            throw new IOException("no answer");
        }
        return line;
    }

    private static String version(String answer) {
        return answer.split(" ")[0];
    }
}
