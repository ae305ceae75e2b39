package io.github.sessionsurvival.platform;

import io.github.sessionsurvival.wire.SessionId;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** The way of an errand through its phases, and what strikes it there: faults of its caller, restarts of the platform. */
final class Passage {

    /** Longer than clients wait. */
    private static final Duration FOR_LONG = Duration.ofSeconds(20);

    private final Flight flight;
    private final Errand errand;
    private final Gate gate;
    private final Optional<Faults.Strike> strike;
    private Optional<SessionId> minted = Optional.empty();

    private Passage(Flight flight, Errand errand, Gate gate, Optional<Faults.Strike> strike) {
        this.flight = flight;
        this.errand = errand;
        this.gate = gate;
        this.strike = strike;
    }

    static void run(Flight flight, Errand errand, Gate gate, Faults faults) throws IOException, Refusal {
        flight.asks(errand.operation());
        Passage passage = new Passage(flight, errand, gate, faults.next(flight.caller(), errand.operation()));
        try {
            passage.run();
        } catch (Gone ended) {
            Ruling ruling = flight.ruling();
            passage.meet(ruling instanceof Ruling.GoOn ? Ruling.RESTART : ruling);
        }
    }

    private void run() throws IOException, Refusal, Gone {
        if (strike.isPresent() && strike.get().fault() instanceof Fault.Script script) {
            if (script.namesSession()) {
                minted = Optional.of(
                        flight.incarnation().within(store -> store.mint(flight.caller(), errand.revision())));
            }
            if (ScriptedAnswer.isEndless(script.shape())) {
                gate.becomesEndless(flight, true);
            }
            ScriptedAnswer.give(flight, errand, script, minted);
            return;
        }
        if (isStruckAt(Phase.BEFORE_MINT)) {
            return;
        }
        Errand.Outcome outcome = flight.incarnation().<Errand.Outcome, Refusal>within(store -> {
            Errand.Outcome done = errand.work().perform(store);
            minted = done.minted();
            return done;
        });
        // An ended session ends its open streams; only then, so that they see it dead.
        if (errand.operation() == Operation.ENDING) {
            errand.session().ifPresent(flight.incarnation()::drop);
        }
        if (isStruckAt(Phase.AFTER_MINT)) {
            return;
        }
        outcome.tail().begin();
        try {
            tell(outcome);
        } finally {
            outcome.tail().end();
        }
    }

    private void tell(Errand.Outcome outcome) throws IOException, Gone {
        Answer answer = Sender.own(flight, outcome.answer());
        boolean goesOn = outcome.tail() != Errand.Tail.NONE;
        long length = strikesAt(Phase.AFTER_HEADERS) ? lengthToBreakOff(answer, goesOn) : Sender.length(answer);
        if (goesOn) {
            gate.becomesEndless(flight, false);
        }
        boolean keepsBusy = goesOn && flight.defects().has(Defect.STREAMS_KEEP_RUNTIMES);
        if (!strikesAt(Phase.AFTER_HEADERS) && !keepsBusy) {
            // The work is done: busy until this thread comes back, the runtime would look busy to a client that has
            // its answer.
            flight.rest();
        }
        Sender.headers(flight, answer, minted, length);
        if (strikesAt(Phase.AFTER_HEADERS)) {
            Ruling ruling = ruling();
            if (!(ruling instanceof Ruling.GoOn)) {
                breakOff(ruling);
                return;
            }
        }
        if (!keepsBusy) {
            flight.rest();
        }
        Sender.body(flight.exchange(), answer);
        if (goesOn) {
            // An open stream only listens: it does not keep the session's runtime.
            outcome.tail().write(flight, flight.exchange().getResponseBody());
        }
    }

    private boolean strikesAt(Phase phase) {
        return strike.map(Faults.Strike::fault)
                .filter(f -> f instanceof Fault.Plan plan && plan.phase() == phase
                        || f instanceof Hold hold && hold.phase() == phase)
                .isPresent();
    }

    /** Before the headers: whether the request was struck here, and so has had its answer. */
    private boolean isStruckAt(Phase phase) throws IOException {
        Ruling ruling = strikesAt(phase) ? ruling() : flight.ruling();
        if (ruling instanceof Ruling.GoOn) {
            return false;
        }
        meet(ruling);
        return true;
    }

    private Ruling ruling() {
        Faults.Strike met = strike.orElseThrow();
        Ruling platforms = flight.ruling();
        if (!(platforms instanceof Ruling.GoOn)) {
            return platforms;
        }
        if (met.fault() instanceof Hold hold) {
            return hold.park(flight);
        }
        return ((Fault.Plan) met.fault()).ruling(met.number());
    }

    private long lengthToBreakOff(Answer answer, boolean goesOn) {
        return flight.defects().has(Defect.BROKEN_ANSWER_ENDS_IN_GOOD_ORDER)
                ? Sender.CHUNKS
                : Sender.breakableLength(answer, goesOn);
    }

    /** Before the headers: tells the client, or cuts. */
    private void meet(Ruling ruling) throws IOException {
        Defects defects = flight.defects();
        if (defects.has(Defect.RESTART_SWALLOWS_PINGS) && new Asked(flight).is("ping")) {
            gate.becomesEndless(flight, true);
            flight.pause(FOR_LONG);
            flight.exchange().close();
            return;
        }
        if (defects.has(Defect.RESTART_UNDOES_ENDINGS) && errand.operation() == Operation.ENDING) {
            errand.session().ifPresent(this::makeImmortal);
            Sender.send(flight, RestartNotice.answer(Optional.of(RestartNotice.RETRY_AFTER)));
            return;
        }
        if (ruling instanceof Ruling.Restart restart) {
            // Nobody will ever name it: it must not linger and count against a limit (RST-09).
            if (!defects.has(Defect.RESTART_LEAVES_SESSIONS)) {
                minted.ifPresent(this::destroy);
            }
            errand.session().ifPresent(flight.incarnation()::drop);
            Sender.send(
                    flight,
                    errand.revision().isStateful()
                            ? RestartNotice.answer(restart.retryAfter())
                            : RestartNotice.toLoneRequest(errand.requestId(), restart.retryAfter()));
        } else if (ruling instanceof Ruling.Destroy) {
            if (!defects.has(Defect.DESTROYED_SESSION_LIVES_ON)) {
                minted.or(errand::session).ifPresent(this::destroy);
            }
            Sender.send(
                    flight,
                    defects.has(Defect.DESTROYED_SESSION_TOLD_TO_WAIT)
                            ? RestartNotice.answer(Optional.of(RestartNotice.RETRY_AFTER))
                            : Live.dead().answer());
        } else {
            flight.exchange().close();
        }
    }

    /** After the headers: the connection is cut in the middle of the answer, and the session fares as ruled. */
    private void breakOff(Ruling ruling) {
        Optional<SessionId> session = minted.or(errand::session);
        if (ruling instanceof Ruling.Destroy) {
            session.ifPresent(this::destroy);
        } else if (ruling instanceof Ruling.Restart) {
            session.ifPresent(flight.incarnation()::drop);
        }
        flight.exchange().close();
    }

    private void makeImmortal(SessionId id) {
        try {
            flight.incarnation().within(store -> {
                store.revive(id);
                flight.incarnation().runtime(id).ifPresent(SessionRuntime::becomesImmortal);
                return id;
            });
        } catch (Gone restarting) {
            // Then nothing is undone.
        }
    }

    /** In whatever life the platform has now: this request's own may have ended. */
    private void destroy(SessionId id) {
        for (int tries = 0; tries < 3; tries++) {
            try {
                Incarnation present = gate.present();
                present.within(store -> present.destroy(id));
                return;
            } catch (Gone endedMeanwhile) {
                continue;
            }
        }
    }
}
