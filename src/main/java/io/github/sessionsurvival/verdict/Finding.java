package io.github.sessionsurvival.verdict;

import io.github.sessionsurvival.verdict.Requirement.Severity;

/**
 * What one scenario says of one requirement.
 *
 * @param kind what it says
 * @param reason why, in one line; empty when met
 * @param known whether the baseline lists exactly this failure
 */
record Finding(ScenarioRecord scenario, Kind kind, String reason, boolean known) {

    enum Kind {
        MET("met"),
        BROKEN("broken"),
        /** A prerequisite that should hold failed. */
        UNPREPARED("not testable"),
        /** The scenario stopped at another requirement before it came to this one. */
        STOPPED_EARLIER("not testable"),
        NOT_APPLICABLE("not applicable"),
        NOT_RUN("not run"),
        /** The suite's own fault: nothing is known of the requirement. */
        SUITE_FAULT("lost to a fault of the suite");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    /** Whether this alone turns the run red, were it the server's. */
    boolean reddens(Severity severity, boolean strict) {
        boolean counts = severity == Severity.FAILS || strict && severity == Severity.WARNS;
        return !known
                && switch (kind) {
                    case BROKEN, STOPPED_EARLIER -> counts;
                    // The server could not even do what every such scenario builds on, whatever hangs on it.
                    case UNPREPARED -> true;
                    case MET, NOT_APPLICABLE, NOT_RUN, SUITE_FAULT -> false;
                };
    }
}
