package io.github.sessionsurvival.steps;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.not;

import io.github.sessionsurvival.verdict.Evidence;
import io.github.sessionsurvival.wire.Headers;
import io.github.sessionsurvival.wire.Redaction;
import io.github.sessionsurvival.wire.Secret;
import io.github.sessionsurvival.wire.SessionId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WitnessTest {

    private final Redaction redaction = new Redaction();
    private final Witness witness = new Witness(redaction, Optional.empty(), Set.of("x-api-key"));

    @Test
    void neverTellsACredentialThatWasSent() {
        Evidence.Seen seen = witness.exchange(Exchanges.answered(200, "{}"));
        assertThat(seen.requestHeaders(), equalTo(List.of(new Evidence.Line("Authorization", "[redacted]"))));
    }

    @Test
    void neverTellsASecretThatTheServerEchoes() {
        redaction.hide(Secret.of("hush-hush-hush"));
        Evidence.Seen seen = witness.exchange(Exchanges.answered(
                200, Headers.NONE.with("X-Echo", "Bearer hush-hush-hush"), "you said hush-hush-hush"));
        assertThat(seen.toString(), not(containsString("hush-hush")));
    }

    @Test
    void hidesHeadersWhoseValuesAreSecrets() {
        Evidence.Seen seen =
                witness.exchange(Exchanges.answered(200, Headers.NONE.with("X-Api-Key", "something"), "{}"));
        assertThat(seen.headers(), equalTo(List.of(new Evidence.Line("X-Api-Key", "[redacted]"))));
    }

    @Test
    void shortensSessionIds() {
        SessionId id = new SessionId("0123456789abcdef0123456789abcdef");
        redaction.hide(id);
        Evidence.Seen seen =
                witness.exchange(Exchanges.answered(200, Headers.NONE.with("mcp-session-id", id.value()), "{}"));
        assertThat(seen.headers(), equalTo(List.of(new Evidence.Line("mcp-session-id", id.shortened()))));
    }

    @Test
    void cutsALongBodyAndTellsItsLength() {
        Evidence.Seen seen = witness.exchange(Exchanges.answered(200, "x".repeat(1_000_000)));
        assertThat(seen.body().length(), lessThan(5_000));
        assertThat(seen.bodyBytes(), equalTo(1_000_000));
    }

    @Test
    void leavesNoPartOfASecretAtTheCut() {
        redaction.hide(Secret.of("hush-hush-hush"));
        Evidence.Seen seen = witness.exchange(Exchanges.answered(200, "x".repeat(4_090) + "hush-hush-hush"));
        assertThat(seen.body(), not(containsString("hush-h")));
    }

    @Test
    void makesControlCharactersVisible() {
        Evidence.Seen seen = witness.exchange(Exchanges.answered(200, "a\u001b[31m\u202eb\r\nc"));
        assertThat(seen.body(), equalTo("a\u241b[31m\\u202eb\u240d\nc"));
    }
}
