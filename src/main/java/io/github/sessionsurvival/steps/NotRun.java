package io.github.sessionsurvival.steps;

import org.opentest4j.TestAbortedException;

/** Reach or the run's end keeps a scenario from running; the message is the reason that the report shows. */
public final class NotRun extends TestAbortedException {

    private static final long serialVersionUID = 1L;

    public NotRun(String reason) {
        super(reason);
    }
}
