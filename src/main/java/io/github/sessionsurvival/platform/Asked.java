package io.github.sessionsurvival.platform;

import io.github.sessionsurvival.wire.Headers;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What was asked, for a defect that has to know. */
record Asked(Flight flight) {

    /** Whether the request's HTTP method is that one. */
    boolean by(String verb) {
        return flight.exchange().getRequestMethod().equals(verb);
    }

    /** Whether it asks for that JSON-RPC method. */
    boolean is(String method) {
        return message().path("method").asString("").equals(method);
    }

    /** The message that was read; missing where none was. */
    JsonNode message() {
        return flight.heard();
    }

    boolean isNotice() {
        return message().has("method") && !message().has("id");
    }

    boolean namesSession() {
        return lines().all("Mcp-Session-Id").stream().anyMatch(id -> !id.isEmpty());
    }

    /** Whether it stands alone, as a revision without sessions has it. */
    boolean isLone() {
        return LonePosts.describesItself(message()) || LonePosts.announcesItself(lines());
    }

    Lines lines() {
        return new Lines(flight.exchange());
    }

    boolean says(String header) {
        return !lines().all(header).isEmpty();
    }

    /** Whether the answer is the restart answer of the contract. */
    static boolean isRestartAnswer(Answer answer) {
        return answer.status() == 503 && answer.body().contains("MCP session is restarting");
    }

    /** The header lines of a page. */
    static Headers html() {
        return new Headers(List.of(new Headers.Field("content-type", "text/html")));
    }
}
