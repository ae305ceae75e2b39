package io.github.sessionsurvival.steps;

import io.cucumber.java.en.Given;
import io.github.sessionsurvival.target.Verb;

/** Sessions that a platform drops from memory and is to read back: by a cap, by time, at will. */
public final class MemorySteps {

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
        switch (undertaking.kind()) {
            case SUBSCRIPTION -> world.listenBeside();
            case OPENINGS -> world.openBeside();
            case STREAM -> {
                for (int i = 0; i < undertaking.times(); i++) {
                    world.watchBeside(world.session(undertaking.session()));
                }
            }
            case REQUEST -> world.askBeside(undertaking.request(), world.session(undertaking.session()));
        }
    }
}
