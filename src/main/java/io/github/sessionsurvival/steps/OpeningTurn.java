package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.client.McpClient;
import io.github.sessionsurvival.client.Opening;
import io.github.sessionsurvival.wire.Revision;

/** A whole handshake, again and again; each session is ended at once, so that their number stays small. */
record OpeningTurn(Revision asks) implements Traffic.Turn {

    @Override
    public Traffic.Met take(McpClient client) {
        Opening opening = client.open(asks);
        opening.session().ifPresent(client::end);
        return opening.isOpen() ? new Traffic.Met.Answered() : new Traffic.Met.Failure(opening.lastExchange());
    }
}
