package io.github.sessionsurvival.target;

import io.github.sessionsurvival.wire.Caller;
import java.util.Set;

/** A target whose platform nobody can move. */
public final class NoLever implements Lever {

    @Override
    public Set<Verb> verbs() {
        return Set.of();
    }

    @Override
    public Caller caller(String id) {
        throw missing(Verb.NEW_CALLER);
    }

    @Override
    public void arm(Caller caller, RestartPlan plan) {
        throw missing(Verb.RESTART_IN_FLIGHT);
    }

    @Override
    public void script(Caller caller, ScriptedAnswer answer) {
        throw missing(Verb.SCRIPTED_ANSWERS);
    }

    @Override
    public void answerAs(Caller caller, AnswerForm form) {
        throw missing(Verb.SCRIPTED_ANSWERS);
    }

    @Override
    public Hold hold(Caller caller, Operation operation, Phase phase) {
        throw missing(Verb.HOLD);
    }

    @Override
    public void restart() {
        throw missing(Verb.RESTART);
    }

    @Override
    public void drain() {
        throw missing(Verb.DRAIN);
    }

    @Override
    public void kill() {
        throw missing(Verb.KILL);
    }

    @Override
    public Counts counts(Caller caller) {
        throw missing(Verb.COUNT);
    }

    @Override
    public int clear(Caller caller) {
        throw missing(Verb.CLEAR);
    }

    @Override
    public void close() {
        // Nothing is held.
    }

    private static LeverFailure missing(Verb verb) {
        return new LeverFailure("this target has no lever for " + verb.word());
    }
}
