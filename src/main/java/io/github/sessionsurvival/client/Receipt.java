package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.SessionId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What clean-up did about one noted session.
 *
 * @param id the session
 * @param scenario the label of the scenario that noted it
 * @param notedAtExchange the number of the exchange whose headers named it
 * @param notedAt when, on the run's clock
 * @param outcome how it ended
 * @param detail one line for people
 * @param exchanges the endings and the check, in order
 */
public record Receipt(
        SessionId id,
        String scenario,
        int notedAtExchange,
        Duration notedAt,
        Outcome outcome,
        String detail,
        List<Exchange> exchanges) {

    /** How a noted session ended. */
    public enum Outcome {
        /** The ending was accepted, or the server said it knew no such session; a check found it dead. */
        ENDED,
        /** The scenario itself had ended it; a check found it dead. */
        ENDED_BY_SCENARIO,
        /** The server offers no ending (405): it stays until the server lets it expire. */
        LEFT_TO_EXPIRE,
        /** It still answered after its ending, or could not be reached: a finding of its own. */
        LEFT_BEHIND
    }

    public Receipt {
        exchanges = List.copyOf(exchanges);
    }

    /** The last status an ending was answered with, where one was. */
    public Optional<Integer> endedStatus() {
        return exchanges.stream()
                .filter(e -> e.request().method().equals("DELETE") && e.answer().isPresent())
                .reduce((a, b) -> b)
                .map(Exchange::status);
    }
}
