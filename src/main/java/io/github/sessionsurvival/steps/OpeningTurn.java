package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.client.McpClient;
import io.github.sessionsurvival.client.Opening;
import io.github.sessionsurvival.wire.Revision;
import java.time.Duration;

/**
 * A whole handshake, again and again; each session is ended at once, so that their number stays small. A confirmation that
 * is told that its session is gone is no failure: its client opens another.
 */
record OpeningTurn(Revision asks) implements Traffic.Turn {

    private static final int GONE = 404;

    @Override
    public Traffic.Met take(McpClient client) {
        Opening opening = client.open(asks);
        opening.session().ifPresent(client::end);
        if (opening.isOpen()) {
            return new Traffic.Met.Answered();
        }
        return opening.confirmation().filter(c -> c.status() == GONE).isPresent()
                ? new Traffic.Met.Nothing(Duration.ZERO)
                : new Traffic.Met.Failure(opening.lastExchange());
    }
}
