package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.Revision;
import io.github.sessionsurvival.wire.SessionId;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * An adopted session: the handshake's fruit.
 *
 * @param id its id; empty on a server that keeps no sessions
 * @param caller its owner
 * @param revision the negotiated revision
 * @param initializeResult the whole {@code result} of initialize: capabilities, serverInfo
 */
public record Session(Optional<SessionId> id, Caller caller, Revision revision, JsonNode initializeResult) {}
