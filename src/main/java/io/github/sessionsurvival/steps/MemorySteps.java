package io.github.sessionsurvival.steps;

import static io.github.sessionsurvival.steps.IsAResult.isAResult;

import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.github.sessionsurvival.client.Session;
import io.github.sessionsurvival.target.Disposal;
import io.github.sessionsurvival.target.Verb;
import io.github.sessionsurvival.wire.SessionId;
import java.time.Duration;
import java.util.Optional;

/** Sessions that a platform drops from memory and is to read back: by a cap, by time, at will. */
public final class MemorySteps {

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);
    /** A platform may take its time to drop something; a bound, not a verdict on speed. */
    private static final int MOST_LOOKS = 100;

    private final World world;

    public MemorySteps(World world) {
        this.world = world;
    }

    @Given("the platform keeps {keeping}")
    public void thePlatformKeeps(Keeping keeping) {
        if (keeping.isOfItsOwnNature() && !world.lever().can(Verb.ERA)) {
            demandThatItIsSoByItself(keeping);
            return;
        }
        world.keeps(keeping);
    }

    private void demandThatItIsSoByItself(Keeping keeping) {
        if (keeping.isNone() && world.run().keepsSessions()) {
            throw new NotApplicable("this server also speaks revisions that have sessions");
        }
        if (!keeping.isNone() && CurrentRun.firstOpening().look().issuesIds()) {
            throw new NotApplicable("this server issues session ids");
        }
    }

    @Given("{undertaking} is/are under way")
    public void isUnderWay(Undertaking undertaking) {
        if (undertaking.isSubscription()) {
            world.listenBeside();
        } else if (undertaking.request() == Asking.STREAM) {
            for (int i = 0; i < undertaking.times(); i++) {
                world.watchBeside(world.session(undertaking.session()));
            }
        } else {
            world.askBeside(undertaking.request(), world.session(undertaking.session()));
        }
    }

    @Then("what was under way is answered")
    public void whatWasUnderWayIsAnswered() {
        world.expect("EVICT-03", "IDLE-03", "EVICT-04", "MOD-13")
                .that("the request that was under way", world.endBeside(), isAResult());
    }

    /**
     * By the platform's own record: a session that was never dropped answers too, and would prove nothing about coming
     * back.
     */
    @Then("{session} {residence}")
    public void hasResidence(WhichSession which, Residence residence) {
        Session session = world.session(which);
        Optional<Disposal> record = record(World.idOf(session), residence == Residence.DROPPED ? MOST_LOOKS : 1);
        Expectation expect = world.expect(
                "EVICT-02", "EVICT-03", "EVICT-04", "IDLE-02", "IDLE-03", "EVICT-01", "IDLE-01", "IDLE-04", "IDLE-05");
        if (residence == Residence.DROPPED) {
            Disposal disposal = record.orElseThrow(() ->
                    expect.broken("the platform to drop the session from memory; it" + " records nothing of the kind"));
            world.note("the platform dropped a session from memory (" + disposal.reason() + ") after "
                    + disposal.idle().toMillis() + " ms without a request");
        } else if (record.isPresent()) {
            demandThatItWasUsedOftenEnough();
            throw expect.broken("the session to stay in memory; the platform dropped it ("
                    + record.get().reason() + ") after " + record.get().idle().toMillis() + " ms without a request");
        }
    }

    /** On a busy machine our own requests may come later than the window: then the platform was right to drop it. */
    private void demandThatItWasUsedOftenEnough() {
        world.keeping()
                .flatMap(Keeping::window)
                .filter(window -> world.longestPause().compareTo(window) >= 0)
                .ifPresent(window -> {
                    throw new NotRun("this machine was too busy to use the session often enough: "
                            + world.longestPause().toMillis() + " ms passed between two of our own requests");
                });
    }

    private Optional<Disposal> record(SessionId id, int looks) {
        for (int i = 1; ; i++) {
            Optional<Disposal> found = world.lever().disposals(world.caller()).stream()
                    .filter(d -> d.session().equals(id))
                    .findFirst();
            if (found.isPresent() || i == looks) {
                return found;
            }
            world.await(BETWEEN_LOOKS);
        }
    }
}
