package io.github.sessionsurvival.platform;

import io.github.sessionsurvival.wire.Headers;
import java.util.List;
import java.util.Optional;

/** An order to treat coming requests unlike the others. */
sealed interface Fault permits Fault.Plan, Fault.Script, Hold {

    /** Which requests it strikes. */
    Operation operation();

    /** How many requests it strikes. */
    default int times() {
        return 1;
    }

    /**
     * Resets the session under the request.
     *
     * @param destroys whether the session is gone for good
     * @param retryAfter the values of the answers in turn, the last repeated; an empty list means the contract's own
     */
    record Plan(Operation operation, Phase phase, int times, List<Optional<String>> retryAfter, boolean destroys)
            implements Fault {
        public Plan {
            retryAfter = List.copyOf(retryAfter);
        }

        Ruling ruling(int strike) {
            if (destroys) {
                return Ruling.DESTROY;
            }
            return retryAfter.isEmpty()
                    ? Ruling.RESTART
                    : new Ruling.Restart(retryAfter.get(Math.min(strike, retryAfter.size() - 1)));
        }
    }

    /**
     * Answers in the platform's place.
     *
     * @param namesSession whether a real session is created and its id sent
     */
    record Script(
            Operation operation, int times, int status, Headers headers, String body, Shape shape, boolean namesSession)
            implements Fault {}
}
