package io.github.sessionsurvival.platform;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Streams that belong to no session: an answer, which nobody can resume, and a subscription (MOD-13, MOD-25, MOD-27). */
final class LoneStreams {

    private static final String SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(15);

    private LoneStreams() {}

    static Answer answer(List<String> messages) {
        return EventStreams.answer(messages.stream().map(LoneStreams::event).collect(Collectors.joining()));
    }

    private static String event(String message) {
        return "data: " + message + "\n\n";
    }

    /** Acknowledged at once; there is nothing to tell until the platform goes down, and that it says. */
    static Errand.Outcome listen(JsonNode id) {
        ObjectNode told = JsonText.object().put("jsonrpc", "2.0");
        told.put("method", "notifications/subscriptions/acknowledged");
        ObjectNode params = told.putObject("params");
        params.putObject("notifications");
        params.putObject("_meta").set(SUBSCRIPTION, id);
        return new Errand.Outcome(
                answer(List.of(JsonText.write(told))), Optional.empty(), (flight, body) -> keep(id, flight, body));
    }

    private static void keep(JsonNode id, Flight flight, OutputStream body) throws IOException {
        CompletableFuture<Object> over = flight.orInterrupted(new CompletableFuture<>());
        Ruling ruling = flight.park(over, KEEP_ALIVE);
        while (ruling instanceof Ruling.GoOn) {
            body.write(": still here\n\n".getBytes(StandardCharsets.UTF_8));
            body.flush();
            ruling = flight.park(over, KEEP_ALIVE);
        }
        if (ruling instanceof Ruling.Restart && !flight.defects().has(Defect.SUBSCRIPTION_ENDS_WITHOUT_A_WORD)) {
            ObjectNode result = JsonText.object().put("resultType", "complete");
            result.putObject("_meta").set(SUBSCRIPTION, id);
            body.write(event(JsonText.write(JsonText.result(result, id))).getBytes(StandardCharsets.UTF_8));
            body.flush();
        }
    }
}
