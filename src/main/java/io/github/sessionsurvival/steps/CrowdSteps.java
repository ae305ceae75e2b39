package io.github.sessionsurvival.steps;

import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import io.github.sessionsurvival.client.Opening;
import io.github.sessionsurvival.client.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Several clients at once, and sessions that end while others ask for them. */
public final class CrowdSteps {

    private static final int READERS = 2;
    private static final Duration UNDER_WAY = Duration.ofMillis(250);

    private final World world;
    private final List<Traffic> traffic = new ArrayList<>();

    public CrowdSteps(World world) {
        this.world = world;
    }

    @When("{int} clients {deed} at once")
    public void clientsAtOnce(int clients, Deed deed) {
        switch (deed) {
            case OPEN -> world.atOnce(clients, each -> each.open(world.asks())).forEach(world::keep);
            case END -> {
                Session session = world.session();
                world.answeredBy(world.atOnce(clients, each -> each.end(session)));
            }
        }
    }

    @Given("{int} open sessions that clients keep asking for")
    public void openSessionsThatClientsKeepAskingFor(int sessions) {
        for (int i = 0; i < sessions; i++) {
            Opening opening = world.keep(world.client().open(world.asks()));
            traffic.add(Traffic.on(
                    opening.session()
                            .orElseThrow(() -> world.expect()
                                    .broken("the session to open, "
                                            + opening.failure().orElseThrow())),
                    READERS,
                    world));
        }
        try {
            for (Traffic each : traffic) {
                each.awaitAnswers();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NotRun("the run was ended while this scenario was waiting");
        }
        world.await(UNDER_WAY);
    }

    @When("the client ends them all")
    public void theClientEndsThemAll() {
        world.answeredBy(world.sessions().stream().map(world.client()::end).toList());
    }

    /** What a reader saw is told as a number; of a failure also which answer it was. */
    @Then("whoever asked learns that its session is gone, and meets no failure")
    public void whoeverAskedLearnsThatItsSessionIsGone() {
        List<Traffic.Reader> readers =
                traffic.stream().flatMap(each -> each.over().stream()).toList();
        world.note("requests on their way while the sessions ended: "
                + readers.stream().mapToInt(Traffic.Reader::answered).sum() + " answered, of " + readers.size()
                + " clients");
        List<String> wrong = readers.stream()
                .map(Traffic.Reader::fault)
                .flatMap(java.util.Optional::stream)
                .toList();
        if (!wrong.isEmpty()) {
            throw world.expect("END-01")
                    .broken("each of " + readers.size() + " clients to be told that its session is gone, but "
                            + wrong.size() + " were not; one " + wrong.get(0));
        }
        if (readers.stream().anyMatch(reader -> reader.answered() == 0)) {
            throw new NotTestable("no request was answered before the sessions ended, so nothing was under way");
        }
    }
}
