package io.github.sessionsurvival.target;

/** The forms in which a server may answer a request (INIT-13). */
public enum AnswerForm {
    JSON("json"),
    EVENT_STREAM("event-stream"),
    /** It ends before its answer, which has to be asked for again (SSE-05). */
    PAUSING_EVENT_STREAM("pausing-event-stream");

    private final String word;

    AnswerForm(String word) {
        this.word = word;
    }

    /** As the control protocol spells it. */
    public String word() {
        return word;
    }
}
