package io.github.sessionsurvival.verdict;

import java.util.Collection;
import java.util.List;

/** What a run tells a pipeline. */
public enum ExitStatus {
    /** Everything tested that can turn a run red is met. */
    MET(0),
    /** A requirement is broken or not testable, a baseline is stale, or sessions were left behind. */
    RED(1),
    /** Wrong usage or configuration. */
    WRONG_USAGE(2),
    /** The target could not be reached, nothing was tested, or the run was interrupted. */
    NOT_TESTED(3),
    /** The suite itself is at fault; nothing is said of the server. */
    SUITE_FAULT(4);

    /** Which one is told where several hold: what makes a verdict worthless goes before the verdict. */
    private static final List<ExitStatus> PRECEDENCE = List.of(WRONG_USAGE, SUITE_FAULT, NOT_TESTED, RED, MET);

    private final int code;

    ExitStatus(int code) {
        this.code = code;
    }

    /** The process's exit status. */
    public int code() {
        return code;
    }

    /** The one to tell; {@link #MET} for none. */
    public static ExitStatus toTell(Collection<ExitStatus> held) {
        return PRECEDENCE.stream().filter(held::contains).findFirst().orElse(MET);
    }

    /** @throws IllegalArgumentException for a code that no run has */
    public static ExitStatus of(int code) {
        for (ExitStatus status : values()) {
            if (status.code == code) {
                return status;
            }
        }
        throw new IllegalArgumentException("no exit status " + code);
    }
}
