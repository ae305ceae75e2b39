package io.github.sessionsurvival.jar;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.oneOf;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Bearers, tokens, secret header values and whole session ids stand in no file and no output, also when the server repeats
 * them in every place it can.
 */
final class SecretsAppearNowhereCheck {

    private static final String ECHOED = "bearer-that-is-echoed-1234567890";

    private static final Pattern ATTACHED = Pattern.compile("[A-Za-z0-9+/]{60,}={0,2}");

    @TempDir
    private Path folder;

    @Test
    void afterARunAgainstAPlatformWithBearers() throws Exception {
        Path suiteFolder = Files.createDirectory(folder.resolve("suite"));
        try (PlatformProcess platform = new PlatformProcess(Files.createDirectory(folder.resolve("platform")))) {
            BuiltJar.Ended run = new BuiltJar(suiteFolder)
                    .with("MCP_BEARER", PlatformProcess.BEARER)
                    .with("MCP_CONTROL_TOKEN", PlatformProcess.CONTROL_TOKEN)
                    .run("run", "--target", platform.targetFile().toString(), "--parallelism", "32");
            assertThat(run.output(), run.exit(), is(0));
        }
        assertThat(filesWith(suiteFolder, PlatformProcess.BEARER), is(empty()));
        assertThat(filesWith(suiteFolder, PlatformProcess.CONTROL_TOKEN), is(empty()));
    }

    @Test
    void afterARunAgainstAServerThatEchoesTheBearerInHeadersBodiesAndErrors() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                String bearer = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
                byte[] body = ("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32001,\"message\":\"who is "
                                + bearer + "\"}}")
                        .getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().add("X-You-Are", bearer);
                exchange.getResponseHeaders().add("Content-Type", "application/json");
                exchange.sendResponseHeaders(500, body.length);
                exchange.getResponseBody().write(body);
            }
        });
        server.start();
        try {
            BuiltJar.Ended run = new BuiltJar(folder)
                    .with("MCP_BEARER", ECHOED)
                    .run(
                            "run",
                            "--url",
                            "http://127.0.0.1:" + server.getAddress().getPort() + "/mcp");

            assertThat(run.output(), run.exit(), is(oneOf(1, 3)));
            assertThat(run.output(), not(containsString(ECHOED)));
            assertThat(filesWith(folder, ECHOED), is(empty()));
        } finally {
            server.stop(0);
        }
    }

    /** With characters that every way of quoting changes, as keys in headers may have. */
    @Test
    void afterARunAgainstAServerThatRepeatsEveryHeaderInAnswersEventsAndItsLog() throws Exception {
        String bearer = "bEarer+of/the.check~4711==";
        String other = "oTher-bearer_of.the-check+/0815=";
        String key = "kEy<of>&\"the\\check'+/=";
        Path issued = folder.resolve("issued.txt");
        Path suiteFolder = Files.createDirectory(folder.resolve("suite"));
        Path targetFile = folder.resolve("echo.yaml");
        Files.writeString(targetFile, """
                name: echo
                url: http://127.0.0.1:${port}/mcp
                start: {command: ["%s", -Xmx64m, -XX:TieredStopAtLevel=1, -cp, "%s", "%s", "${port}", "%s"], ready-within: 30s}
                bearer: {env: CHECK_BEARER}
                other-bearer: {env: CHECK_OTHER}
                headers: {X-Key: {env: CHECK_KEY}, X-Tenant: acme}
                limits: {answer: 5s, total: 7s}
                """.formatted(
                        Path.of(System.getProperty("java.home"), "bin", "java"),
                        Path.of("target", "test-classes").toAbsolutePath(),
                        EchoingServer.class.getName(),
                        issued));

        BuiltJar.Ended run = new BuiltJar(suiteFolder)
                .with("CHECK_BEARER", bearer)
                .with("CHECK_OTHER", other)
                .with("CHECK_KEY", key)
                .run("run", "--target", targetFile.toString(), "--tags", "not @disturbs");

        assertThat("the echo of a ping is told as a failure", run.output(), containsString("PING-01"));
        assertThat(run.output(), run.exit(), is(1));
        assertThat(Files.exists(suiteFolder.resolve("reports/latest/server.log")), is(true));
        for (String part :
                List.of("bEarer+of", "4711==", "oTher-bearer", "/0815=", "kEy<of", "kEy&lt;of", "kEy\\u003cof")) {
            assertThat(part, filesWith(suiteFolder, part), is(empty()));
        }
        List<String> ids = Files.readAllLines(issued);
        assertThat(ids.size(), is(greaterThan(5)));
        for (String id : ids) {
            assertThat("a whole session id", filesWith(suiteFolder, id), is(empty()));
        }
    }

    private static List<Path> filesWith(Path folder, String secret) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> readable(file).contains(secret))
                    .toList();
        }
    }

    /** What a file says, and what its attachments say. */
    private static String readable(Path file) {
        try {
            String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
            return text
                    + ATTACHED.matcher(text)
                            .results()
                            .map(m -> decoded(m.group()))
                            .collect(Collectors.joining("\n"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String decoded(String attached) {
        try {
            return new String(Base64.getDecoder().decode(attached), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }
}
