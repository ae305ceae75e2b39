package io.github.sessionsurvival.platform;

import io.github.sessionsurvival.wire.Secret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Who sends a request: the owner of its bearer. The two configured bearers, and one for every id ever asked for, derived
 * from that id and the storage's secret: nothing is remembered, so it is the same after every restart.
 */
final class Callers {

    static final String MAIN = "main";
    static final String OTHER = "other";

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]{1,80}");
    private static final String PREFIX = "caller~";

    private final Optional<Secret> main;
    private final Optional<Secret> other;
    private final SecretKeySpec key;
    private final Defects defects;

    Callers(Optional<Secret> main, Optional<Secret> other, byte[] secret, Defects defects) {
        this.defects = defects;
        this.main = main;
        this.other = other;
        this.key = new SecretKeySpec(secret, "HmacSHA256");
    }

    static boolean isValid(String id) {
        return ID.matcher(id).matches();
    }

    /** Whether nobody needs a bearer: then everyone is {@link #MAIN}. */
    boolean isOpen() {
        return main.isEmpty();
    }

    /** The bearer of that caller; the configured one where there is one. */
    Secret bearer(String id) {
        if (id.equals(MAIN) && main.isPresent()) {
            return main.get();
        }
        if (id.equals(OTHER) && other.isPresent()) {
            return other.get();
        }
        return Secret.of(PREFIX + id + "~" + signature(id));
    }

    /** One bearer more of that caller, never given before; like the first it is as good as long as the storage is. */
    Secret another(String id) {
        String more = id + "~" + UUID.randomUUID();
        return Secret.of(PREFIX + more + "~" + signature(more));
    }

    /**
     * The caller of a request.
     *
     * @param challenge where to find out more, for the 401 (AUTH-03)
     */
    String of(Lines lines, String challenge) throws Refusal {
        if (isOpen()) {
            return MAIN;
        }
        List<String> given = lines.all("Authorization");
        if (given.isEmpty() && defects.has(Defect.NO_BEARER_SERVED)) {
            return OTHER;
        }
        if (given.isEmpty()) {
            throw unauthorized("Bearer " + challenge);
        }
        String bearer = given.size() == 1 && given.get(0).regionMatches(true, 0, "Bearer ", 0, 7)
                ? given.get(0).substring(7).strip()
                : "";
        return owner(bearer)
                .or(() -> defects.has(Defect.WRONG_BEARER_SERVED) ? Optional.of(OTHER) : Optional.empty())
                .orElseThrow(() -> unauthorized("Bearer error=\"invalid_token\", "
                        + "error_description=\"The bearer token is invalid\", " + challenge));
    }

    private static Refusal unauthorized(String authenticate) {
        return Refusal.of(401, -32001, "Unauthorized").with("www-authenticate", authenticate);
    }

    private Optional<String> owner(String bearer) {
        if (main.isPresent() && same(main.get().reveal(), bearer)) {
            return Optional.of(MAIN);
        }
        if (other.isPresent() && same(other.get().reveal(), bearer)) {
            return Optional.of(OTHER);
        }
        int cut = bearer.lastIndexOf('~');
        if (!bearer.startsWith(PREFIX) || cut < PREFIX.length()) {
            return Optional.empty();
        }
        String signed = bearer.substring(PREFIX.length(), cut);
        String id = defects.has(Defect.SESSIONS_BOUND_TO_A_BEARER) ? signed.replace('~', '.') : signed.split("~", 2)[0];
        return isValid(id) && same(signature(signed), bearer.substring(cut + 1)) ? Optional.of(id) : Optional.empty();
    }

    /** In a time that does not tell how much of it is right. */
    static boolean same(String expected, String given) {
        return MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
    }

    /** What only this storage's secret can make of a text. */
    String signature(String id) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(mac.doFinal(id.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }
}
