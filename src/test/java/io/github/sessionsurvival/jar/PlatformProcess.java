package io.github.sessionsurvival.jar;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The embedded platform as a process of its own, and the target file that points at it. */
final class PlatformProcess implements AutoCloseable {

    static final String BEARER = "bearer-of-the-check-4711";
    static final String CONTROL_TOKEN = "control-token-of-the-check-0815";

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final BuiltJar.Running process;
    private final int port;
    private final int controlPort;
    private final Path targetFile;

    PlatformProcess(Path folder) throws IOException {
        port = freePort();
        controlPort = freePort();
        process = new BuiltJar(folder)
                .with("MCP_BEARER", BEARER)
                .with("MCP_CONTROL_TOKEN", CONTROL_TOKEN)
                .start(
                        "platform",
                        "--port",
                        Integer.toString(port),
                        "--control-port",
                        Integer.toString(controlPort),
                        "--store",
                        folder.resolve("store").toString());
        targetFile = folder.resolve("own-process.yaml");
        Files.writeString(targetFile, """
                name: own-process
                url: http://127.0.0.1:%d/mcp
                bearer: {env: MCP_BEARER}
                contract: restart-answer
                limits: {answer: 5s, total: 7s, max-sessions: 100}
                lever: {kind: http, url: "http://127.0.0.1:%d/control", token: {env: MCP_CONTROL_TOKEN}}
                """.formatted(port, controlPort));
        Awaitility.await("the platform answers")
                .atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .until(() -> counts() != null);
    }

    /** The same platform as a server without a lever: all its sessions are the main caller's own. */
    Path plainTargetFile() throws IOException {
        return Files.writeString(targetFile.resolveSibling("plain.yaml"), """
                name: plain
                url: %s
                bearer: {env: MCP_BEARER}
                limits: {answer: 5s, total: 7s}
                """.formatted(mcpUrl()));
    }

    URI mcpUrl() {
        return URI.create("http://127.0.0.1:" + port + "/mcp");
    }

    Path targetFile() {
        return targetFile;
    }

    /** What the platform itself counts, over all callers. */
    JsonNode counts() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + controlPort + "/control/counts"))
                .header("X-Control-Token", CONTROL_TOKEN)
                .timeout(Duration.ofSeconds(5))
                .build();
        var answer = http.send(request, BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IllegalStateException("counts: " + answer.statusCode());
        }
        return JsonMapper.shared().readTree(answer.body());
    }

    int live() throws IOException, InterruptedException {
        return counts().get("live").asInt();
    }

    /** Opens a session as somebody else would, and leaves it. */
    String openSomebodyElsesSession() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(mcpUrl())
                .header("Authorization", "Bearer " + BEARER)
                .header("Accept", "application/json, text/event-stream")
                .header("Content-Type", "application/json")
                .timeout(Duration.ofSeconds(5))
                .POST(HttpRequest.BodyPublishers.ofString("""
                        {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",\
                        "capabilities":{},"clientInfo":{"name":"somebody-else","version":"1"}}}"""))
                .build();
        return http.send(request, BodyHandlers.ofString())
                .headers()
                .firstValue("mcp-session-id")
                .orElseThrow();
    }

    @Override
    public void close() {
        process.process().destroy();
        try {
            if (!process.process().waitFor(15, TimeUnit.SECONDS)) {
                process.process().destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.process().destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
