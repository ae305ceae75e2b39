package io.github.sessionsurvival.platform;

import io.github.sessionsurvival.wire.Secret;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;

/** A platform under test with its lever, pulled over HTTP as the protocol says. */
final class Rig implements AutoCloseable {

    static final String TOKEN = "control-token-of-a-test";
    static final String MAIN = "main-bearer-of-a-test";
    static final String OTHER = "other-bearer-of-a-test";

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final AtomicInteger CALLERS = new AtomicInteger();

    private final RestartablePlatform platform;

    private Rig(RestartablePlatform platform) {
        this.platform = platform;
    }

    static Rig on(Path store) {
        return new Rig(RestartablePlatform.start(new PlatformOptions(
                0,
                0,
                store,
                Optional.of(Secret.of(MAIN)),
                Optional.of(Secret.of(OTHER)),
                Optional.of(Secret.of(TOKEN)))));
    }

    static Rig open(Path store) {
        return new Rig(RestartablePlatform.start(
                new PlatformOptions(0, 0, store, Optional.empty(), Optional.empty(), Optional.of(Secret.of(TOKEN)))));
    }

    RestartablePlatform platform() {
        return platform;
    }

    URI control(String path) {
        return URI.create(platform.controlUrl().orElseThrow() + path);
    }

    HttpResponse<String> pull(String verb, String path, String body, String token)
            throws IOException, InterruptedException {
        return HTTP.send(
                HttpRequest.newBuilder(control(path))
                        .timeout(Duration.ofSeconds(20))
                        .header("X-Control-Token", token)
                        .method(verb, HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** A pull that must work. */
    JsonNode pull(String verb, String path, String body) throws IOException, InterruptedException {
        HttpResponse<String> answer = pull(verb, path, body, TOKEN);
        if (answer.statusCode() != 200) {
            throw new AssertionError(verb + " " + path + ": " + answer.statusCode() + " " + answer.body());
        }
        return Visitor.json(answer);
    }

    /** A caller of a test's own: nothing another test does can touch it. */
    Guest guest() throws IOException, InterruptedException {
        String id = "test-" + CALLERS.incrementAndGet();
        return new Guest(
                id, visitor(pull("PUT", "/callers/" + id, "").get("bearer").asString()));
    }

    Visitor visitor(String bearer) {
        return new Visitor(platform.mcpUrl(), Optional.of(bearer));
    }

    /** A caller and what the lever can do to it. */
    final class Guest {
        private final String id;
        private final Visitor visitor;

        private Guest(String id, Visitor visitor) {
            this.id = id;
            this.visitor = visitor;
        }

        String id() {
            return id;
        }

        Visitor visitor() {
            return visitor;
        }

        private String body(String rest) {
            return "{\"caller\":\"" + id + "\"" + (rest.isEmpty() ? "" : "," + rest) + "}";
        }

        void plan(String rest) throws IOException, InterruptedException {
            pull("POST", "/plans", body(rest));
        }

        void script(String rest) throws IOException, InterruptedException {
            pull("POST", "/answers", body(rest));
        }

        void form(String form) throws IOException, InterruptedException {
            pull("POST", "/forms", body("\"form\":\"" + form + "\""));
        }

        String hold(String operation, String phase) throws IOException, InterruptedException {
            return pull("POST", "/holds", body("\"operation\":\"" + operation + "\",\"phase\":\"" + phase + "\""))
                    .get("ticket")
                    .asString();
        }

        void awaitHeld(String ticket) throws IOException, InterruptedException {
            String state = pull("GET", "/holds/" + ticket + "?within=5000", "")
                    .get("state")
                    .asString();
            if (!state.equals("held")) {
                throw new AssertionError("not held but " + state);
            }
        }

        void release(String ticket, String verdict) throws IOException, InterruptedException {
            pull("POST", "/holds/" + ticket, "{\"verdict\":\"" + verdict + "\"}");
        }

        int clear() throws IOException, InterruptedException {
            return pull("POST", "/clear", body("")).get("reclaimed").asInt();
        }

        JsonNode counts() throws IOException, InterruptedException {
            return pull("GET", "/counts?caller=" + id, "");
        }

        int counted(String what) throws IOException, InterruptedException {
            return counts().get(what).asInt();
        }
    }

    @Override
    public void close() {
        platform.close();
    }
}
