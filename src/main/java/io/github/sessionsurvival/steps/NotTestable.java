package io.github.sessionsurvival.steps;

import org.opentest4j.TestAbortedException;

/** What a scenario's verdict rests on should hold and does not; the message is the reason that the report shows. */
public final class NotTestable extends TestAbortedException {

    private static final long serialVersionUID = 1L;

    public NotTestable(String reason) {
        super(reason);
    }
}
