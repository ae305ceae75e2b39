package io.github.sessionsurvival.cli;

import io.cucumber.plugin.ConcurrentEventListener;
import io.cucumber.plugin.event.EventPublisher;
import io.cucumber.plugin.event.Status;
import io.cucumber.plugin.event.TestCaseFinished;
import io.github.sessionsurvival.report.ConsoleSummary;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/** One line for each scenario as it ends, so that a long run shows where it is; why it failed stands in the summary. */
final class Progress implements ConcurrentEventListener {

    private final int all;
    private final PrintStream out;
    private int ended;

    Progress(int all, PrintStream out) {
        this.all = all;
        this.out = out;
    }

    @Override
    public void setEventPublisher(EventPublisher publisher) {
        publisher.registerHandlerFor(TestCaseFinished.class, this::finished);
    }

    private synchronized void finished(TestCaseFinished event) {
        ended++;
        Duration took = event.getResult().getDuration();
        String width = Integer.toString(Integer.toString(all).length());
        out.println(String.format(
                        Locale.ROOT,
                        "%" + width + "d/%d  %-7s %5.1f s  ",
                        ended,
                        all,
                        word(event.getResult().getStatus()),
                        took.toMillis() / 1000.0)
                + ConsoleSummary.safe(event.getTestCase().getName()));
    }

    private static String word(Status status) {
        return switch (status) {
            case PASSED -> "passed";
            case SKIPPED -> "left out";
            default -> "FAILED";
        };
    }
}
