package io.github.sessionsurvival.target;

/** What a platform learns where it asks whether a caller may come in. */
public enum Outage {
    /** Nothing, for a while: whoever is asked does not answer. */
    FAILING("failing"),
    /** That the caller may not, or no longer. */
    REFUSING("refusing"),
    /** That the caller may: the outage is over. */
    OVER("over");

    private final String word;

    Outage(String word) {
        this.word = word;
    }

    /** As the control protocol spells it. */
    public String word() {
        return word;
    }
}
