package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.target.Promises;
import java.util.Arrays;
import java.util.Optional;

/** What a scenario may need of a target beside the verbs of its lever. */
enum Need {
    SESSIONS("@needs-sessions"),
    ENDING("@needs-ending"),
    STREAM("@needs-stream"),
    BEARER("@needs-bearer"),
    OTHER_BEARER("@needs-other-bearer"),
    SECOND_DOOR("@needs-second-door"),
    SESSIONLESS("@needs-sessionless"),
    SAFE_TOOL("@needs-safe-tool"),
    CONTRACT("@needs-contract"),
    PROMISED_RESTART("@needs-promised-restart", Promises.Event.RESTART, "a restart"),
    PROMISED_DRAIN("@needs-promised-drain", Promises.Event.DRAIN, "a drain"),
    PROMISED_KILL("@needs-promised-kill", Promises.Event.KILL, "a kill"),
    PROMISED_IDLE("@needs-promised-idle", Promises.Event.IDLE, "idle time"),
    PROMISED_REPLACE("@needs-promised-replace", Promises.Event.REPLACE, "a deploy");

    private final String tag;
    private final Optional<Promises.Event> promised;
    private final String eventInWords;

    Need(String tag) {
        this.tag = tag;
        this.promised = Optional.empty();
        this.eventInWords = "";
    }

    Need(String tag, Promises.Event promised, String eventInWords) {
        this.tag = tag;
        this.promised = Optional.of(promised);
        this.eventInWords = eventInWords;
    }

    /** What has to be promised to be survived; empty where the need is no promise. */
    Optional<Promises.Event> promised() {
        return promised;
    }

    /** The promised event, such as "a kill". */
    String eventInWords() {
        return eventInWords;
    }

    String tag() {
        return tag;
    }

    static Optional<Need> tagged(String tag) {
        return Arrays.stream(values()).filter(n -> n.tag.equals(tag)).findFirst();
    }
}
