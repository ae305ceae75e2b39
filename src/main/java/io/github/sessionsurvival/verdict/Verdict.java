package io.github.sessionsurvival.verdict;

/** What a run says of a requirement. Severity and "known" are separate from it (design section 6). */
public enum Verdict {
    MET("met"),
    BROKEN("broken"),
    NOT_TESTABLE("not-testable"),
    NOT_APPLICABLE("not-applicable"),
    NOT_RUN("not-run");

    private final String word;

    Verdict(String word) {
        this.word = word;
    }

    /** As run.json spells it. */
    public String word() {
        return word;
    }

    /** For people. */
    public String inWords() {
        return word.replace('-', ' ');
    }
}
