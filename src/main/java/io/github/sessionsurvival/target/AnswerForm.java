package io.github.sessionsurvival.target;

/** The two forms in which a server may answer a request (INIT-13). */
public enum AnswerForm {
    JSON("json"),
    EVENT_STREAM("event-stream");

    private final String word;

    AnswerForm(String word) {
        this.word = word;
    }

    /** As the control protocol spells it. */
    public String word() {
        return word;
    }
}
