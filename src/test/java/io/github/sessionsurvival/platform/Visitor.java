package io.github.sessionsurvival.platform;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import tools.jackson.databind.JsonNode;

/** A plain client of a platform's MCP endpoint for tests: one caller, no retries, every header in sight. */
final class Visitor {

    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private static final Duration HANG = Duration.ofSeconds(30);

    private final URI url;
    private final Optional<String> bearer;

    Visitor(URI url, Optional<String> bearer) {
        this.url = url;
        this.bearer = bearer;
    }

    static String initialize(String revision) {
        return """
                {"jsonrpc":"2.0","id":"initialize","method":"initialize","params":{"protocolVersion":"%s",\
                "capabilities":{},"clientInfo":{"name":"visitor","version":"1"}}}""".formatted(revision);
    }

    static String request(String id, String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}";
    }

    static final String COUNT = request("1", "tools/call", "{\"name\":\"count\",\"arguments\":{}}");
    static final String PING = request("7", "ping", "{}");
    static final String INITIALIZED = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";

    HttpRequest.Builder to(String verb, String body, Map<String, String> headers) {
        Map<String, String> lines = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        lines.put("Accept", "application/json, text/event-stream");
        lines.put("Content-Type", "application/json");
        bearer.ifPresent(b -> lines.put("Authorization", "Bearer " + b));
        lines.putAll(headers);
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .timeout(HANG)
                .method(verb, HttpRequest.BodyPublishers.ofByteArray(body.getBytes(StandardCharsets.UTF_8)));
        lines.entrySet().stream()
                .filter(e -> !e.getValue().equals("-"))
                .forEach(e -> request.header(e.getKey(), e.getValue()));
        return request;
    }

    /** A header whose value is "-" is left out. */
    HttpResponse<String> send(String verb, String body, Map<String, String> headers)
            throws IOException, InterruptedException {
        return HTTP.send(to(verb, body, headers).build(), HttpResponse.BodyHandlers.ofString());
    }

    CompletableFuture<HttpResponse<String>> sendLater(String verb, String body, Map<String, String> headers) {
        return HTTP.sendAsync(to(verb, body, headers).build(), HttpResponse.BodyHandlers.ofString());
    }

    /** An answer whose headers were seen; reading its body fails where the connection ended too early. */
    record Begun(int statusCode, HttpHeaders headers, InputStream body) {}

    /** The client may fail a response whose connection ends right after its headers, so they are taken as they are seen. */
    Begun stream(String verb, String body, Map<String, String> headers) throws IOException, InterruptedException {
        CompletableFuture<HttpResponse.ResponseInfo> head = new CompletableFuture<>();
        HttpResponse.BodySubscriber<InputStream> reading = HttpResponse.BodySubscribers.ofInputStream();
        HTTP.sendAsync(to(verb, body, headers).build(), info -> {
                    head.complete(info);
                    return reading;
                })
                .whenComplete((response, thrown) -> {
                    if (thrown != null && !head.completeExceptionally(thrown)) {
                        reading.onError(thrown);
                    }
                });
        try {
            HttpResponse.ResponseInfo seen = head.get();
            return new Begun(
                    seen.statusCode(),
                    seen.headers(),
                    reading.getBody().toCompletableFuture().get());
        } catch (ExecutionException e) {
            throw new IOException("no headers", e.getCause());
        }
    }

    HttpResponse<String> post(String body) throws IOException, InterruptedException {
        return send("POST", body, Map.of());
    }

    HttpResponse<String> post(String session, String body) throws IOException, InterruptedException {
        return send("POST", body, Map.of("Mcp-Session-Id", session));
    }

    HttpResponse<String> end(String session) throws IOException, InterruptedException {
        return send("DELETE", "", Map.of("Mcp-Session-Id", session));
    }

    /** Opens a session at that revision and confirms it. */
    String open(String revision) throws IOException, InterruptedException {
        HttpResponse<String> answer = post(initialize(revision));
        String id = session(answer).orElseThrow(() -> new AssertionError("no session: " + answer.statusCode()));
        int confirmed = post(id, INITIALIZED).statusCode();
        if (confirmed != 202) {
            throw new AssertionError("not confirmed: " + confirmed);
        }
        return id;
    }

    String open() throws IOException, InterruptedException {
        return open("2025-11-25");
    }

    /** Runs the tool count and tells its number. */
    int count(String session) throws IOException, InterruptedException {
        return Integer.parseInt(
                json(post(session, COUNT)).at("/result/content/0/text").asString());
    }

    static Optional<String> session(HttpResponse<?> answer) {
        return answer.headers().firstValue("mcp-session-id");
    }

    static Optional<String> session(Begun answer) {
        return answer.headers().firstValue("mcp-session-id");
    }

    static JsonNode json(HttpResponse<String> answer) {
        return JsonText.MAPPER.readTree(answer.body());
    }
}
