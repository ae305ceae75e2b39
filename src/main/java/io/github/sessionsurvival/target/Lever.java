package io.github.sessionsurvival.target;

import io.github.sessionsurvival.wire.Caller;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The out-of-band way to make a target's platform restart, fail and tell what it counts. A lever declares its verbs; a
 * declared verb that does not work is the target's fault (broken), an undeclared one makes a scenario not applicable.
 *
 * <p>Every method may throw {@link LeverFailure}: the lever was pulled and did not answer as the protocol says.
 */
public interface Lever extends AutoCloseable {

    /** What this lever can do. Calling the method of a verb outside this set throws {@link LeverFailure}. */
    Set<Verb> verbs();

    default boolean can(Verb verb) {
        return verbs().contains(verb);
    }

    /**
     * {@link Verb#NEW_CALLER}: a caller of its own for a scenario. The id is chosen here; asking for the same id again
     * gives the same caller, so that a later {@code sweep} can end the sessions of a killed run.
     */
    default Caller caller(String id) {
        throw LeverFailure.missing(Verb.NEW_CALLER);
    }

    /** {@link Verb#NEW_BEARER}: the same caller with a bearer that it has never used before. */
    default Caller newBearer(Caller caller) {
        throw LeverFailure.missing(Verb.NEW_BEARER);
    }

    /** {@link Verb#RESTART_IN_FLIGHT} or {@link Verb#DESTROY}: arms a plan for the caller's next requests. */
    default void arm(Caller caller, RestartPlan plan) {
        throw LeverFailure.missing(Verb.RESTART_IN_FLIGHT);
    }

    /** {@link Verb#SCRIPTED_ANSWERS}: the caller's next requests of that operation get this answer. */
    default void script(Caller caller, ScriptedAnswer answer) {
        throw LeverFailure.missing(Verb.SCRIPTED_ANSWERS);
    }

    /** {@link Verb#SCRIPTED_ANSWERS}, and for a pausing stream {@link Verb#PAUSED_ANSWERS}: whether the caller's requests are answered as JSON or as an event stream from now on. */
    default void answerAs(Caller caller, AnswerForm form) {
        throw LeverFailure.missing(Verb.SCRIPTED_ANSWERS);
    }

    /** {@link Verb#HOLD}: parks the caller's next request of that operation at that phase. */
    default Hold hold(Caller caller, Operation operation, Phase phase) {
        throw LeverFailure.missing(Verb.HOLD);
    }

    /** {@link Verb#RESTART}: the whole platform at once; returns when it answers again, within the target's own limit. */
    default void restart() {
        throw LeverFailure.missing(Verb.RESTART);
    }

    /**
     * {@link Verb#DRAIN}: the whole platform, with notice and grace; returns when it answers again.
     *
     * @return whether it went down by itself within its grace
     */
    default boolean drain() {
        throw LeverFailure.missing(Verb.DRAIN);
    }

    /** {@link Verb#KILL}: the whole platform without notice, on the same storage; returns when it answers again. */
    default void kill() {
        throw LeverFailure.missing(Verb.KILL);
    }

    /** {@link Verb#REPLACE}: another version in the platform's place; returns when it answers. Few levers can. */
    default void replace() {
        throw LeverFailure.missing(Verb.REPLACE);
    }

    /** {@link Verb#SLEEP}: the whole platform goes down until somebody asks; returns when it is down. */
    default void sleep() {
        throw LeverFailure.missing(Verb.SLEEP);
    }

    /**
     * {@link Verb#CAP}: how many of the caller's sessions keep a runtime from now on, softly.
     *
     * @param runtimes empty lifts the cap
     */
    default void cap(Caller caller, Optional<Integer> runtimes) {
        throw LeverFailure.missing(Verb.CAP);
    }

    /**
     * {@link Verb#IDLE}: how long a runtime of the caller's may go unused from now on.
     *
     * @param window empty lifts it
     */
    default void idle(Caller caller, Optional<Duration> window) {
        throw LeverFailure.missing(Verb.IDLE);
    }

    /** {@link Verb#EVICT}: disposes of every runtime of the caller's that is not busy. */
    default void evict(Caller caller) {
        throw LeverFailure.missing(Verb.EVICT);
    }

    /** {@link Verb#OUTAGE}: what the platform learns from now on where it asks whether the caller may come in. */
    default void outage(Caller caller, Outage outage) {
        throw LeverFailure.missing(Verb.OUTAGE);
    }

    /** {@link Verb#ERA}: the platform serves the caller no revision that keeps sessions any more. */
    default void keepNoSessions(Caller caller) {
        throw LeverFailure.missing(Verb.ERA);
    }

    /** {@link Verb#ERA}: the platform keeps sessions for the caller and tells no ids of theirs any more. */
    default void tellNoIds(Caller caller) {
        throw LeverFailure.missing(Verb.ERA);
    }

    /**
     * {@link Verb#SESSION_CAP}: how many sessions the caller may have open at once from now on.
     *
     * @param sessions empty lifts the cap
     */
    default void capSessions(Caller caller, Optional<Integer> sessions) {
        throw LeverFailure.missing(Verb.SESSION_CAP);
    }

    /** {@link Verb#SAY}: the platform says something on a standing stream of each of the caller's sessions that has one. */
    default void say(Caller caller) {
        throw LeverFailure.missing(Verb.SAY);
    }

    /** With {@link Verb#CAP}, {@link Verb#IDLE} or {@link Verb#EVICT}: what of the caller's was disposed of, oldest first. */
    default List<Disposal> disposals(Caller caller) {
        throw LeverFailure.missing(Verb.EVICT);
    }

    /** {@link Verb#COUNT}. */
    default Counts counts(Caller caller) {
        throw LeverFailure.missing(Verb.COUNT);
    }

    /**
     * {@link Verb#CLEAR}: lifts every fault of this caller, releases what is held and reclaims unnamed sessions.
     *
     * @return how many unnamed sessions were reclaimed
     */
    default int clear(Caller caller) {
        throw LeverFailure.missing(Verb.CLEAR);
    }

    /**
     * The same, and ends every session of this caller, named or not: for callers that were minted for a run that is dead.
     *
     * @return how many sessions were ended
     */
    default int endAll(Caller minted) {
        return clear(minted);
    }

    /** Lets go of what the lever itself holds; never ends the target. */
    @Override
    void close();

    /** A parked request: the proof that it was in flight. */
    interface Hold {
        /** Waits until a request is parked. Throws {@link LeverFailure} when none is within the time. */
        void awaitHeld(Duration within);

        /** Lets the parked request go on as if nothing had happened. */
        void goOn();

        /** Resets the session under the parked request. */
        void restart();

        /** Cuts the parked request's connection without an answer. */
        void cut();
    }
}
