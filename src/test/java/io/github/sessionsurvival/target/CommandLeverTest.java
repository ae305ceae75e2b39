package io.github.sessionsurvival.target;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.condition.OS.LINUX;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Real commands against a real server process that they end by its id and start again. */
@EnabledOnOs(LINUX)
@Timeout(90)
@Execution(ExecutionMode.CONCURRENT)
class CommandLeverTest {

    private static final Duration WITHIN = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private final Redaction redaction = new Redaction();
    private final int port = StartedServer.freePort();

    @AfterEach
    void endTheServer() throws IOException {
        if (Files.exists(pidFile())) {
            ProcessHandle.of(Long.parseLong(Files.readString(pidFile()).strip()))
                    .ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void restartsTheServerAndReturnsWhenItAcceptsConnectionsAgain() throws IOException {
        CommandLever lever = lever(List.of("sh", restartScript().toString()), List.of(), List.of());
        lever.restart();
        String before = ask();

        lever.restart();

        assertThat(ask(), is(not(before)));
    }

    /** As a process does that is ended and not yet gone when the command returns. */
    @Test
    void isNotDeceivedByAServerThatAcceptsOneMoreConnection() {
        List<Optional<String>> looks = new ArrayList<>(List.of(
                Optional.empty(), Optional.of("refused"), Optional.empty(), Optional.empty(), Optional.of("refused")));
        CommandLever lever = new CommandLever(
                new LeverDeclaration.Command(List.of("true"), List.of(), List.of(), folder),
                () -> looks.isEmpty() ? Optional.empty() : looks.remove(0),
                WITHIN,
                redaction);

        lever.restart();

        assertThat(looks, empty());
    }

    @Test
    void returnsWhenTheReadyCommandEndsWellAndNotSooner() throws IOException {
        Path script = script("ready.sh", "echo look >> looks; [ $(wc -l < looks) -ge 3 ]");
        CommandLever lever = lever(List.of("true"), List.of(), List.of("sh", script.toString()));

        lever.restart();

        assertThat(Files.readAllLines(folder.resolve("looks")), contains("look", "look", "look"));
    }

    @Test
    void declaresOnlyWhatItHasACommandFor() {
        assertThat(lever(List.of("true"), List.of(), List.of()).verbs(), contains(Verb.RESTART));
        assertThat(
                lever(List.of("true"), List.of("true"), List.of()).verbs(),
                containsInAnyOrder(Verb.RESTART, Verb.REPLACE));
        CommandLever replaces = lever(List.of(), List.of("true"), List.of("true"));
        assertThat(replaces.verbs(), contains(Verb.REPLACE));
        assertThat(failure(replaces::restart), is("this target has no lever for restart"));
        replaces.replace();
    }

    @Test
    void namesTheCommandItsStatusAndItsLastLineWithoutSecrets() throws IOException {
        redaction.hide(Secret.of("hush-hush-hush"));
        Path script =
                script("fails.sh", "echo first; printf 'no \\033[31mcluster\\007 for hush-hush-hush\\n' >&2; exit 7");

        String said = failure(lever(List.of("sh", script.toString()), List.of(), List.of())::restart);

        assertThat(
                said,
                allOf(
                        containsString("restart: the command 'sh "),
                        containsString("ended with status 7; it wrote: no cluster  for [redacted]"),
                        not(containsString("hush-hush-hush"))));
        assertThat(said.chars().noneMatch(Character::isISOControl), is(true));
    }

    @Test
    void runsNoShell() {
        String said = failure(lever(List.of("echo $HOME; false"), List.of(), List.of())::restart);

        assertThat(
                said, is("restart: the command 'echo $HOME; false' cannot be started; is it installed, and in PATH?"));
    }

    @Test
    void endsACommandThatDoesNotEndByItself() throws IOException {
        Path script = script("hangs.sh", "echo $$ > pid; echo waiting; sleep 600; echo never");
        LeverDeclaration.Command commands =
                new LeverDeclaration.Command(List.of("sh", script.toString()), List.of(), List.of(), folder);

        String said =
                failure(new CommandLever(commands, () -> Optional.empty(), Duration.ofSeconds(1), redaction)::restart);

        assertThat(said, containsString("did not end within 1 s; it wrote: waiting"));
        long pid = Long.parseLong(Files.readString(pidFile()).strip());
        ProcessHandle.of(pid)
                .ifPresent(handle ->
                        handle.onExit().orTimeout(10, TimeUnit.SECONDS).join());
        assertThat(ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false), is(false));
    }

    @Test
    void saysWhyThePlatformIsNotBack() {
        LeverDeclaration.Command reachable =
                new LeverDeclaration.Command(List.of("true"), List.of(), List.of(), folder);
        String unreachable = failure(new CommandLever(
                reachable,
                () -> Reachability.complaint(url(), Way.STRAIGHT, Duration.ofSeconds(1)),
                Duration.ofSeconds(1),
                redaction)::restart);
        assertThat(
                unreachable,
                allOf(
                        containsString("restart: the platform was not back within 1 s after the command; http://"),
                        containsString("nothing accepts connections there")));

        LeverDeclaration.Command unready =
                new LeverDeclaration.Command(List.of("true"), List.of(), List.of("false"), folder);
        assertThat(
                failure(new CommandLever(unready, () -> Optional.empty(), Duration.ofSeconds(1), redaction)::restart),
                containsString("the ready command 'false' ended with status 1; it wrote nothing"));
    }

    @Test
    void putsTheChosenPortIntoTheCommands() {
        LeverDeclaration.Command declared = new LeverDeclaration.Command(
                List.of("restart", "${port}"), List.of("replace", "${port}"), List.of("ready", "p${port}"), folder);

        LeverDeclaration.Command command = declared.on(new ChosenPorts(4711, 0));

        assertThat(command.restart(), contains("restart", "4711"));
        assertThat(command.replace(), contains("replace", "4711"));
        assertThat(command.ready(), contains("ready", "p4711"));
    }

    private CommandLever lever(List<String> restart, List<String> replace, List<String> ready) {
        return new CommandLever(
                new LeverDeclaration.Command(restart, replace, ready, folder),
                () -> Reachability.complaint(url(), Way.STRAIGHT, Duration.ofSeconds(1)),
                WITHIN,
                redaction);
    }

    private static String failure(Runnable pull) {
        return Assertions.assertThrows(LeverFailure.class, pull::run).getMessage();
    }

    /** Ends the server that runs, where one does, and leaves another behind that holds the command's output open. */
    private Path restartScript() throws IOException {
        String java = ProcessHandle.current().info().command().orElseThrow();
        Path classes = Path.of(URI.create(EchoServer.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString()));
        return script(
                "restart.sh",
                "if [ -f pid ]; then old=$(cat pid); kill -9 \"$old\"; fi",
                "\"" + java + "\" -XX:TieredStopAtLevel=1 -cp \"" + classes + "\" " + EchoServer.class.getName() + " "
                        + port + " $$ &",
                "echo $! > pid");
    }

    private Path script(String name, String... lines) throws IOException {
        return Files.write(folder.resolve(name), List.of(lines));
    }

    private Path pidFile() {
        return folder.resolve("pid");
    }

    private URI url() {
        return URI.create("http://127.0.0.1:" + port + "/mcp");
    }

    private String ask() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write("ask\n".getBytes(StandardCharsets.US_ASCII));
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
                    .readLine();
        }
    }
}
