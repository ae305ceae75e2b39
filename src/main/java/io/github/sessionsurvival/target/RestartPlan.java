package io.github.sessionsurvival.target;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * An order to reset a session while an operation of one caller is in flight.
 *
 * @param operation what is struck
 * @param phase how far it had come
 * @param times how many requests in a row are struck
 * @param retryAfter the {@code Retry-After} values of the answers, one per strike, the last repeated; a value is sent
 *     as it stands, {@code {date+N:imf}}, {@code {date+N:rfc850}} and {@code {date+N:asctime}} are replaced by the
 *     moment N seconds ahead in that form; an empty Optional sends no header; an empty list means the contract's delay
 * @param effect restart: the session survives in storage; destroy: it is gone for good
 */
public record RestartPlan(
        Operation operation, Phase phase, int times, List<Optional<String>> retryAfter, Effect effect) {

    /** What becomes of the session. */
    public enum Effect {
        RESTART,
        DESTROY,
        /** The session's start is blocked until the platform loses patience with it and resets it. */
        START_UP_TIMEOUT
    }

    public RestartPlan {
        Objects.requireNonNull(operation, "operation");
        Objects.requireNonNull(phase, "phase");
        Objects.requireNonNull(effect, "effect");
        retryAfter = List.copyOf(retryAfter);
    }

    /** The platform restarts {@code times} times before the operation did anything, and answers as its contract says. */
    public static RestartPlan restarts(Operation operation, int times) {
        return new RestartPlan(operation, Phase.BEFORE_MINT, times, List.of(), Effect.RESTART);
    }

    public RestartPlan at(Phase other) {
        return new RestartPlan(operation, other, times, retryAfter, effect);
    }

    public RestartPlan with(Effect other) {
        return new RestartPlan(operation, phase, times, retryAfter, other);
    }

    /** The same plan, advertising these delays in turn. */
    public RestartPlan advertising(List<Optional<String>> values) {
        return new RestartPlan(operation, phase, times, values, effect);
    }
}
