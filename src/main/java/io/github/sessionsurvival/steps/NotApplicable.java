package io.github.sessionsurvival.steps;

import org.opentest4j.TestAbortedException;

/** The target does not declare what a scenario needs; the message is the reason that the report shows. */
public final class NotApplicable extends TestAbortedException {

    private static final long serialVersionUID = 1L;

    public NotApplicable(String reason) {
        super(reason);
    }
}
