package io.github.sessionsurvival.steps;

import java.util.Arrays;
import java.util.Optional;

/** What a scenario may need of a target beside the verbs of its lever. */
enum Need {
    SESSIONS("@needs-sessions"),
    ENDING("@needs-ending"),
    STREAM("@needs-stream"),
    BEARER("@needs-bearer"),
    OTHER_BEARER("@needs-other-bearer"),
    SAFE_TOOL("@needs-safe-tool"),
    CONTRACT("@needs-contract");

    private final String tag;

    Need(String tag) {
        this.tag = tag;
    }

    String tag() {
        return tag;
    }

    static Optional<Need> tagged(String tag) {
        return Arrays.stream(values()).filter(n -> n.tag.equals(tag)).findFirst();
    }
}
