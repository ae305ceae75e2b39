package io.github.sessionsurvival.steps;

import static io.github.sessionsurvival.steps.Answers.answers;
import static io.github.sessionsurvival.steps.Answers.answersASuccess;
import static org.hamcrest.Matchers.equalTo;

import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import io.github.sessionsurvival.client.Opening;
import io.github.sessionsurvival.client.Session;
import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Revision;
import io.github.sessionsurvival.wire.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Endings, dead sessions, and the sessions that the client has heard of. */
public final class ClosingSteps {

    private static final int NOT_OFFERED = 405;

    private final World world;
    private Optional<SessionId> named = Optional.empty();
    private Optional<Revision> revision = Optional.empty();
    private final List<Asking> asked = new ArrayList<>();

    public ClosingSteps(World world) {
        this.world = world;
    }

    @Given("a session that {condition}")
    public void aSessionThat(Condition condition) {
        switch (condition) {
            case UNCONFIRMED -> demandOpen(world.keep(world.client().openUnconfirmed(world.asks())));
            case ENDED -> {
                Session session = open();
                world.expect().that("the ending", world.client().end(session), answersASuccess());
                nowNaming(session);
            }
            case NEVER_ISSUED -> nowNaming(invented());
            case MADE_UP -> {
                SessionId invented = invented();
                world.send(OddRequest.opening(
                                world.asks(),
                                world.caller(),
                                world.run().target().url())
                        .naming(Optional.of(invented)));
                nowNaming(invented);
            }
            case LOST -> {
                Session session = open();
                World.idOf(session);
                world.lever().kill();
                if (Reply.result(world.client().probe(session)).isPresent()) {
                    new Survival(world).demandThatIdsAreChecked();
                    throw new NotApplicable("this platform's sessions survive a kill");
                }
                nowNaming(session);
            }
        }
    }

    @When("{naming} is named by")
    public void isNamedBy(Naming naming, List<String> requests) {
        switch (naming) {
            case THAT_SESSION -> meanTheOpenSessionUnlessAnotherWasNamed();
            case NONE -> {
                named = Optional.empty();
                revision = versionHeader(world.asks());
            }
        }
        name(requests.stream().map(Asking::inWords).toList());
    }

    /** A session that the sentences before have said something of, or else the one that is open. */
    @When("{somebody} names that session by")
    public void somebodyNamesThatSessionBy(Somebody who, List<String> requests) {
        meanTheOpenSessionUnlessAnotherWasNamed();
        name(requests.stream().map(Asking::inWords).toList(), world.somebody(who));
    }

    private void meanTheOpenSessionUnlessAnotherWasNamed() {
        if (named.isEmpty()) {
            nowNaming(world.session());
        }
    }

    /** All of them are told, not the first alone: which verbs a server gets wrong is what its maker needs. */
    @Then("every answer is {status}")
    public void everyAnswerIs(int status) {
        List<Exchange> answers = world.answers();
        List<String> wrong = new ArrayList<>();
        Optional<Exchange> first = Optional.empty();
        for (int i = 0; i < answers.size(); i++) {
            Exchange exchange = answers.get(i);
            if (!isRight(asked.get(i), exchange, status)) {
                wrong.add(exchange.outcomeInWords() + " to " + asked.get(i).words());
                first = first.or(() -> Optional.of(exchange));
            }
        }
        if (!wrong.isEmpty()) {
            throw world.expect("SESS-06", "SESS-07", "SESS-05")
                    .broken("every answer to be " + status + ", was "
                            + wrong.stream().collect(Collectors.joining(", ")) + " (exchange "
                            + first.orElseThrow().number() + ")");
        }
    }

    /** Where a server offers no streams or endings at all, 405 says nothing about the session. */
    private static boolean isRight(Asking request, Exchange exchange, int status) {
        return answers(status).matches(exchange) || exchange.status() == NOT_OFFERED && !isOffered(request);
    }

    private static boolean isOffered(Asking request) {
        return switch (request) {
            case STREAM -> CurrentRun.firstOpening().offersStream();
            case ENDING -> CurrentRun.firstOpening().look().offersEnding();
            default -> true;
        };
    }

    @When("the client ends {sessions}")
    public void theClientEnds(Sessions which) {
        world.answeredBy(which.of(world).stream().map(world.client()::end).toList());
    }

    @Then("the client has noted {int} session(s) to close")
    public void theClientHasNotedSessionsToClose(int sessions) {
        world.expect("RST-06", "SESS-16", "LIM-03")
                .that(
                        "the number of sessions noted",
                        world.run().ledger().notedBy(world.label().text()).size(),
                        equalTo(sessions),
                        world.opening().lastExchange());
    }

    @When("the client leaves")
    public void theClientLeaves() {
        world.leave();
    }

    private Session open() {
        return demandOpen(world.keep(world.client().open(world.asks())));
    }

    private Session demandOpen(Opening opening) {
        return opening.session()
                .orElseThrow(() -> world.expect()
                        .broken("the session to open, " + opening.failure().orElseThrow()));
    }

    private SessionId invented() {
        SessionId invented =
                CurrentRun.firstOpening().look().id().map(InventedId::like).orElseGet(InventedId::any);
        // A reader of the evidence could not tell it from a real one.
        world.run().redaction().hide(invented);
        return invented;
    }

    private void nowNaming(SessionId dead) {
        named = Optional.of(dead);
        revision = versionHeader(world.asks());
    }

    private void nowNaming(Session session) {
        named = session.id();
        revision = versionHeader(session.revision());
    }

    private void name(List<Asking> requests) {
        name(requests, world.caller());
    }

    private void name(List<Asking> requests, Caller by) {
        asked.clear();
        asked.addAll(requests);
        world.answeredBy(requests.stream()
                .map(request -> world.askAbout(request, named, revision, by))
                .toList());
    }

    private static Optional<Revision> versionHeader(Revision revision) {
        return Optional.of(revision).filter(Revision::carriesVersionHeader);
    }
}
