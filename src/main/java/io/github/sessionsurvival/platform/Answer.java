package io.github.sessionsurvival.platform;

import io.github.sessionsurvival.wire.Headers;

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

    Answer with(String name, String value) {
        return new Answer(status, headers.with(name, value), body, streamed);
    }
}
