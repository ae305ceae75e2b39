package io.github.sessionsurvival.steps;

import static org.hamcrest.Matchers.equalTo;

import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.github.sessionsurvival.target.Operation;
import io.github.sessionsurvival.target.Phase;
import io.github.sessionsurvival.target.ScriptedAnswer;
import io.github.sessionsurvival.target.Verb;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Headers;
import io.github.sessionsurvival.wire.RestartAnswer.Difference;
import io.github.sessionsurvival.wire.RestartAnswer.Part;
import java.util.List;
import java.util.Optional;

/** Answers that the platform is told to give: look-alikes of the restart answer, and answers that go wrong. */
public final class LookAlikeSteps {

    private final World world;

    public LookAlikeSteps(World world) {
        this.world = world;
    }

    @Given("the server gives a restart answer whose {part} is {string}")
    @Pulls(Verb.SCRIPTED_ANSWERS)
    public void theServerGivesARestartAnswerWhose(Part part, String value) {
        script(lookAlike().differing(part, value));
    }

    /** Scripted, so that these scenarios judge the client alone: a platform's own answer may be wrong. */
    @Given("the server gives the restart answer {int} time(s) during {operation}, advertising {string}")
    @Pulls(Verb.SCRIPTED_ANSWERS)
    public void theServerGivesTheRestartAnswer(int times, Operation operation, String advice) {
        List<Optional<String>> inTurn = Advice.inTurn(advice);
        for (int i = 0; i < times; i++) {
            script(lookAlike().exact(operation, inTurn.get(Math.min(i, inTurn.size() - 1))));
        }
    }

    @Given("the server {company} {lookAlike}")
    @Pulls(Verb.SCRIPTED_ANSWERS)
    public void theServerAnswersWith(Company company, String lookAlike) {
        if (company == Company.BESIDE_A_SESSION) {
            ScriptedAnswer answer = lookAlike().named(lookAlike);
            script(RestartLookAlike.scripted(answer.status(), answer.headers(), answer.body(), answer.shape(), true));
            return;
        }
        if (lookAlike.startsWith("a result")) {
            // The client alone is judged, so what the platform makes of the confirmation must not matter either.
            script(RestartLookAlike.result(lookAlike));
            script(RestartLookAlike.accepted());
            return;
        }
        script(lookAlike().named(lookAlike));
    }

    @Given("the server names a session but its answer {trouble}")
    public void theServerNamesASessionButItsAnswer(Trouble trouble) {
        script(trouble.answer(true));
    }

    @Given("the answer to the opening {trouble}")
    public void theAnswerToTheOpening(Trouble trouble) {
        if (trouble == Trouble.CUT_OFF) {
            world.cutBeside(Operation.INITIALIZE, Phase.BEFORE_MINT);
        } else {
            script(trouble.answer(false));
        }
    }

    @Given("the server will refuse the confirmation")
    @Pulls(Verb.SCRIPTED_ANSWERS)
    public void theServerWillRefuseTheConfirmation() {
        script(new ScriptedAnswer(
                Operation.CONFIRMATION,
                1,
                500,
                Headers.NONE.with("Content-Type", "text/plain"),
                "out of order",
                ScriptedAnswer.Shape.WHOLE,
                false));
    }

    /** That the client stopped is half of it; that it can say why is the other. */
    @Then("the differing part is the {part}")
    public void theDifferingPartIsThe(Part part) {
        Exchange exchange = world.opening().lastExchange();
        Difference difference = exchange.answer()
                .flatMap(answer -> world.contract().difference(answer.status(), answer.body()))
                .orElseThrow(() -> world.expect("RST-04")
                        .broken("the answer to differ from the restart answer (exchange " + exchange.number() + ")"));
        world.expect("RST-04").that("the differing part", difference.part(), equalTo(part), exchange);
    }

    private RestartLookAlike lookAlike() {
        return new RestartLookAlike(world.contract());
    }

    private void script(ScriptedAnswer answer) {
        world.lever().script(world.caller(), answer);
    }
}
