package io.github.sessionsurvival.target;

/** What is in flight when a fault strikes. */
public enum Operation {
    INITIALIZE("initialize"),
    CONFIRMATION("confirmation"),
    CALL("call"),
    ENDING("ending"),
    STREAM("stream"),
    ANY("any");

    private final String word;

    Operation(String word) {
        this.word = word;
    }

    /** As the control protocol spells it. */
    public String word() {
        return word;
    }
}
