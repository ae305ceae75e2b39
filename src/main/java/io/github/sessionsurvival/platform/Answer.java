package io.github.sessionsurvival.platform;

import io.github.sessionsurvival.wire.Headers;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/**
 * An answer before it is sent.
 *
 * @param headers its own lines; those that every answer carries are added when it is sent
 * @param body the text, empty for none
 * @param streamed sent in chunks, as an event stream is; else with its length
 */
record Answer(int status, Headers headers, String body, boolean streamed) {

    static Answer json(int status, String body) {
        return new Answer(status, Headers.NONE.with("content-type", "application/json"), body, false);
    }

    static Answer empty(int status) {
        return new Answer(status, Headers.NONE, "", false);
    }

    Answer withStatus(int other) {
        return new Answer(other, headers, body, streamed);
    }

    Answer saying(String other) {
        return new Answer(status, headers, other, streamed);
    }

    Answer without(String name) {
        return new Answer(
                status,
                new Headers(headers.fields().stream()
                        .filter(field -> !field.name().equalsIgnoreCase(name))
                        .toList()),
                body,
                streamed);
    }

    /** With that line in the place of all others of its name. */
    Answer replacing(String name, String value) {
        return without(name).with(name, value);
    }

    /** With its message changed, be it the body or what the events of a stream carry. */
    Answer edited(Consumer<ObjectNode> change) {
        return saying(streamed ? Answer.edit(body, "data: ", change) : Answer.edit(body, "", change));
    }

    private static String edit(String text, String prefix, Consumer<ObjectNode> change) {
        return text.lines()
                        .map(line -> line.startsWith(prefix + "{")
                                ? prefix + changed(line.substring(prefix.length()), change)
                                : line)
                        .collect(Collectors.joining("\n"))
                + (text.endsWith("\n") ? "\n" : "");
    }

    private static String changed(String json, Consumer<ObjectNode> change) {
        if (JsonText.MAPPER.readTree(json) instanceof ObjectNode message) {
            change.accept(message);
            return JsonText.write(message);
        }
        return json;
    }

    Answer with(String name, String value) {
        return new Answer(status, headers.with(name, value), body, streamed);
    }
}
