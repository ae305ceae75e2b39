package io.github.sessionsurvival.target;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;

import io.github.sessionsurvival.wire.Secret;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetFileTest {

    private static final String LEAST = "name: mine\nurl: http://127.0.0.1:8080/mcp\n";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {"contract: \"a\\0b\"", "bearer: {file: \"\\0\"}", "\"no\\0tes\": x", "notes: [\"\\e[31m\"]"})
    void aControlCharacterIsRefusedInOnePrintableLine(String line) {
        String fault = Assertions.assertThrows(ConfigurationFault.class, () -> parse(LEAST + line + "\n"))
                .getMessage();
        assertThat(fault, containsString(":3: a control character (U+00"));
        assertThat(fault, containsString("take it out"));
        assertThat(fault.chars().noneMatch(Character::isISOControl), is(true));
    }

    @Test
    void readsEveryKey() throws IOException {
        Files.createDirectory(folder.resolve("server"));
        Files.createFile(folder.resolve("ca.pem"));
        Files.createFile(folder.resolve("client.p12"));
        TargetFile file = parse("""
                name: mine
                url: http://127.0.0.1:${port}/mcp
                start:
                  command: [./start.sh, "--port", "${port}"]
                  prepare: [make, all]
                  workdir: server
                  env: {PORT: "${port}", LEVEL: 3}
                  ready-within: 5s
                  grace: 500ms
                bearer: {env: MCP_BEARER}
                other-bearer: {file: other.txt}
                headers: {X-Api-Key: {env: MY_KEY}, X-Tenant: acme}
                contract: restart-answer
                probe: {method: resources/list, params: {cursor: a, limit: 3}}
                safe-tool: {name: echo, arguments: {message: hi, deep: [1, true, null, "2"]}}
                tls: {ca-file: ca.pem, client-cert: client.p12, password: {env: P12}}
                promises: {survives: [restart, idle], within: 10s}
                limits:
                  {connect: 1s, answer: 2s, total: 3s, idle: 6s, max-wait: 4m, cold-start-within: 8s, max-sessions: 7,
                   rate: 5/s, openings: 15/m, runtime-cap: 24, scenarios-at-once: 12}
                lever: {kind: process}
                notes: anything
                """);

        StartCommand start = file.start().orElseThrow();
        assertThat(start.commandFor(new ChosenPorts(81, 0)), is(List.of("./start.sh", "--port", "81")));
        assertThat(start.prepare(), is(List.of("make", "all")));
        assertThat(start.workdir(), is(folder.resolve("server")));
        assertThat(start.environment(), is(Map.of("PORT", "${port}", "LEVEL", "3")));
        assertThat(start.readyWithin(), is(Duration.ofSeconds(5)));
        assertThat(start.grace(), is(Duration.ofMillis(500)));
        assertThat(file.contract(), is(Optional.of(ContractFile.shipped())));
        assertThat(file.probe(), is(Optional.of(new Probe("resources/list", "{\"cursor\":\"a\",\"limit\":3}"))));
        assertThat(
                file.safeTool().orElseThrow().params(),
                is("{\"name\":\"echo\",\"arguments\":{\"message\":\"hi\",\"deep\":[1,true,null,\"2\"]}}"));
        assertThat(
                file.limits(),
                is(new Limits(
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(3),
                        Duration.ofSeconds(6),
                        Duration.ofMinutes(4),
                        Duration.ofSeconds(8),
                        7,
                        Optional.of(new Rate(5, Duration.ofSeconds(1))),
                        Optional.of(new Rate(15, Duration.ofMinutes(1))),
                        Optional.of(24),
                        Optional.of(12))));
        assertThat(
                file.promises(),
                is(new Promises(
                        Set.of(Promises.Event.RESTART, Promises.Event.IDLE), Optional.of(Duration.ofSeconds(10)))));
        assertThat(file.tls().caFile(), is(Optional.of(folder.resolve("ca.pem"))));
        assertThat(file.tls().clientCert(), is(Optional.of(folder.resolve("client.p12"))));
        assertThat(file.tls().password().isPresent(), is(true));
        assertThat(file.lever(), instanceOf(LeverDeclaration.OwnProcess.class));
    }

    @Test
    void findsItsSecretsOutsideTheFile() throws IOException {
        Files.writeString(folder.resolve("other.txt"), "second-secret\n");
        TargetFile file = parse(
                LEAST
                        + "bearer: {env: MCP_BEARER}\nother-bearer: {file: other.txt}\nheaders: {X-Api-Key: {env: MY_KEY}, X-Tenant: acme}\n");

        Target target = file.target(
                ChosenPorts.NONE, environment(Map.of("MCP_BEARER", "first-secret", "MY_KEY", "key-secret")));

        assertThat(target.caller().bearer(), is(Optional.of(Secret.of("first-secret"))));
        assertThat(target.otherCaller().orElseThrow().bearer(), is(Optional.of(Secret.of("second-secret"))));
        assertThat(target.caller().extraHeaders().get(0).redacted(), is(true));
        assertThat(target.caller().extraHeaders().get(1).redacted(), is(false));
        assertThat(target.url(), is(URI.create("http://127.0.0.1:8080/mcp")));
    }

    private static final String STARTED = """
            name: mine
            url: http://127.0.0.1:${port}/mcp
            start: {command: [./start.sh, "${port}", "${control-port}"], env: {CONTROL: "${control-port}"}}
            bearer: {generate: MCP_BEARER}
            other-bearer: {env: OTHER}
            headers: {X-Key: {generate: THE_KEY}}
            lever: {kind: http, url: "http://127.0.0.1:${control-port}/control", token: {generate: TOKEN}}
            """;

    /** The server gets exactly those, and only in its own environment: what is found elsewhere it has already. */
    @Test
    void makesUpSecretsForAServerThatTheSuiteStarts() {
        TargetFile file = parse(STARTED);
        Environment environment = environment(Map.of("OTHER", "given"));
        Target target = file.target(new ChosenPorts(81, 82), environment);
        Optional<Secret> token = file.controlToken(environment);

        Map<String, String> madeUp = file.madeUp(target, token);

        assertThat(
                madeUp,
                is(Map.of(
                        "MCP_BEARER", target.caller().bearer().orElseThrow().reveal(),
                        "THE_KEY", target.caller().extraHeaders().get(0).value().reveal(),
                        "TOKEN", token.orElseThrow().reveal())));
        assertThat("no two alike", Set.copyOf(madeUp.values()).size(), is(3));
        assertThat(
                "another run, another secret",
                file.target(ChosenPorts.NONE, environment).caller().bearer(),
                is(not(target.caller().bearer())));
        assertThat(target.caller().extraHeaders().get(0).redacted(), is(true));
    }

    @Test
    void fillsInBothPorts() {
        TargetFile file = parse(STARTED);
        ChosenPorts ports = new ChosenPorts(81, 82);

        assertThat(file.asksForPort() && file.asksForControlPort(), is(true));
        assertThat(file.start().orElseThrow().commandFor(ports), is(List.of("./start.sh", "81", "82")));
        assertThat(file.controlUrl(ports), is(Optional.of(URI.create("http://127.0.0.1:82/control"))));
        assertThat(parse(LEAST).asksForControlPort(), is(false));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            bearer: {generate: MCP_BEARER}                                                       | server.yaml:3: 'bearer': generate makes up a secret for a server that the suite starts; add 'start'
            bearer: {generate: "not a name"}                                                     | server.yaml:3: 'bearer': generate takes the name of an environment variable
            bearer: {generate: A, env: B}                                                        | server.yaml:3: 'bearer' takes one of {env: NAME}
            lever: {kind: http, url: "http://127.0.0.1:${control-port}/c", token: {env: T}}      | server.yaml:3: 'url' has ${port} or ${control-port}, which the suite chooses only
            tls: {client-cert: c.p12, password: {generate: P}}                                   | server.yaml:3: 'password': generate makes up
            limits: {scenarios-at-once: 0}                                                       | server.yaml:3: 'scenarios-at-once'
            """)
    void saysWhatCannotBeMadeUpOrChosen(String line, String says) throws IOException {
        Files.createFile(folder.resolve("c.p12"));

        assertThat(complaint(LEAST + line + "\n"), startsWith(says));
    }

    @Test
    void readsTheCommandsOfALever() {
        TargetFile file = parse(LEAST + "lever: {kind: command, restart: [kubectl, rollout, restart, deployment/mcp],"
                + " ready: [./is-ready.sh]}\n");

        assertThat(
                file.lever(),
                is(new LeverDeclaration.Command(
                        List.of("kubectl", "rollout", "restart", "deployment/mcp"),
                        List.of(),
                        List.of("./is-ready.sh"),
                        folder)));
    }

    @Test
    void takesTheFirstLineOfACommandAsSecret() {
        TargetFile file = parse(LEAST + "bearer: {command: [printf, 'token-1\\nmore\\n'], valid-for: 5m}\n");

        assertThat(
                file.target(ChosenPorts.NONE, environment(Map.of())).caller().bearer(),
                is(Optional.of(Secret.of("token-1"))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            [sh, -c, 'echo no-such-thing; exit 3'] | ended with status 3
            [no-such-program-anywhere]             | cannot be started
            ['true']                               | its first line is blank
            """)
    void saysWhatACommandForASecretDidWrongWithoutItsWords(String command, String complaint) {
        TargetFile file = parse(LEAST + "bearer: {command: " + command + "}\n");

        String said = Assertions.assertThrows(
                        ConfigurationFault.class, () -> file.target(ChosenPorts.NONE, environment(Map.of())))
                .getMessage();

        assertThat(said, allOf(startsWith("server.yaml:3: 'bearer'"), containsString(complaint)));
        assertThat(said, not(containsString("no-such-thing")));
    }

    @Test
    void namesTheVariableThatIsNotSet() {
        TargetFile file = parse(LEAST + "bearer: {env: MY_TOKEN}\n");

        String said = Assertions.assertThrows(
                        ConfigurationFault.class, () -> file.target(ChosenPorts.NONE, environment(Map.of())))
                .getMessage();

        assertThat(said, allOf(startsWith("server.yaml:3: 'bearer'"), containsString("MY_TOKEN is not set")));
    }

    @Test
    void refusesATokenInTheFileWithoutRepeatingIt() {
        String said = complaint(LEAST + "bearer: sk-123456\n");

        assertThat(
                said,
                allOf(
                        startsWith("server.yaml:3: "),
                        containsString("bearer: {env: MCP_BEARER}"),
                        not(containsString("sk-123456"))));
    }

    @Test
    void refusesACredentialHeaderInTheFileWithoutRepeatingIt() {
        String said = complaint(LEAST + "headers:\n  Authorization: Bearer abc123\n");

        assertThat(said, allOf(startsWith("server.yaml:4: "), not(containsString("abc123"))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            urll: x                             | 3: unknown key 'urll'; allowed: name, url, also-url, start, bearer
            start: {comand: [x]}                | 3: unknown key 'comand' in 'start'; allowed: command, prepare
            start: {workdir: x}                 | 3: 'start' lacks 'command'
            start: {command: ./x.sh}            | 3: 'command' is a list of words
            start: ./x.sh                       | 3: 'start' is a single value; keys and values are expected
            bearer: {env: sk-12}                | 3: 'bearer': env takes the name of an environment variable
            bearer: {env: A, file: b}           | 3: 'bearer' takes one of
            headers: {Accept: a}                | 3: the header Accept is the suite's own
            headers: {'a b': a}                 | 3: 'a b' is not a header name
            probe: {params: {}}                 | 3: 'probe' lacks 'method'
            probe: {method: tools/call}         | 3: 'probe' may not call a tool
            safe-tool: {arguments: {}}          | 3: 'safe-tool' lacks 'name'
            limits: {connect: 5}                | 3: 'connect' is a duration, such as 500ms, 20s or 2m
            limits: {max-sessions: 0}           | 3: 'max-sessions' is a whole number from 1 to 10000
            limits: {rat: 3/s}                  | 3: unknown key 'rat' in 'limits'; allowed: connect
            limits: {rate: 3}                   | 3: 'rate' is a number in a second, a minute or an hour, such as 5/s
            limits: {openings: 0/m}             | 3: 'openings' is a number in a second, a minute or an hour
            promises: {within: 3s}              | 3: 'promises' lacks 'survives'
            promises: {survives: [reboot]}      | 3: 'survives' has 'reboot'; allowed: restart, kill, drain, idle
            tls: {ca-file: missing.pem}         | 3: 'ca-file' is no file
            tls: {password: {env: P12}}         | 3: 'tls' has a password, but no 'client-cert' that it opens
            lever: {kind: command}              | 3: a lever of kind command needs 'restart' or 'replace'
            lever: {kind: command, url: x}      | 3: unknown key 'url' in 'lever of kind command'; allowed: kind, restart
            bearer: {env: A, valid-for: 5m}     | 3: 'bearer': 'valid-for' goes with 'command' only
            lever: {kind: rope}                 | 3: 'kind' is 'rope'; allowed: none, http, process
            lever: {url: x}                     | 3: 'lever' lacks 'kind'
            lever: {kind: process}              | 3: a lever of kind process needs 'start'
            lever: {kind: none, url: 'http://h'} | 3: unknown key 'url' in 'lever of kind none'; allowed: kind
            lever: {kind: http, url: 'http://h'} | 3: a lever of kind http needs 'token'
            also-url: ftp://h/mcp               | 3: 'also-url': a URL begins with http:// or https://
            also-url: http://127.0.0.1:${port}/ | 3: 'also-url' has ${port}, which the suite chooses only for a server
            start: {command: [x], replicas: 2}  | 3: 'replicas' and 'next' need ${port} in each 'command'
            start: {command: [x], replicas: 0}  | 3: 'replicas' is a whole number from 1 to 16
            start: {command: [x], next: {}}     | 3: 'next' lacks 'command' or 'env'
            start: {command: [x], next: {a: b}} | 3: unknown key 'a' in 'next'; allowed: command, env
            start: {command: ["${port}"], next: {command: [y]}} | 3: 'replicas' and 'next' need ${port} in each 'command'
            name: again                         | 3: 'name' is given twice, first in line 1
            contract: nowhere.yaml              | 3: 'contract' is 'nowhere.yaml', which is no file; allowed: restart-answer, none
            bearer: [                           | this is not YAML
            """)
    void complainsOnOneLineWithThePlace(String line, String expected) {
        String said = complaint(LEAST + line + "\n");

        assertThat(said, containsString(expected));
        assertThat(said.lines().count(), is(1L));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ftp://h/mcp               | begins with http://
            127.0.0.1:80              | this is not a URL
            http://u:p@h/mcp          | a user or password in it is refused
            http://127.0.0.1:${port}/ | write the port, or add 'start'
            """)
    void refusesOddUrls(String url, String expected) {
        assertThat(complaint("name: mine\nurl: " + url + "\n"), containsString(expected));
    }

    @Test
    void saysWhatIsMissing() {
        assertThat(complaint("url: http://h/\n"), startsWith("server.yaml:1: the target lacks 'name'"));
        assertThat(complaint("name: mine\n"), startsWith("server.yaml:1: the target lacks 'url'"));
        assertThat(complaint(""), startsWith("server.yaml: the file is empty"));
    }

    @Test
    void aServerThatTheSuiteStartsHasTheProcessLeverUnlessItSaysOtherwise() {
        String start = "start: {command: [a]}\n";

        assertThat(parse(LEAST + start).lever(), instanceOf(LeverDeclaration.OwnProcess.class));
        assertThat(parse(LEAST + start + "lever: {kind: none}\n").lever(), instanceOf(LeverDeclaration.None.class));
        assertThat(parse(LEAST).lever(), instanceOf(LeverDeclaration.None.class));
    }

    @Test
    void theShippedContractIsTheDocumentedEnvelope() {
        assertThat(ContractFile.shipped().status(), is(503));
        assertThat(ContractFile.shipped().code(), is(-32001));
        assertThat(ContractFile.shipped().defaultDelay(), is(Duration.ofSeconds(2)));
        assertThat(ContractFile.shipped().attempts(), is(8));
    }

    @Test
    void everyShippedTargetIsLaidOutAndValid() {
        for (String name : ShippedTargets.names()) {
            TargetFile file = TargetFile.read(ShippedTargets.layOut(name, folder));
            assertThat(file.name(), is(name));
        }
    }

    /** Instances come and go: a lever that knows one address cannot move them all. */
    @Test
    void instancesAreMovedByTheirProcessesAlone() {
        String said = complaint(
                LEAST + "start: {command: [x, \"${port}\"], replicas: 2}\n" + "lever: {kind: command, restart: [r]}\n");

        assertThat(said, containsString("4: 'replicas' and 'next' come with the lever of kind process"));
    }

    @Test
    void anotherVersionDiffersByWhatItSays() {
        StartCommand start = TargetFile.parse(
                        "f",
                        "name: x\nurl: http://127.0.0.1:${port}/mcp\n"
                                + "start: {command: [run, \"${port}\"], env: {A: one, B: two}, next: {env: {B: three}}}\n",
                        folder)
                .start()
                .orElseThrow();

        StartCommand next = start.next().orElseThrow();
        assertThat(next.command(), is(start.command()));
        assertThat(next.environment(), is(Map.of("A", "one", "B", "three")));
        assertThat(start.needsBalancer(), is(true));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            limits: {answer: 0s}                          | server.yaml:3: 'answer' is a duration above zero
            limits: {total: 61m}                          | server.yaml:3: 'total' is a duration of at most 60m
            start: {command: [x], workdir: nowhere}       | server.yaml:3: 'workdir' is no folder
            notes: "a                                     | server.yaml:4: this is not YAML: found unexpected end
            """)
    void namesWhatWouldFailOnlyWhenItIsUsed(String line, String says) {
        assertThat(complaint(LEAST + line + "\n"), startsWith(says));
    }

    @Test
    void namesTheLineThatIsNotYamlAndWhatIsWrongThere() {
        assertThat(
                complaint("name: x\n\turl: http://h/\n"),
                startsWith("server.yaml:2: this is not YAML: found character '\\t(TAB)'"));
    }

    /** A line break would end the header and begin another. */
    @ParameterizedTest
    @ValueSource(strings = {"SECRET\nX-Other: 1", "SECRET\u00e4", "SECRET\u007f"})
    void refusesASecretThatNoHeaderCanCarryAndNeverRepeatsIt(String value) {
        ConfigurationFault fault = Assertions.assertThrows(
                ConfigurationFault.class,
                () -> parse(LEAST + "bearer: {env: MY_TOKEN}\n")
                        .target(ChosenPorts.NONE, new Environment(name -> value, name -> null)));

        assertThat(
                fault.getMessage(),
                allOf(
                        startsWith("server.yaml:3: 'bearer': the environment variable MY_TOKEN holds"),
                        not(containsString("SECRET"))));
    }

    private TargetFile parse(String text) {
        return TargetFile.parse("server.yaml", text, folder);
    }

    private String complaint(String text) {
        return Assertions.assertThrows(ConfigurationFault.class, () -> parse(text))
                .getMessage();
    }

    private static Environment environment(Map<String, String> variables) {
        return new Environment(variables::get, name -> null);
    }
}
