package io.github.sessionsurvival.target;

import io.github.sessionsurvival.wire.Secret;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** When a JSON Web Token expires by its own word (RFC 7519 section 4.1.4); most other tokens do not tell. */
final class TokenExpiry {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final long LAST = 253_402_300_799L;

    private TokenExpiry() {}

    static Optional<Instant> of(Secret token) {
        String[] parts = token.reveal().split("\\.");
        if (parts.length != 3) {
            return Optional.empty();
        }
        try {
            JsonNode expires =
                    JSON.readTree(Base64.getUrlDecoder().decode(parts[1])).path("exp");
            return expires.isNumber() && expires.asDouble() > 0 && expires.asDouble() < LAST
                    ? Optional.of(Instant.ofEpochSecond((long) expires.asDouble()))
                    : Optional.empty();
        } catch (IllegalArgumentException | JacksonException e) {
            return Optional.empty();
        }
    }
}
