package io.github.sessionsurvival.wire;

/** Why a request was sent; what a reader of the evidence sees beside it. */
public enum Purpose {
    OPENING("opening request"),
    CONFIRMATION("confirmation"),
    PING("ping"),
    PROBE("real request"),
    TOOL_CALL("tool call"),
    STREAM("stream"),
    ENDING("ending"),
    DISCOVERY("discovery"),
    SUBSCRIPTION("subscription"),
    OTHER("request"),
    CLEAN_UP_ENDING("clean-up: ending"),
    CLEAN_UP_CHECK("clean-up: is it dead");

    private final String words;

    Purpose(String words) {
        this.words = words;
    }

    public String inWords() {
        return words;
    }
}
