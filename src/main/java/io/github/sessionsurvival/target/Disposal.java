package io.github.sessionsurvival.target;

import io.github.sessionsurvival.wire.SessionId;
import java.time.Duration;

/**
 * A runtime that the platform says it has disposed of; the session is to live on.
 *
 * @param reason as the control protocol spells it: {@code cap}, {@code idle} or {@code evict}
 * @param idle how long the runtime had not been used
 */
public record Disposal(SessionId session, String reason, Duration idle) {}
