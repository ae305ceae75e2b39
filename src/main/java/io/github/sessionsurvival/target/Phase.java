package io.github.sessionsurvival.target;

/** How far the operation had come when the fault strikes. */
public enum Phase {
    /** Before anything was created or done. */
    BEFORE_MINT("before-mint"),
    /** After the session was created, or the call executed, before the client was told anything. */
    AFTER_MINT("after-mint"),
    /** After the answer's headers were sent, before its body. */
    AFTER_HEADERS("after-headers");

    private final String word;

    Phase(String word) {
        this.word = word;
    }

    /** As the control protocol spells it. */
    public String word() {
        return word;
    }
}
