package io.github.sessionsurvival.platform;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

/**
 * A request that is turned away, with the answer it gets. Thrown where the reason is found, so that the order of the checks
 * is the order of the code.
 */
final class Refusal extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient Answer answer;

    Refusal(Answer answer) {
        super(null, null, false, false);
        this.answer = answer;
    }

    /** A JSON-RPC error that belongs to no request: nothing readable has been read yet. */
    static Refusal of(int status, int code, String message) {
        return of(status, code, message, NullNode.getInstance());
    }

    /** A JSON-RPC error answering a readable request: its id is echoed (RPC-04). */
    static Refusal of(int status, int code, String message, JsonNode id) {
        return new Refusal(Answer.json(status, JsonText.write(JsonText.error(code, message, id))));
    }

    Refusal with(String name, String value) {
        return new Refusal(answer.with(name, value));
    }

    Answer answer() {
        return answer;
    }
}
