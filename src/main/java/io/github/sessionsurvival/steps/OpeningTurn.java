package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.client.McpClient;
import io.github.sessionsurvival.client.Opening;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.RestartAnswer;
import io.github.sessionsurvival.wire.Revision;
import java.time.Duration;
import java.util.Optional;

/**
 * A whole handshake, again and again; each session is ended at once, so that their number stays small. A confirmation that
 * is told to wait, or that its session is gone, is no failure of the opening: its client opens another.
 *
 * @param toldToWait the answer that tells so; empty where no contract provides for it
 */
record OpeningTurn(Revision asks, Optional<RestartAnswer> toldToWait) implements Traffic.Turn {

    private static final int GONE = 404;

    @Override
    public Traffic.Met take(McpClient client) {
        Opening opening = client.open(asks);
        opening.session().ifPresent(client::end);
        if (opening.isOpen()) {
            return new Traffic.Met.Answered();
        }
        return opening.confirmation().filter(this::leavesItOpen).isPresent()
                ? new Traffic.Met.Nothing(Duration.ZERO)
                : new Traffic.Met.Failure(opening.lastExchange());
    }

    private boolean leavesItOpen(Exchange confirmation) {
        return confirmation.status() == GONE
                || toldToWait
                        .map(IsTheRestartAnswer::isTheRestartAnswer)
                        .filter(answer -> answer.matches(confirmation))
                        .isPresent();
    }
}
