package io.github.sessionsurvival.steps;

import static io.github.sessionsurvival.steps.IsAliveOrGone.isAliveOrGone;
import static io.github.sessionsurvival.steps.IsTheRestartAnswer.isTheRestartAnswer;

import io.github.sessionsurvival.client.RetryPolicy;
import io.github.sessionsurvival.client.Session;
import io.github.sessionsurvival.target.Promises;
import io.github.sessionsurvival.verdict.Evidence;
import io.github.sessionsurvival.wire.Exchange;
import java.time.Duration;

/**
 * Whether a scenario's session outlived what befell its platform. MCP allows both; what the target file promises does not.
 * An answer to an old id proves survival only where the server looks at ids (real servers are known that never do).
 */
final class Survival {

    private static final Duration BETWEEN_ASKING = Duration.ofMillis(500);
    private static final int SERVER_ERRORS = 500;

    private final World world;

    Survival(World world) {
        this.world = world;
    }

    /** As before, or gone with 404. */
    void holdAgainstMcp() {
        Session session = world.session();
        Exchange exchange = world.client().probe(session);
        world.expect("RST-10", "RST-11", "PING-02", "SESS-21", "TOPO-08")
                .that("the session", exchange, isAliveOrGone());
        boolean survived = Reply.result(exchange).isPresent();
        if (survived && session.id().isEmpty()) {
            world.note("this server issues no session ids, so there was no session to survive");
            return;
        }
        if (survived) {
            demandThatIdsAreChecked();
        }
        world.befallen().ifPresent(event -> tell(event, survived));
    }

    /** The living session, within the time that is promised. */
    void holdAgainstThePromise() {
        World.Befallen event = world.befallen()
                .orElseThrow(() -> new IllegalStateException("nothing befell the platform in this scenario"));
        Promises promises = world.run().target().promises();
        Duration within = promises.within().orElse(world.run().target().limits().coldStartWithin());
        Session session = world.session();
        World.idOf(session);
        Exchange exchange = world.client().probe(session);
        while (mayComeBack(exchange) && sofar(event).compareTo(within) < 0) {
            world.await(pauseAfter(exchange, within.minus(sofar(event))));
            exchange = world.client().probe(session);
        }
        Duration took = sofar(event);
        boolean survived = Reply.result(exchange).isPresent();
        if (survived) {
            demandThatIdsAreChecked();
        }
        tell(event, survived);
        String cited = " (exchange " + exchange.number() + ")";
        if (!survived) {
            throw world.expect("RST-17")
                    .broken("the session to outlive the event \"" + event.word()
                            + "\", as the target file promises, was " + Reply.inWords(exchange) + cited);
        }
        if (took.compareTo(within) > 0) {
            throw world.expect("RST-17")
                    .broken("the session to answer within " + Seconds.inWords(within) + " of the event \""
                            + event.word() + "\", as the target file promises, answered after " + Seconds.inWords(took)
                            + cited);
        }
        world.note("the session answered " + Seconds.inWords(took) + " after the event");
    }

    /**
     * Demanded before anything that was answered may count as alive.
     *
     * @throws NotTestable where an invented or an ended id is answered like a living one
     */
    void demandThatIdsAreChecked() {
        CurrentRun.firstOpening().look().idsUnproven().ifPresent(why -> {
            throw new NotTestable(why);
        });
    }

    private void tell(World.Befallen event, boolean survived) {
        boolean promised =
                event.promise().filter(world.run().target().promises()::survive).isPresent();
        world.survival(new Evidence.Survival(event.word(), survived, promised));
        world.note(
                survived
                        ? "survived: the session answered as before (" + event.word() + ")"
                        : (promised ? "promised, not survived" : Evidence.Survival.ALLOWED) + " (" + event.word()
                                + "): a client has to open another session");
    }

    private Duration sofar(World.Befallen event) {
        return world.run().clock().now().minus(event.since());
    }

    /** No answer, a failure of the server, or the advice to wait: not the last word on the session. */
    private boolean mayComeBack(Exchange exchange) {
        return exchange.answer().isEmpty()
                || exchange.status() >= SERVER_ERRORS
                || world.run()
                        .target()
                        .contract()
                        .filter(contract -> isTheRestartAnswer(contract).matches(exchange))
                        .isPresent();
    }

    private static Duration pauseAfter(Exchange exchange, Duration left) {
        Duration pause = RetryPolicy.advertised(exchange)
                .delay()
                .filter(delay -> delay.compareTo(BETWEEN_ASKING) > 0)
                .orElse(BETWEEN_ASKING);
        return pause.compareTo(left) > 0 ? left : pause;
    }
}
