package io.github.sessionsurvival.platform;

import io.github.sessionsurvival.wire.Body;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** JSON in and out. What comes in is hostile: bad UTF-8, duplicate keys, depth and trailing text are all unreadable. */
final class JsonText {

    private static final int DEPTH = 64;

    static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEPTH)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private JsonText() {}

    /** Empty when the bytes are not exactly one JSON value in UTF-8. */
    static Optional<JsonNode> read(byte[] bytes) {
        try {
            return Body.of(bytes).strictText().map(MAPPER::readTree).filter(node -> !node.isMissingNode());
        } catch (JacksonException unreadable) {
            return Optional.empty();
        }
    }

    static String write(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    static ObjectNode result(JsonNode result, JsonNode id) {
        ObjectNode message = object().put("jsonrpc", "2.0");
        message.set("id", id);
        message.set("result", result);
        return message;
    }

    /** In the contract's member order. */
    static ObjectNode error(int code, String message, JsonNode id) {
        ObjectNode answer = object().put("jsonrpc", "2.0");
        answer.putObject("error").put("code", code).put("message", message);
        answer.set("id", id);
        return answer;
    }
}
