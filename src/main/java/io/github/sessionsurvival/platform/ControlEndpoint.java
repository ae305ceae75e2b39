package io.github.sessionsurvival.platform;

import com.sun.net.httpserver.HttpExchange;
import io.github.sessionsurvival.wire.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import tools.jackson.databind.JsonNode;

/** The control interface on the wire: token, paths, JSON, errors. What a pull means is the desk's affair. */
final class ControlEndpoint {

    static final String PATH = "/control";

    private static final int LARGEST_BODY = 16 * 1024 * 1024;
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

    private final Secret token;
    private final ControlDesk desk;

    ControlEndpoint(Secret token, ControlDesk desk) {
        this.token = token;
        this.desk = desk;
    }

    void serve(HttpExchange exchange, BooleanSupplier connected) throws IOException {
        byte[] body = exchange.getRequestBody().readNBytes(LARGEST_BODY);
        try {
            answer(exchange, 200, pull(exchange, body));
        } catch (ControlFault fault) {
            error(exchange, fault.status(), fault.getMessage());
        } catch (PlatformFailure broken) {
            error(exchange, 500, broken.getMessage());
        } catch (RuntimeException defect) {
            error(exchange, 500, "The platform failed: " + defect.getClass().getSimpleName() + ".");
        }
    }

    private JsonNode pull(HttpExchange exchange, byte[] body) throws ControlFault {
        String given = new Lines(exchange).only("X-Control-Token").orElse("");
        if (!Callers.same(token.reveal(), given)) {
            throw new ControlFault(401, "The header X-Control-Token is missing or wrong.");
        }
        String path = exchange.getRequestURI().getPath();
        if (!path.equals(PATH) && !path.startsWith(PATH + "/")) {
            throw new ControlFault(404, "The control interface is at " + PATH + ".");
        }
        List<String> parts = List.of(path.substring(PATH.length()).split("/"));
        String what = parts.size() > 1 ? parts.get(1) : "";
        String which = parts.size() > 2 ? parts.get(2) : "";
        String verb = exchange.getRequestMethod();
        if (parts.size() > 3) {
            throw new ControlFault(404, "There is no such path in the control interface.");
        }
        return switch (verb + " /" + what + (which.isEmpty() ? "" : "/*")) {
            case "GET /" -> desk.verbs();
            case "PUT /callers/*" -> desk.caller(which);
            case "POST /bearers" -> desk.bearer(body);
            case "POST /plans" -> desk.plan(body);
            case "POST /answers" -> desk.script(body);
            case "POST /forms" -> desk.form(body);
            case "POST /holds" -> desk.hold(body);
            case "GET /holds/*" -> desk.awaitHeld(which, within(exchange));
            case "POST /holds/*" -> desk.release(which, body);
            case "POST /restart" -> desk.restart();
            case "POST /drain" -> desk.drain();
            case "POST /sleep" -> desk.sleep();
            case "POST /kill" -> desk.kill();
            case "POST /cap" -> desk.cap(body);
            case "POST /idle" -> desk.idle(body);
            case "POST /evict" -> desk.evict(body);
            case "GET /disposals" -> desk.disposals(query(exchange, "caller"));
            case "GET /counts" -> desk.counts(query(exchange, "caller"));
            case "POST /clear" -> desk.clear(body);
            case "POST /outage" -> desk.outage(body);
            case "POST /session-cap" -> desk.sessionCap(body);
            case "POST /say" -> desk.say(body);
            case "POST /era" -> desk.era(body);
            case "POST /replace" -> desk.replace();
            default -> throw new ControlFault(404, "There is no such verb and path in the control interface.");
        };
    }

    private static Duration within(HttpExchange exchange) throws ControlFault {
        String text = query(exchange, "within").orElse("0");
        if (!text.matches("\\d{1,9}")) {
            throw ControlFault.wrong("within must be a whole number of milliseconds.");
        }
        Duration asked = Duration.ofMillis(Integer.parseInt(text));
        return asked.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : asked;
    }

    private static Optional<String> query(HttpExchange exchange, String name) throws ControlFault {
        String query = exchange.getRequestURI().getQuery();
        if (query == null || query.isEmpty()) {
            return Optional.empty();
        }
        Optional<String> found = Optional.empty();
        for (String pair : query.split("&")) {
            String[] sides = pair.split("=", 2);
            if (!sides[0].equals(name) || sides.length < 2) {
                throw ControlFault.wrong("The only query parameter here is " + name + ".");
            }
            found = Optional.of(sides[1]);
        }
        return found;
    }

    private static void error(HttpExchange exchange, int status, String message) throws IOException {
        answer(exchange, status, JsonText.object().put("error", message));
    }

    private static void answer(HttpExchange exchange, int status, JsonNode body) throws IOException {
        byte[] bytes = JsonText.write(body).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("content-type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
