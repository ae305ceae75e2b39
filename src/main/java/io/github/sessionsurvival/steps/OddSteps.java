package io.github.sessionsurvival.steps;

import static io.github.sessionsurvival.steps.IsAliveOrGone.isAliveOrGoneOrToldToWait;
import static org.hamcrest.Matchers.not;

import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Purpose;
import io.github.sessionsurvival.wire.Revision;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hamcrest.Matcher;
import tools.jackson.databind.JsonNode;

/** Requests that are odd in one part, and how a server treats them. */
public final class OddSteps {

    private final World world;

    public OddSteps(World world) {
        this.world = world;
    }

    @When("the client sends {oddity}")
    public void theClientSends(Odd odd) {
        if (odd instanceof Oddity oddity) {
            demandThatItCanBeOdd(oddity);
        }
        world.answeredBy(world.send(odd));
    }

    /** What is odd under one revision is usual, or no subject at all, under another (VER-05, VER-06, BATCH-01). */
    private void demandThatItCanBeOdd(Oddity oddity) {
        if (oddity.isOpening()) {
            return;
        }
        Revision agreed = world.session().revision();
        if (oddity.isAboutRevisions() && !agreed.carriesVersionHeader()) {
            throw new NotApplicable("revision " + agreed + " was agreed, whose requests name no revision");
        }
        if (oddity == Oddity.TWO_PINGS && !agreed.equals(Revision.R2025_03_26)) {
            throw new NotApplicable("revision " + agreed + " was agreed, which knows no lists of messages");
        }
    }

    @When("the client sends one after another")
    public void theClientSendsOneAfterAnother(List<String> oddities) {
        world.answeredBy(oddities.stream().map(Odd::inWords).map(world::send).toList());
    }

    /** All of them are told, not the first alone: which ones a server gets wrong is what its maker needs. */
    @Then("{subject} is {treatment}")
    public void isTreated(Subject subject, Treatment treatment) {
        switch (subject) {
            case UNDER_WAY -> world.answeredBy(world.endBeside());
            case CONFIRMATION ->
                world.answeredBy(world.opening()
                        .confirmation()
                        .orElseThrow(() -> new IllegalStateException("the handshake came to no confirmation")));
            case ANSWERS -> {}
        }
        Matcher<Exchange> matcher = treatment == Treatment.ALIVE_GONE_OR_TOLD_TO_WAIT
                ? isAliveOrGoneOrToldToWait(world.contract())
                : treatment.matcher();
        // A method that is not known is RPC-09's; that its refusal names the request is judged by another sentence.
        Expectation expect = world.expect(
                "RPC-09",
                "EVICT-03",
                "IDLE-03",
                "EVICT-04",
                "MOD-13",
                "INIT-04",
                "RST-12",
                "RST-10",
                "PING-02",
                "RST-19");
        List<AssertionError> wrong = new ArrayList<>();
        if (world.answers().stream().anyMatch(FirstOpening::isSilent)) {
            throw new NotApplicable(Applicability.SILENT_STREAM);
        }
        if (treatment == Treatment.REFUSED_TO_NOBODY
                && world.answers().stream().noneMatch(Treatment.REFUSED.matcher()::matches)) {
            // That it should have been refused is another requirement (SEC-01): one fault is told once.
            throw new NotApplicable("this server did not refuse it, so no refusal names a request");
        }
        for (Exchange answer : world.answers()) {
            try {
                expect.that(subject(answer), answer, matcher);
                if (treatment == Treatment.TOLD_OF_NO_ROOM) {
                    demandThatItIsNoRestartAnswer(answer, expect);
                }
            } catch (AssertionError e) {
                wrong.add(e);
            }
        }
        if (wrong.size() > 1) {
            throw new AssertionError(wrong.get(0).getMessage() + "; and " + (wrong.size() - 1) + " more of "
                    + world.answers().size());
        }
        if (!wrong.isEmpty()) {
            throw wrong.get(0);
        }
    }

    /** A client would send the opening again and again at once, where it should wait until there is room. */
    private void demandThatItIsNoRestartAnswer(Exchange answer, Expectation expect) {
        world.run()
                .target()
                .contract()
                .map(IsTheRestartAnswer::isTheRestartAnswer)
                .ifPresent(restart -> expect.that(subject(answer), answer, not(restart)));
    }

    private static String subject(Exchange answer) {
        return answer.purpose() == Purpose.OPENING
                ? "the opening request"
                : "the " + answer.purpose().inWords();
    }

    /** A client finds out by the number alone what was refused (RPC-04), as it finds out what was answered (RPC-02). */
    @Then("the answer belongs to its request")
    public void theAnswerBelongsToItsRequest() {
        Exchange exchange = world.answer();
        if (exchange.status() / 100 == 4 && Reply.messages(exchange).isEmpty()) {
            throw new NotApplicable("this server refuses by the status alone, " + exchange.status()
                    + ", without a message that could carry a number");
        }
        Optional<JsonNode> asked = Reply.request(exchange).map(request -> request.path("id"));
        boolean belongs = Reply.messages(exchange).stream()
                .filter(message -> message.has("result") || message.has("error"))
                .anyMatch(message -> asked.equals(Optional.of(message.path("id"))));
        if (!belongs) {
            throw world.expect("RPC-02", "RPC-04")
                    .broken("an answer with the number of its request, was " + Reply.inWords(exchange) + " (exchange "
                            + exchange.number() + ")");
        }
    }

    @Then("the refusal tells {direction}")
    public void theRefusalTells(Direction direction) {
        Exchange refusal = world.answer();
        Guidance guidance = Guidance.of(refusal);
        if (direction == Direction.DOCUMENT) {
            judgeTheDocument(guidance);
            return;
        }
        guidance.missing().ifPresent(missing -> {
            throw world.expect().broken(missing + " (exchange " + refusal.number() + ")");
        });
        if (!guidance.pointsToDocument()) {
            world.note("the challenge names no document about the resource; a client has to look in its usual place");
        }
    }

    /** Fetched without a credential, since who has none has to find out, and from this server alone (AUTH-04). */
    private void judgeTheDocument(Guidance guidance) {
        ResourceMetadata document = ResourceMetadata.of(world, guidance);
        document.fault().ifPresent(fault -> {
            throw world.expect().broken(fault);
        });
    }
}
