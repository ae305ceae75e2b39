package io.github.sessionsurvival;

import io.github.sessionsurvival.cli.TestRun;
import org.junit.platform.suite.api.AfterSuite;
import org.junit.platform.suite.api.BeforeSuite;
import org.junit.platform.suite.api.ConfigurationParameter;
import org.junit.platform.suite.api.IncludeEngines;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;
import org.opentest4j.TestAbortedException;

/**
 * The features as Maven and an IDE run them. It shares the run's beginning, its end and its verdict with the command line;
 * the gate decides on what it writes.
 */
@Suite
@IncludeEngines("cucumber")
@SelectPackages("features")
@ConfigurationParameter(key = "cucumber.glue", value = "io.github.sessionsurvival.steps")
@ConfigurationParameter(key = "cucumber.publish.quiet", value = "true")
@ConfigurationParameter(key = "cucumber.execution.parallel.enabled", value = "true")
@ConfigurationParameter(key = "cucumber.execution.parallel.config.strategy", value = "custom")
@ConfigurationParameter(
        key = "cucumber.execution.parallel.config.custom.class",
        value = "io.github.sessionsurvival.ScenariosAtOnce")
@ConfigurationParameter(key = "cucumber.junit-platform.naming-strategy", value = "long")
@ConfigurationParameter(
        key = "cucumber.junit-platform.naming-strategy.long.example-name",
        value = "number-and-pickle-if-parameterized")
final class SessionSurvivalIT {

    /** The suite engine makes no instance that could hold it. */
    private static TestRun run;

    private SessionSurvivalIT() {}

    @BeforeSuite
    static void begin() {
        try {
            run = TestRun.beginAsAskedByProperties(System.out::println);
        } catch (RuntimeException e) {
            // The gate says why, and with which status.
            throw left(e.getMessage());
        }
        if (!run.isUnderWay()) {
            run.end();
            run.over();
            throw left("the target cannot be reached");
        }
    }

    @AfterSuite
    static void end() {
        if (run != null) {
            run.end();
            run.over();
        }
    }

    /** Without its stack trace: the reason is the user's to mend. */
    private static TestAbortedException left(String reason) {
        TestAbortedException aborted = new TestAbortedException(reason);
        aborted.setStackTrace(new StackTraceElement[0]);
        return aborted;
    }
}
