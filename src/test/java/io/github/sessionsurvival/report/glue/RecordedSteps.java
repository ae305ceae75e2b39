package io.github.sessionsurvival.report.glue;

import io.cucumber.datatable.DataTable;
import io.cucumber.java.After;
import io.cucumber.java.AfterStep;
import io.cucumber.java.Before;
import io.cucumber.java.PendingException;
import io.cucumber.java.Scenario;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import io.github.sessionsurvival.report.Samples;
import io.github.sessionsurvival.verdict.Evidence;
import io.github.sessionsurvival.verdict.RunFiles;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.opentest4j.TestAbortedException;

/** Glue for the recorder's own test: steps that end in every way a step can. */
public final class RecordedSteps {

    /** Stands for the glue's own of that name: the recorder knows it by its name alone. */
    public static final class NotApplicable extends TestAbortedException {
        private static final long serialVersionUID = 1L;

        NotApplicable(String message) {
            super(message);
        }
    }

    /** The same. */
    public static final class NotTestable extends TestAbortedException {
        private static final long serialVersionUID = 1L;

        NotTestable(String message) {
            super(message);
        }
    }

    /** The same. */
    public static final class NotRun extends TestAbortedException {
        private static final long serialVersionUID = 1L;

        NotRun(String message) {
            super(message);
        }
    }

    /** The same. */
    public static final class LeverFailure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        LeverFailure(String message) {
            super(message);
        }
    }

    /** The same. */
    public static final class Throttled extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Throttled(String message) {
            super(message);
        }
    }

    private int exchange;
    private boolean sends;

    @Before("@aborts-before")
    public void abortsBefore() {
        throw new NotApplicable("the target declares no lever");
    }

    @Before("@fails-before")
    public void failsBefore() {
        throw new IllegalStateException("no run is under way");
    }

    @Before("@lever-fails-before")
    public void leverFailsBefore() {
        throw new LeverFailure("new-caller answered 500");
    }

    @After("@fails-after")
    public void failsAfter() {
        throw new IllegalStateException("clean-up crashed");
    }

    @AfterStep
    public void attachAfterEachStep(Scenario scenario) {
        if (sends) {
            sends = false;
            exchange++;
            Evidence evidence = new Evidence(
                    List.of(Samples.exchange(exchange, 503, "body " + exchange)),
                    List.of(),
                    List.of(),
                    List.of("weak proof"),
                    exchange == 1 ? List.of(new Evidence.Survival("kill", true, false)) : List.of());
            if (exchange == 1) {
                scenario.attach(
                        RunFiles.json(evidence).getBytes(StandardCharsets.UTF_8), Evidence.MEDIA_TYPE, "evidence");
            } else {
                scenario.attach(RunFiles.json(evidence), Evidence.MEDIA_TYPE, "evidence");
            }
        }
    }

    @After
    public void attachAtTheEnd(Scenario scenario) {
        if (exchange > 0) {
            Evidence evidence = new Evidence(
                    List.of(Samples.exchange(exchange + 1, 200, "")),
                    List.of(),
                    List.of(new Evidence.ReceiptSeen("abc…(64)", 1, 3, "ended", "ended, and found dead", 200)),
                    List.of("weak proof"),
                    List.of());
            scenario.attach(RunFiles.json(evidence), Evidence.MEDIA_TYPE, "evidence");
        }
    }

    @Given("a server that holds")
    public void holds() {}

    @Given("a server that does not hold")
    public void doesNotHold() {
        throw new AssertionError("the server answered 500");
    }

    @When("the server refuses every request")
    public void theServerRefusesEveryRequest() {
        throw new Throttled("the server answered 429 (too many requests) 3 times");
    }

    @Given("a declared lever that fails")
    public void leverFails() {
        throw new LeverFailure("the lever answered 500");
    }

    @Given("a target without the verb")
    public void withoutVerb() {
        throw new NotApplicable("the target has no \"evict\"");
    }

    @Then("it survived, as far as can be told")
    public void survivedAsFarAsCanBeTold() {
        throw new NotTestable("session ids are not checked");
    }

    @Given("a reach that is not allowed")
    public void notAllowed() {
        throw new NotRun("reach @disturbs is not allowed");
    }

    @When("the client sends {int} request(s)")
    public void sends(int times) {
        sends = true;
    }

    @When("the suite breaks")
    public void breaks() {
        throw new IllegalArgumentException("our own fault");
    }

    @When("it is pending")
    public void pending() {
        throw new PendingException();
    }

    @When("the client sends a request that breaks it")
    public void sendsAndBreaks() {
        sends = true;
        throw new AssertionError("RST-08: was 500 (exchange 1)");
    }

    @Then("all is well")
    public void well() {}

    @Then("it is broken")
    public void broken() {
        throw new AssertionError("RST-05: expected attempt 2 at least 2 s after attempt 1, was 0.4 s (exchange 3)");
    }

    @Then("the parts are")
    public void parts(DataTable table) {}

    @Then("the text is")
    public void text(String text) {}

    @Then("two phrases match")
    public void twoPhrases() {}

    @Then("two {word} match")
    public void twoWords(String word) {}
}
