package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.LoneRequest;
import io.github.sessionsurvival.wire.ServerSentEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** What every answer has to be, whatever it says: the form of JSON-RPC in one of two media types (RPC-01, RPC-03, POST-04). */
final class Wellformedness {

    private static final Set<String> MEDIA_TYPES = Set.of("application/json", "text/event-stream");

    private static final Set<String> RESULT_TYPES = Set.of("complete", "input_required");
    private static final long FIRST_RESERVED = -32099;
    private static final long LAST_RESERVED = -32020;
    private static final Set<Long> DEFINED = Set.of(-32020L, -32021L, -32022L);
    /** Earlier revisions used them; this one says that nobody sends them any more. */
    private static final Set<Long> WITHDRAWN = Set.of(-32002L, -32042L);

    /** One thing that is wrong, and the requirement it breaks. */
    record Fault(String requirement, String words) {}

    private Wellformedness() {}

    /** Every answer of the scenario, in those of its parts that its requirements are about. */
    static void demandOf(World world) {
        List<String> judged = world.label().requirementIds();
        for (Exchange exchange : world.log().all()) {
            faults(exchange).stream()
                    .filter(fault -> judged.contains(fault.requirement()))
                    .findFirst()
                    .ifPresent(fault -> {
                        throw world.expect(fault.requirement())
                                .broken("a well formed answer, but " + fault.words() + " (exchange " + exchange.number()
                                        + ")");
                    });
        }
    }

    /**
     * In words, what is wrong with the messages of an exchange; empty where nothing is. A refusal by status may have any
     * body, so only a success is held to a media type, and only JSON to the form of a message.
     */
    static List<Fault> faults(Exchange exchange) {
        List<Fault> faults = new ArrayList<>();
        exchange.answer().ifPresent(answer -> {
            boolean asksForAnAnswer = Reply.request(exchange)
                    .filter(r -> r.has("id") && r.has("method"))
                    .isPresent();
            String type = answer.headers().mediaType();
            if (answer.status() == 200 && asksForAnAnswer && !MEDIA_TYPES.contains(type)) {
                faults.add(new Fault(
                        "POST-04", "its media type is " + (type.isEmpty() ? "not given" : "\"" + type + "\"")));
            }
            if (type.equals("application/json") && !answer.body().isEmpty()) {
                faults.addAll(text(answer));
            }
            answer.events().stream()
                    .filter(event ->
                            event.type().equals("message") && !event.data().isBlank())
                    .map(ServerSentEvent::data)
                    .forEach(data -> faults.addAll(message(data)));
        });
        if (standsAlone(exchange)) {
            Reply.messages(exchange).forEach(message -> faults.addAll(alone(message)));
        }
        return faults;
    }

    private static boolean standsAlone(Exchange exchange) {
        return Reply.request(exchange)
                .map(request -> request.path("params").path(LoneRequest.META).path(LoneRequest.PROTOCOL_VERSION))
                .filter(JsonNode::isString)
                .isPresent();
    }

    /** What a revision without sessions asks of every answer beyond the form of JSON-RPC. */
    private static List<Fault> alone(JsonNode message) {
        List<Fault> faults = new ArrayList<>();
        JsonNode code = message.path("error").path("code");
        if (code.isIntegralNumber() && isReservedAndUndefined(code.asLong())) {
            faults.add(new Fault(
                    "MOD-17", "its error code " + code.asLong() + " is one that MCP has not given a meaning"));
        }
        if (message.path("result").isObject()
                && !RESULT_TYPES.contains(
                        message.path("result").path("resultType").asString(""))) {
            faults.add(new Fault("MOD-19", "its result does not say whether it is complete (resultType)"));
        }
        return faults;
    }

    private static boolean isReservedAndUndefined(long code) {
        return code >= FIRST_RESERVED && code <= LAST_RESERVED && !DEFINED.contains(code) || WITHDRAWN.contains(code);
    }

    /** A refusal may be JSON of another kind; a success is a message. */
    private static List<Fault> text(Exchange.Answer answer) {
        return answer.body()
                .strictText()
                .map(text -> answer.status() == 200 || text.contains("\"jsonrpc\"") ? message(text) : List.<Fault>of())
                .orElse(List.of(new Fault("RPC-01", "it is not UTF-8")));
    }

    private static List<Fault> message(String text) {
        Optional<JsonNode> read = Reply.json(text);
        if (read.isEmpty()) {
            return List.of(new Fault("RPC-01", "it is not JSON"));
        }
        List<Fault> faults = new ArrayList<>();
        if (read.get().isArray()) {
            read.get().forEach(each -> faults.addAll(message(each)));
        } else {
            faults.addAll(message(read.get()));
        }
        return faults;
    }

    private static List<Fault> message(JsonNode message) {
        List<Fault> faults = new ArrayList<>();
        if (!message.isObject()) {
            return List.of(new Fault("RPC-01", "it is JSON, but no object"));
        }
        // The number 2.0 would read as the same text.
        if (!message.path("jsonrpc").isString()
                || !message.path("jsonrpc").stringValue().equals("2.0")) {
            faults.add(new Fault("RPC-01", "its member jsonrpc is not \"2.0\""));
        }
        if (message.has("method")) {
            return faults;
        }
        if (message.has("result") == message.has("error")) {
            faults.add(new Fault(
                    "RPC-03",
                    message.has("result") ? "it has both a result and an error" : "it has neither result nor error"));
        }
        if (message.has("error")) {
            JsonNode error = message.path("error");
            if (!error.path("code").isIntegralNumber()) {
                faults.add(new Fault("RPC-03", "its error code is no whole number"));
            }
            if (!error.path("message").isString()) {
                faults.add(new Fault("RPC-03", "its error message is no text"));
            }
        }
        return faults;
    }
}
