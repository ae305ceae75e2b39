package io.github.sessionsurvival.jar;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Stands in front of a sound server and breaks its answers in one way: a server that gets one thing wrong. */
final class TamperingProxy implements AutoCloseable {

    /** A request as it came. */
    record Asked(String method, boolean namesSession, String body) {
        boolean says(String text) {
            return body.contains(text);
        }
    }

    /** An answer, before and after; the headers by lower-case name. */
    record Answered(int status, Map<String, String> headers, String body) {
        Answered withStatus(int other) {
            return new Answered(other, headers, body);
        }

        Answered withBody(String other) {
            return new Answered(status, headers, other);
        }

        Answered with(String header, String value) {
            Map<String, String> more = new TreeMap<>(headers);
            more.put(header, value);
            return new Answered(status, more, body);
        }

        Answered without(String header) {
            Map<String, String> fewer = new TreeMap<>(headers);
            fewer.remove(header);
            return new Answered(status, fewer, body);
        }
    }

    /** One way of being wrong. */
    interface Defect {
        /** The answer in place of the server's, without asking it; empty to ask. */
        default Optional<Answered> insteadOf(Asked asked) throws InterruptedException {
            return Optional.empty();
        }

        Answered tamper(Asked asked, Answered answer);
    }

    private static final Set<String> CONNECTION_HEADERS =
            Set.of("connection", "content-length", "transfer-encoding", "host", "date", "upgrade", "http2-settings");

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "tampering proxy");
        thread.setDaemon(true);
        return thread;
    });
    private final HttpServer server;
    private final URI behind;

    TamperingProxy(URI behind, Defect defect) throws IOException {
        this.behind = behind;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 256);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            try (exchange) {
                serve(exchange, defect);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        server.start();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/mcp");
    }

    private void serve(HttpExchange exchange, Defect defect) throws IOException, InterruptedException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        Asked asked = new Asked(
                exchange.getRequestMethod(),
                exchange.getRequestHeaders().containsKey("mcp-session-id"),
                new String(body, StandardCharsets.UTF_8));
        Optional<Answered> instead = defect.insteadOf(asked);
        Answered answer = instead.isPresent() ? instead.get() : defect.tamper(asked, forwarded(exchange, body));
        byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
        answer.headers().forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
        exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
    }

    private Answered forwarded(HttpExchange exchange, byte[] body) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(behind)
                .timeout(Duration.ofSeconds(20))
                .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
        exchange.getRequestHeaders().forEach((name, values) -> {
            if (!CONNECTION_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
            }
        });
        HttpResponse<String> answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        Map<String, String> headers = new TreeMap<>();
        answer.headers().map().forEach((name, values) -> {
            if (!CONNECTION_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
                headers.put(name.toLowerCase(Locale.ROOT), values.get(0));
            }
        });
        return new Answered(answer.statusCode(), headers, answer.body());
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
