package io.github.sessionsurvival.cli;

import io.cucumber.plugin.ConcurrentEventListener;
import io.cucumber.plugin.event.EventPublisher;
import io.cucumber.plugin.event.Status;
import io.cucumber.plugin.event.TestCaseFinished;
import io.cucumber.plugin.event.TestRunFinished;
import io.github.sessionsurvival.report.ConsoleSummary;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/**
 * One line for each scenario that was carried out, as it ends, so that a long run shows where it is; why it failed stands
 * in the summary. Scenarios that are left out are told as a number: a server without a lever leaves most of them out.
 */
final class Progress implements ConcurrentEventListener {

    private final int all;
    private final PrintStream out;
    private int ended;
    private int leftOut;

    Progress(int all, PrintStream out) {
        this.all = all;
        this.out = out;
    }

    @Override
    public void setEventPublisher(EventPublisher publisher) {
        publisher.registerHandlerFor(TestCaseFinished.class, this::finished);
        publisher.registerHandlerFor(TestRunFinished.class, over -> tellLeftOut());
    }

    private synchronized void finished(TestCaseFinished event) {
        ended++;
        if (event.getResult().getStatus() == Status.SKIPPED) {
            leftOut++;
            return;
        }
        Duration took = event.getResult().getDuration();
        String width = Integer.toString(Integer.toString(all).length());
        out.println(String.format(
                        Locale.ROOT,
                        "%" + width + "d/%d  %-6s %5.1f s  ",
                        ended,
                        all,
                        event.getResult().getStatus() == Status.PASSED ? "passed" : "FAILED",
                        took.toMillis() / 1000.0)
                + ConsoleSummary.safe(event.getTestCase().getName()));
    }

    private synchronized void tellLeftOut() {
        if (leftOut > 0) {
            out.println(leftOut + (leftOut == 1 ? " scenario was" : " scenarios were")
                    + " left out, each for a reason that the report gives");
        }
    }
}
