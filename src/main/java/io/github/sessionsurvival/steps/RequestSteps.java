package io.github.sessionsurvival.steps;

import static io.github.sessionsurvival.steps.Answers.answersARefusal;
import static io.github.sessionsurvival.steps.IsAResult.isAResult;
import static io.github.sessionsurvival.steps.IsAcknowledgedFirst.isAcknowledgedFirst;
import static org.hamcrest.Matchers.equalTo;

import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import io.github.sessionsurvival.client.McpClient;
import io.github.sessionsurvival.client.Session;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Purpose;
import java.util.List;
import java.util.Optional;

/** What an open session answers: real requests, tool calls, pings, and to whom. */
public final class RequestSteps {

    private static final int GONE = 404;

    private final World world;

    public RequestSteps(World world) {
        this.world = world;
    }

    @When("the client sends {request}")
    public void theClientSends(Asking request) {
        world.answeredBy(
                world.alone().map(alone -> alone.ask(request)).orElseGet(() -> world.ask(request, world.session())));
    }

    /** One by one, or several at once: what comes back from storage must not be broken by two who ask for it. */
    @Then("{answerer} answers {question}")
    public void answers(Answerer who, Question question) {
        if (who.session().isEmpty()) {
            theServerAnswers(question.kind());
            return;
        }
        int requests = question.times();
        Session session = world.session(who.session().get());
        McpClient client = world.client();
        if (client.probeOf(session).isWeak()) {
            world.note("weak proof: this server declares nothing to list, so a ping has to do");
        }
        Expectation expect = world.expect(
                "RST-08",
                "RST-09",
                "INIT-02",
                "INIT-14",
                "SESS-12",
                "SESS-13",
                "VER-01",
                "RST-16",
                "RST-11",
                "EVICT-01",
                "EVICT-04",
                "IDLE-01",
                "IDLE-02",
                "IDLE-04",
                "MOD-16",
                "LIM-02",
                "TOPO-06",
                "TOPO-08",
                "LIM-04",
                "SESS-19");
        if (requests == 1) {
            expect.that("a real request", client.probe(session), isAResult());
            return;
        }
        world.note(new Power(requests).inWords());
        List<Exchange> answers = world.atOnce(requests, each -> each.probe(session));
        try {
            answers.forEach(
                    answer -> expect.that("each of " + requests + " real requests at once", answer, isAResult()));
        } catch (AssertionError lost) {
            if (!world.label().has("@TOPO-06")) {
                throw lost;
            }
            throw new AssertionError(lost.getMessage() + "; " + new Stickiness(world).told(session, answers));
        }
    }

    /** Without a session, and without anything that was asked before (MOD-12). */
    private void theServerAnswers(Question.Kind kind) {
        Alone alone = world.alone().orElseThrow(() -> new IllegalStateException("who answers is a session"));
        Expectation expect = world.expect("MOD-12", "MOD-13");
        switch (kind) {
            case REAL_REQUEST -> expect.that("a real request", alone.ask(Asking.REAL_REQUEST), isAResult());
            case DISCOVERY -> expect.that("a discovery", alone.discover(), isAResult());
            case SUBSCRIPTION -> expect.that("a subscription", alone.listenForItsBeginning(), isAcknowledgedFirst());
        }
    }

    @Given("an open session that has counted to {int}")
    public void anOpenSessionThatHasCountedTo(int count) {
        Session session = world.keep(world.client().open(world.asks()))
                .session()
                .orElseThrow(() -> world.expect()
                        .broken("the session to open, "
                                + world.opening().failure().orElseThrow()));
        for (int i = 1; i <= count; i++) {
            int expected = i;
            Exchange exchange = world.ask(Asking.TOOL_CALL, session);
            counted(exchange)
                    .filter(number -> number == expected)
                    .orElseThrow(() -> new NotApplicable(
                            "the safe tool of this target does not count its calls within a session"));
        }
    }

    @Then("the session counts on to {int}")
    public void theSessionCountsOnTo(int count) {
        Exchange exchange = world.ask(Asking.TOOL_CALL, world.session());
        if (exchange.status() == GONE) {
            if (world.label().has("@EVICT-01")
                    || world.label().has("@IDLE-01")
                    || world.label().has("@IDLE-05")) {
                // A restart may end a session; a platform that only makes room for others may not.
                world.expect("EVICT-01", "IDLE-01", "IDLE-05").that("the tool call", exchange, isAResult());
            }
            throw new NotApplicable("the session did not survive, so there is no memory to lose");
        }
        Expectation expect = world.expect("RST-11", "EVICT-01", "IDLE-01", "IDLE-05");
        expect.that("the tool call", exchange, isAResult());
        expect.that("the session's count", counted(exchange).orElse(-1), equalTo(count), exchange);
    }

    @Then("another caller is turned away from the session")
    public void anotherCallerIsTurnedAwayFromTheSession() {
        Session session = world.session();
        world.expect("RST-11")
                .that(
                        "another caller's request",
                        world.stranger()
                                .request(
                                        new Session(
                                                Optional.of(World.idOf(session)),
                                                session.caller(),
                                                session.revision(),
                                                session.initializeResult()),
                                        Purpose.OTHER,
                                        "tools/list",
                                        "{}"),
                        answersARefusal());
    }

    /** The number that a tool's answer consists of. */
    private static Optional<Integer> counted(Exchange exchange) {
        return Reply.result(exchange)
                .map(result -> result.path("content").path(0).path("text").asString(""))
                .filter(text -> text.matches("\\d{1,9}"))
                .map(Integer::valueOf);
    }
}
