package io.github.sessionsurvival.steps;

import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import io.github.sessionsurvival.client.Opening;
import io.github.sessionsurvival.client.Session;
import io.github.sessionsurvival.wire.RestartAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Several clients at once, and sessions that end while others ask for them. */
public final class CrowdSteps {

    private static final int READERS = 2;
    private static final int FEW = 8;
    /** Often enough to be under way whatever happens; without it clients would ask as fast as they can, which is a load test. */
    private static final Duration PAUSE = Duration.ofMillis(10);
    /** So that a multitude asks no more often, taken together, than a few do. */
    private static final Duration PAUSE_FOR_EACH_SESSION = Duration.ofMillis(5);

    private static final Duration UNDER_WAY = Duration.ofMillis(250);

    private final World world;
    private final List<Traffic> traffic = new ArrayList<>();

    public CrowdSteps(World world) {
        this.world = world;
    }

    @When("{int} clients {deed} at once")
    public void clientsAtOnce(int clients, Deed deed) {
        world.note(new Power(clients).inWords());
        switch (deed) {
            case OPEN -> world.atOnce(clients, each -> each.open(world.asks())).forEach(world::keep);
            case END -> {
                Session session = world.session();
                world.answeredBy(world.atOnce(clients, each -> each.end(session)));
            }
        }
    }

    @Given("{int} {crowd}")
    public void clientsThatKeepAtIt(int number, Crowd crowd) {
        switch (crowd) {
            case SESSIONS -> keepAskingFor(number);
            case OPENINGS ->
                traffic.add(Traffic.of(
                        number,
                        world,
                        PAUSE,
                        new OpeningTurn(world.asks(), world.run().target().contract())));
        }
        try {
            Traffic.awaitAnswers(traffic);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NotRun("the run was ended while this scenario was waiting");
        }
        world.await(UNDER_WAY);
    }

    /** Fewer and slower clients where there are many sessions: what is looked for is a loss, not a load. */
    private void keepAskingFor(int sessions) {
        boolean few = sessions <= FEW;
        for (int i = 0; i < sessions; i++) {
            Opening opening = world.keep(world.client().open(world.asks()));
            Session session = opening.session()
                    .orElseThrow(() -> world.expect()
                            .broken("the session to open, " + opening.failure().orElseThrow()));
            traffic.add(Traffic.of(
                    few ? READERS : 1,
                    world,
                    few ? PAUSE : PAUSE_FOR_EACH_SESSION.multipliedBy(sessions),
                    new SessionTurn(session, mayBeToldToWait())));
        }
    }

    /** An ended session is gone: whoever is told to come back for it is told wrong (END-01). */
    private Optional<RestartAnswer> mayBeToldToWait() {
        return world.label().has("@END-01")
                ? Optional.empty()
                : world.run().target().contract();
    }

    @Then("whoever asked {experience}")
    public void whoeverAsked(Experience experience) {
        if (experience != Experience.LEARNS_THAT_IT_IS_GONE) {
            traffic.forEach(Traffic::enough);
        }
        Traffic.awaitEnd(traffic);
        List<Traffic.Reader> readers =
                traffic.stream().flatMap(each -> each.met().stream()).toList();
        world.note(new Power(readers.size()).inWords());
        switch (experience) {
            case LEARNS_THAT_IT_IS_GONE -> judgeEndings(readers);
            case MEETS_NO_FAILURE -> judgeFailures(readers, "to meet no failure");
            case GOES_ON -> judgeLosses(readers);
        }
        if (readers.stream().anyMatch(reader -> reader.answered() == 0)) {
            throw new NotTestable("no request was answered before it happened, so nothing was under way");
        }
    }

    private void judgeEndings(List<Traffic.Reader> readers) {
        world.note("requests on their way while the sessions ended: " + answered(readers) + " answered, of "
                + readers.size() + " clients");
        judgeFailures(readers, "to be told that its session is gone");
    }

    /** What a reader saw is told as a number; of a failure also which answer it was. */
    private void judgeFailures(List<Traffic.Reader> readers, String expected) {
        List<String> wrong = readers.stream()
                .map(Traffic.Reader::fault)
                .flatMap(Optional::stream)
                .toList();
        if (!wrong.isEmpty()) {
            throw world.expect("END-01", "TOPO-02", "TOPO-03", "TOPO-13")
                    .broken("each of " + readers.size() + " clients " + expected + ", but not so for " + wrong.size()
                            + "; one " + wrong.get(0));
        }
        tellLosses(readers);
    }

    private void judgeLosses(List<Traffic.Reader> readers) {
        judgeFailures(readers, "to go on in its session");
        if (readers.stream().anyMatch(Traffic.Reader::gone)) {
            throw world.expect("TOPO-01").broken("all sessions to go on, " + losses());
        }
        new Survival(world).demandThatIdsAreChecked();
    }

    private void tellLosses(List<Traffic.Reader> readers) {
        world.befallen().ifPresent(event -> {
            if (world.sessions().isEmpty()) {
                world.note(event.word() + ": " + answered(readers) + " sessions were opened meanwhile");
            } else {
                world.note(event.word() + ": " + losses() + "; " + answered(readers) + " requests were answered");
            }
        });
    }

    /** "0 of 200 sessions were lost": the sentence that an operator wants to hear. */
    private String losses() {
        long lost = traffic.stream()
                .filter(each -> each.met().stream().anyMatch(Traffic.Reader::gone))
                .count();
        return lost + " of " + world.sessions().size() + " sessions were lost";
    }

    private static int answered(List<Traffic.Reader> readers) {
        return readers.stream().mapToInt(Traffic.Reader::answered).sum();
    }
}
