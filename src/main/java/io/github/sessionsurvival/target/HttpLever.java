package io.github.sessionsurvival.target;

import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.Headers;
import io.github.sessionsurvival.wire.Secret;
import io.github.sessionsurvival.wire.SessionId;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A lever that is pulled by the control protocol (docs/control-protocol.md). Safe for many threads. */
public final class HttpLever implements Lever {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int MOST_BYTES = 1024 * 1024;
    private static final int PROTOCOL = 1;
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration USUAL = Duration.ofSeconds(15);

    private final HttpClient http;
    private final URI base;
    private final Secret token;
    private final Duration moving;
    private final List<Caller.ExtraHeader> extraHeaders;
    private final Set<Verb> verbs;

    private HttpLever(
            HttpClient http,
            URI base,
            Secret token,
            Duration moving,
            List<Caller.ExtraHeader> extraHeaders,
            Set<Verb> verbs) {
        this.http = http;
        this.base = base;
        this.token = token;
        this.moving = moving;
        this.extraHeaders = extraHeaders;
        this.verbs = verbs;
    }

    /**
     * Asks the control interface what it can do.
     *
     * @param base its base URL, such as {@code http://127.0.0.1:9400/control}
     * @param tls whom to trust and who we are; empty: what the machine trusts
     * @param moving how long a restart, drain or kill of the whole platform may take
     * @param extraHeaders what callers minted here send on every request, as the target's other callers do
     * @throws LeverFailure when it does not answer as the protocol says
     */
    public static HttpLever open(
            URI base, Optional<SSLContext> tls, Secret token, Duration moving, List<Caller.ExtraHeader> extraHeaders) {
        HttpClient.Builder client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                // A control interface stands close to its platform; no proxy leads there.
                .proxy(HttpClient.Builder.NO_PROXY)
                .connectTimeout(CONNECT);
        tls.ifPresent(client::sslContext);
        HttpClient http = client.build();
        HttpLever asking = new HttpLever(http, base, token, moving, List.copyOf(extraHeaders), Set.of());
        JsonNode answer = asking.exchange("GET", "", Optional.empty(), USUAL);
        if (answer.path("protocol").asInt(0) != PROTOCOL
                || !answer.path("verbs").isArray()) {
            throw new LeverFailure("the control interface at " + base
                    + " does not speak protocol 1: it answered without \"protocol\": 1 and a list of verbs");
        }
        Set<Verb> declared = EnumSet.noneOf(Verb.class);
        // A verb that this version does not know is no fault of the platform: no scenario needs it.
        answer.path("verbs").forEach(v -> Verb.named(v.asString("")).ifPresent(declared::add));
        return new HttpLever(http, base, token, moving, asking.extraHeaders, Set.copyOf(declared));
    }

    @Override
    public Set<Verb> verbs() {
        return verbs;
    }

    @Override
    public Caller caller(String id) {
        JsonNode answer = exchange("PUT", "/callers/" + id, Optional.empty(), USUAL);
        String bearer = answer.path("bearer").asString("");
        if (bearer.isEmpty()) {
            throw new LeverFailure("new-caller: the control interface named no bearer for the caller " + id);
        }
        return new Caller(id, Optional.of(Secret.of(bearer)), extraHeaders);
    }

    @Override
    public Caller newBearer(Caller caller) {
        String bearer = exchange("POST", "/bearers", Optional.of(of(caller)), USUAL)
                .path("bearer")
                .asString("");
        if (bearer.isEmpty()) {
            throw new LeverFailure("new-bearer: the control interface named no bearer for the caller " + caller.id());
        }
        return new Caller(caller.id(), Optional.of(Secret.of(bearer)), caller.extraHeaders());
    }

    @Override
    public void arm(Caller caller, RestartPlan plan) {
        ObjectNode body = of(caller);
        body.put("operation", plan.operation().word());
        body.put("phase", plan.phase().word());
        body.put("times", plan.times());
        ArrayNode delays = body.putArray("retryAfter");
        plan.retryAfter().forEach(v -> v.ifPresentOrElse(delays::add, delays::addNull));
        body.put(
                "effect",
                switch (plan.effect()) {
                    case RESTART -> "restart";
                    case DESTROY -> "destroy";
                    case START_UP_TIMEOUT -> Verb.START_UP_TIMEOUT.word();
                });
        exchange("POST", "/plans", Optional.of(body), USUAL);
    }

    @Override
    public void script(Caller caller, ScriptedAnswer answer) {
        ObjectNode body = of(caller);
        body.put("operation", answer.operation().word());
        body.put("times", answer.times());
        body.put("status", answer.status());
        ArrayNode headers = body.putArray("headers");
        for (Headers.Field field : answer.headers().fields()) {
            headers.addArray().add(field.name()).add(field.value());
        }
        body.put("body", answer.body());
        body.put("shape", answer.shape().word());
        body.put("namesSession", answer.namesSession());
        exchange("POST", "/answers", Optional.of(body), USUAL);
    }

    @Override
    public void answerAs(Caller caller, AnswerForm form) {
        ObjectNode body = of(caller);
        body.put("form", form.word());
        exchange("POST", "/forms", Optional.of(body), USUAL);
    }

    @Override
    public Hold hold(Caller caller, Operation operation, Phase phase) {
        ObjectNode body = of(caller);
        body.put("operation", operation.word());
        body.put("phase", phase.word());
        String ticket = exchange("POST", "/holds", Optional.of(body), USUAL)
                .path("ticket")
                .asString("");
        if (!ticket.matches("[A-Za-z0-9._-]{1,80}")) {
            throw new LeverFailure("hold: the control interface gave no ticket");
        }
        return new Ticket(ticket);
    }

    @Override
    public void restart() {
        exchange("POST", "/restart", Optional.of(JSON.createObjectNode()), moving);
    }

    @Override
    public boolean drain() {
        return !exchange("POST", "/drain", Optional.of(JSON.createObjectNode()), moving)
                .path("forced")
                .asBoolean(false);
    }

    @Override
    public void kill() {
        exchange("POST", "/kill", Optional.of(JSON.createObjectNode()), moving);
    }

    @Override
    public void replace() {
        exchange("POST", "/replace", Optional.of(JSON.createObjectNode()), moving);
    }

    @Override
    public void sleep() {
        exchange("POST", "/sleep", Optional.of(JSON.createObjectNode()), moving);
    }

    @Override
    public void cap(Caller caller, Optional<Integer> runtimes) {
        ObjectNode body = of(caller);
        runtimes.ifPresentOrElse(most -> body.put("runtimes", most), () -> body.putNull("runtimes"));
        exchange("POST", "/cap", Optional.of(body), USUAL);
    }

    @Override
    public void idle(Caller caller, Optional<Duration> window) {
        ObjectNode body = of(caller);
        window.ifPresentOrElse(most -> body.put("window", most.toMillis()), () -> body.putNull("window"));
        exchange("POST", "/idle", Optional.of(body), USUAL);
    }

    @Override
    public void evict(Caller caller) {
        exchange("POST", "/evict", Optional.of(of(caller)), USUAL);
    }

    @Override
    public void outage(Caller caller, Outage outage) {
        exchange("POST", "/outage", Optional.of(of(caller).put("state", outage.word())), USUAL);
    }

    @Override
    public void tellNoIds(Caller caller) {
        exchange("POST", "/era", Optional.of(of(caller).put("serves", "unnamed")), USUAL);
    }

    @Override
    public void capSessions(Caller caller, Optional<Integer> sessions) {
        ObjectNode body = of(caller);
        sessions.ifPresentOrElse(most -> body.put("sessions", most), () -> body.putNull("sessions"));
        exchange("POST", "/session-cap", Optional.of(body), USUAL);
    }

    /** Where nobody listens nothing was said, and whoever looks for it would look in vain. */
    @Override
    public void say(Caller caller) {
        JsonNode said = exchange("POST", "/say", Optional.of(of(caller)), USUAL).path("said");
        if (said.asInt(0) < 1) {
            throw new LeverFailure("say: no session of the caller " + caller.id() + " has a standing stream");
        }
    }

    @Override
    public void keepNoSessions(Caller caller) {
        exchange("POST", "/era", Optional.of(of(caller).put("serves", "sessionless")), USUAL);
    }

    @Override
    public List<Disposal> disposals(Caller caller) {
        JsonNode list = exchange("GET", "/disposals?caller=" + caller.id(), Optional.empty(), USUAL)
                .path("disposals");
        if (!list.isArray()) {
            throw new LeverFailure("disposals: the control interface's answer lacks the list 'disposals'");
        }
        List<Disposal> disposals = new ArrayList<>();
        for (JsonNode each : list) {
            String session = each.path("session").asString("");
            if (session.isEmpty() || !each.path("idleMillis").isInt()) {
                throw new LeverFailure("disposals: one of the control interface's lacks 'session' or 'idleMillis'");
            }
            disposals.add(new Disposal(
                    new SessionId(session),
                    printable(each.path("reason").asString("")),
                    Duration.ofMillis(each.path("idleMillis").intValue())));
        }
        return disposals;
    }

    @Override
    public Counts counts(Caller caller) {
        return counted("/counts?caller=" + caller.id());
    }

    /** Of all callers together. */
    public Counts countsOfAll() {
        return counted("/counts");
    }

    private Counts counted(String path) {
        JsonNode answer = exchange("GET", path, Optional.empty(), USUAL);
        Map<String, Integer> executions = new HashMap<>();
        answer.path("executions")
                .properties()
                .forEach(e -> executions.put(e.getKey(), e.getValue().asInt(0)));
        return new Counts(
                number(answer, "created"),
                number(answer, "named"),
                number(answer, "unnamed"),
                number(answer, "live"),
                number(answer, "ended"),
                number(answer, "openings"),
                executions);
    }

    private static int number(JsonNode answer, String key) {
        JsonNode value = answer.path(key);
        if (!value.isInt()) {
            throw new LeverFailure("count: the control interface's answer lacks the number '" + key + "'");
        }
        return value.asInt();
    }

    @Override
    public int clear(Caller caller) {
        return exchange("POST", "/clear", Optional.of(of(caller)), USUAL)
                .path("reclaimed")
                .asInt(0);
    }

    @Override
    public int endAll(Caller minted) {
        return exchange("POST", "/clear", Optional.of(of(minted).put("sessions", "all")), USUAL)
                .path("reclaimed")
                .asInt(0);
    }

    @Override
    public void close() {
        // java.net.http lets go of its connections by itself.
    }

    private static ObjectNode of(Caller caller) {
        return JSON.createObjectNode().put("caller", caller.id());
    }

    private JsonNode exchange(String method, String path, Optional<ObjectNode> body, Duration within) {
        String what = "control interface: " + method + " /control" + path;
        HttpRequest.BodyPublisher publisher = body.map(b -> HttpRequest.BodyPublishers.ofString(b.toString()))
                .orElseGet(HttpRequest.BodyPublishers::noBody);
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + path))
                .timeout(within)
                .header("X-Control-Token", token.reveal())
                .header("Content-Type", "application/json")
                .method(method, publisher)
                .build();
        CompletableFuture<HttpResponse<byte[]>> sent = http.sendAsync(request, info -> new BoundedBytes(MOST_BYTES));
        HttpResponse<byte[]> response;
        try {
            // The request's own timeout ends with the headers; a body that never ends must not hold a scenario.
            response = sent.get(within.plus(CONNECT).toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            sent.cancel(true);
            throw new LeverFailure(what + " was not answered within " + within.toSeconds() + " s");
        } catch (InterruptedException e) {
            sent.cancel(true);
            Thread.currentThread().interrupt();
            throw new LeverFailure(what + " was interrupted: the run is being ended");
        } catch (ExecutionException e) {
            throw new LeverFailure(what + " failed: " + why(e.getCause()), e.getCause());
        }
        String text = new String(response.body(), StandardCharsets.UTF_8);
        JsonNode answer;
        try {
            answer = text.isBlank() ? JSON.createObjectNode() : JSON.readTree(text);
        } catch (JacksonException e) {
            throw new LeverFailure(
                    what + " was answered " + response.statusCode() + " with something that is not JSON");
        }
        if (response.statusCode() / 100 != 2) {
            String said = printable(answer.path("error").asString(""));
            throw new LeverFailure(
                    what + " was answered " + response.statusCode() + (said.isEmpty() ? "" : ": " + said));
        }
        return answer;
    }

    private static String why(Throwable cause) {
        if (cause instanceof java.net.ConnectException) {
            return "nothing accepts connections there";
        }
        if (cause instanceof java.net.http.HttpTimeoutException) {
            return "no answer in time";
        }
        if (cause instanceof IOException) {
            return "the connection was lost";
        }
        return cause.getClass().getSimpleName();
    }

    private static String printable(String text) {
        String shown = text.length() > 200 ? text.substring(0, 200) + "…" : text;
        return shown.replaceAll("\\p{Cntrl}", " ");
    }

    /** A held request. */
    private final class Ticket implements Hold {
        private final String id;

        Ticket(String id) {
            this.id = id;
        }

        @Override
        public void awaitHeld(Duration within) {
            String state = exchange(
                            "GET",
                            "/holds/" + id + "?within=" + within.toMillis(),
                            Optional.empty(),
                            within.plus(USUAL))
                    .path("state")
                    .asString("");
            if (!state.equals("held")) {
                throw new LeverFailure("hold: no request was parked within " + within.toMillis() + " ms");
            }
        }

        @Override
        public void goOn() {
            decide("go-on");
        }

        @Override
        public void restart() {
            decide("restart");
        }

        @Override
        public void cut() {
            decide("cut");
        }

        private void decide(String verdict) {
            exchange("POST", "/holds/" + id, Optional.of(JSON.createObjectNode().put("verdict", verdict)), USUAL);
        }
    }
}
