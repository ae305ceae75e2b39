package io.github.sessionsurvival.steps;

import static io.github.sessionsurvival.steps.Answers.answersNoLivingSession;
import static io.github.sessionsurvival.steps.Answers.answersOneOf;
import static io.github.sessionsurvival.steps.IsAliveOrGone.isAliveOrGone;
import static io.github.sessionsurvival.steps.IsTheRestartAnswer.isTheRestartAnswer;
import static org.hamcrest.Matchers.equalTo;

import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import io.github.sessionsurvival.target.Counts;
import io.github.sessionsurvival.target.Operation;
import io.github.sessionsurvival.target.Phase;
import io.github.sessionsurvival.target.RestartPlan;
import io.github.sessionsurvival.target.Verb;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.RestartAnswer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** Restarts: how they are ordered, what they answer, what they leave. */
public final class RestartSteps {

    private final World world;

    public RestartSteps(World world) {
        this.world = world;
    }

    @Given("the platform will {strike} {int} time(s) during {operation}, {phase}")
    public void thePlatformWillStrikeAt(Strike strike, int times, Operation operation, Phase phase) {
        arm(strike.plan(operation, times).at(phase));
    }

    @Given("the platform will restart {int} time(s) during {operation}, advertising {string}")
    @Pulls(Verb.RESTART_IN_FLIGHT)
    public void thePlatformWillRestartAdvertising(int times, Operation operation, String advice) {
        arm(RestartPlan.restarts(operation, times).advertising(Advice.inTurn(advice)));
    }

    @When("the platform {event}")
    public void thePlatform(PlatformEvent event) {
        world.befall(event);
    }

    /**
     * Part for part, against the contract that the target declares. The table is the documented contract; the matcher has
     * the last word on what the table does not name.
     */
    @Then("the platform {punctuality}")
    public void thePlatformDidSoInTime(Punctuality punctuality) {
        switch (punctuality) {
            case WENT_DOWN -> demandThatItWentDownInTime();
            case WOKE_UP -> demandThatItWokeUpInTime();
        }
    }

    /** The first request after it went to sleep is the one that woke it. */
    private void demandThatItWokeUpInTime() {
        Duration within = world.run().target().limits().coldStartWithin();
        Duration since = world.befallen().orElseThrow().since();
        Exchange first = world.log().all().stream()
                .filter(exchange -> exchange.timing().sent().compareTo(since) >= 0)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("nobody has woken the platform"));
        Optional<Duration> took =
                first.timing().headersSeen().map(at -> at.minus(first.timing().sent()));
        took.ifPresent(time -> world.note("the cold start took " + Seconds.inWords(time)));
        if (took.filter(time -> time.compareTo(within) <= 0).isEmpty()) {
            throw world.expect()
                    .broken("an answer within " + Seconds.inWords(within) + " (limits.cold-start-within), was "
                            + took.map(Seconds::inWords).orElse(Reply.inWords(first)) + " (exchange " + first.number()
                            + ")");
        }
    }

    /** By its lever: one that had to be killed had work under way that it never finished. */
    private void demandThatItWentDownInTime() {
        if (!world.wentDownInTime()) {
            throw world.expect("TOPO-05").broken("the platform to go down within its grace, it had to be killed");
        }
    }

    @Then("the answer is the documented restart answer")
    public void theAnswerIsTheDocumentedRestartAnswer(Map<String, String> documented) {
        Exchange exchange = world.answer();
        Expectation expect = world.expect("RST-01");
        documented.forEach((part, value) -> expect.that(
                "the " + part, seen(exchange, part), equalTo(declared(part, value, world.contract())), exchange));
        expect.that("the answer", exchange, isTheRestartAnswer(world.contract()));
    }

    /** A target may declare a contract of its own, with another code, text or delay than the documented one. */
    private static String declared(String part, String documented, RestartAnswer contract) {
        return switch (part) {
            case "status" -> Integer.toString(contract.status());
            case "retry after" -> Long.toString(contract.defaultDelay().toSeconds());
            case "error code" -> Integer.toString(contract.code());
            case "message" -> contract.message();
            default -> documented;
        };
    }

    private static String seen(Exchange exchange, String part) {
        JsonNode envelope = exchange.answer()
                .flatMap(answer -> Reply.json(answer.body().text()))
                .orElse(MissingNode.getInstance());
        return switch (part) {
            case "status" -> Integer.toString(exchange.status());
            case "media type" ->
                exchange.answer().map(a -> a.headers().mediaType()).orElse("");
            case "retry after" ->
                exchange.answer()
                        .map(a -> String.join(", ", a.headers().all("retry-after")))
                        .orElse("");
            case "session id" -> exchange.sessionId().isPresent() ? "one" : "none";
            case "jsonrpc" -> text(envelope.path("jsonrpc"));
            case "request id" -> text(envelope.path("id"));
            case "error code" -> text(envelope.path("error").path("code"));
            case "message" -> text(envelope.path("error").path("message"));
            default -> throw new IllegalArgumentException("the restart answer has no part called \"" + part + "\"");
        };
    }

    private static String text(JsonNode node) {
        return node.isMissingNode() ? "absent" : node.isString() ? node.asString() : node.toString();
    }

    @Then("{session} {fate}")
    public void theSession(WhichSession which, Fate fate) {
        switch (fate) {
            case DROPPED -> new Residence(world, world.session(which)).demandThatItWasDropped();
            case STAYED -> new Residence(world, world.session(which)).demandThatItStayed();
            case ANSWERS_OR_GONE -> new Survival(world).holdAgainstMcp();
            case ANSWERS_AS_PROMISED -> new Survival(world).holdAgainstThePromise();
            // Which refusal it is, is SESS-06's to judge; here it counts that the session does not live on.
            case GONE ->
                world.expect("SESS-11", "RST-13", "SESS-10", "RST-19")
                        .that("the session", world.client().probe(world.session()), answersNoLivingSession());
        }
    }

    @Then("repeating {operation} does no harm")
    public void repeatingDoesNoHarm(Operation operation) {
        Expectation expect = world.expect("RST-12", "RST-13", "SESS-11");
        if (operation == Operation.ENDING) {
            expect.that(
                    "the repeated ending",
                    world.client().end(world.session()),
                    answersOneOf(Set.of(200, 202, 204, 404)));
        } else {
            expect.that("the repeated confirmation", world.client().confirm(world.session()), isAliveOrGone());
            expect.that("the session", world.client().probe(world.session()), isAliveOrGone());
        }
    }

    /** Judged before clean-up, which takes back what is left through the lever where it can. */
    @Then("no session is left that nobody can name")
    @Pulls(Verb.COUNT)
    public void noSessionIsLeftThatNobodyCanName() {
        Counts counts = world.lever().counts(world.caller());
        world.note("sessions created: " + counts.created() + ", named to the client: " + counts.named()
                + ", left without a name: " + counts.unnamed());
        world.expect("RST-09").that("the number of sessions left that nobody can name", counts.unnamed(), equalTo(0));
    }

    @Then("the platform counted {int} {counted}")
    @Pulls(Verb.COUNT)
    public void thePlatformCounted(int times, Counted counted) {
        switch (counted) {
            case EXECUTIONS -> demandExecutions(times);
            case OPENINGS ->
                world.expect("TOPO-12")
                        .that(
                                "the number of openings that reached the server",
                                world.lever().counts(world.caller()).openings(),
                                equalTo(times));
        }
    }

    private void demandExecutions(int executions) {
        String tool = world.safeTool().name();
        world.expect("HTTP-03")
                .that(
                        "the number of executions of " + tool,
                        world.lever().counts(world.caller()).executions().getOrDefault(tool, 0),
                        equalTo(executions));
    }

    private void arm(RestartPlan plan) {
        world.lever().arm(world.caller(), plan);
        world.willRestartInFlight();
    }
}
