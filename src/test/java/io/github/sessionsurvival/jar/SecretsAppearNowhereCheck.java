package io.github.sessionsurvival.jar;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
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
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bearer stands in no file and no output, also when the server echoes it in every place it can. */
final class SecretsAppearNowhereCheck {

    private static final String ECHOED = "bearer-that-is-echoed-1234567890";

    @TempDir
    private Path folder;

    @Test
    void afterARunAgainstAPlatformWithBearers() throws Exception {
        Path suiteFolder = Files.createDirectory(folder.resolve("suite"));
        try (PlatformProcess platform = new PlatformProcess(Files.createDirectory(folder.resolve("platform")))) {
            BuiltJar.Ended run = new BuiltJar(suiteFolder)
                    .with("MCP_BEARER", PlatformProcess.BEARER)
                    .with("MCP_CONTROL_TOKEN", PlatformProcess.CONTROL_TOKEN)
                    .run("run", "--target", platform.targetFile().toString());
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

    private static List<Path> filesWith(Path folder, String secret) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> {
                        try {
                            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(secret);
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    })
                    .toList();
        }
    }
}
