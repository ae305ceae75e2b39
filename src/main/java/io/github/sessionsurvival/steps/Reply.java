package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.JsonRpc;
import io.github.sessionsurvival.wire.ServerSentEvent;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads, after the fact, what an exchange's answer says to its own request. */
final class Reply {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final int INVALID_PARAMS = -32602;

    private Reply() {}

    /** The result, where the whole answer is 200 and a result with the request's id (RPC-02). */
    static Optional<JsonNode> result(Exchange exchange) {
        return exchange.status() == 200 ? answer(exchange).flatMap(JsonRpc.Answer::resultIfAny) : Optional.empty();
    }

    /** A result in the answer, to whatever request it says it belongs. */
    static Optional<JsonNode> anyResult(Exchange exchange) {
        return exchange.answer().filter(answer -> answer.status() == 200).stream()
                .flatMap(answer -> answer.events().isEmpty()
                        ? Stream.of(answer.body().text())
                        : answer.events().stream().map(ServerSentEvent::data))
                .flatMap(text -> json(text).stream())
                .filter(message -> message.has("result"))
                .map(message -> message.get("result"))
                .findFirst();
    }

    /** Every message of JSON-RPC in the answer: of its events, or of its body, those of a list one by one. */
    static List<JsonNode> messages(Exchange exchange) {
        return exchange.answer().stream()
                .flatMap(answer -> answer.events().isEmpty()
                        ? Stream.of(answer.body().text())
                        : answer.events().stream()
                                .filter(event -> event.type().equals("message"))
                                .map(ServerSentEvent::data))
                .flatMap(text -> json(text).stream())
                .flatMap(node -> node.isArray() ? node.valueStream() : Stream.of(node))
                .filter(JsonNode::isObject)
                .toList();
    }

    /** What the answer is, in words. */
    static String inWords(Exchange exchange) {
        String outcome = exchange.outcomeInWords();
        return exchange.status() == 200 && exchange.fault().isEmpty()
                ? outcome + ", " + answer(exchange).map(JsonRpc.Answer::inWords).orElse("no answer")
                : outcome;
    }

    /** Whether the answer is an error by the rules of JSON-RPC, whatever its status. */
    static boolean isError(Exchange exchange) {
        return answer(exchange).filter(JsonRpc.Answer.Failure.class::isInstance).isPresent();
    }

    /**
     * Whether the server refuses the request's parameters: 200 or 400 with -32602, the shape that the specification shows
     * for a revision nobody speaks. A 401 or a 500 refuses something else, and says nothing of revisions.
     */
    static boolean refusesParameters(Exchange exchange) {
        return (exchange.status() == 200 || exchange.status() == 400)
                && answer(exchange)
                        .filter(a -> a instanceof JsonRpc.Answer.Failure failure && failure.code() == INVALID_PARAMS)
                        .isPresent();
    }

    /** The request that was sent. */
    static Optional<JsonNode> request(Exchange exchange) {
        return json(exchange.request().body().text());
    }

    private static Optional<JsonRpc.Answer> answer(Exchange exchange) {
        return exchange.answer()
                .flatMap(answer -> request(exchange)
                        // A list and a notice have no number of their own, so nothing answers them by it.
                        .map(request -> request.has("id") ? request.path("id").toString() : "null")
                        .map(id -> JsonRpc.answer(answer, id)));
    }

    /** Text as JSON; empty where it is none. */
    static Optional<JsonNode> json(String text) {
        try {
            return Optional.of(JSON.readTree(text)).filter(node -> !node.isMissingNode());
        } catch (JacksonException notJson) {
            return Optional.empty();
        }
    }
}
