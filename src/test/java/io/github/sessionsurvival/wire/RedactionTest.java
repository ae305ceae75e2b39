package io.github.sessionsurvival.wire;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.sameInstance;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {

    private final Redaction redaction = new Redaction();

    @Test
    void hidesASecretWhereverItStands() {
        redaction.hide(Secret.of("tok-1234"));
        assertThat(
                redaction.apply("Authorization: Bearer tok-1234\nxtok-1234x"),
                is("Authorization: Bearer [redacted]\nx[redacted]x"));
    }

    @Test
    void hidesTheLongestFirst() {
        redaction.hide(Secret.of("secret"));
        redaction.hide(Secret.of("secret-and-more"));
        assertThat(redaction.apply("secret-and-more, secret"), is("[redacted], [redacted]"));
    }

    @Test
    void neverSearchesItsOwnWords() {
        redaction.hide(Secret.of("a-long-secret"));
        redaction.hide(Secret.of("redacted"));
        assertThat(redaction.apply("a-long-secret"), is("[redacted]"));
    }

    @Test
    void shortensSessionIds() {
        redaction.hide(new SessionId("0123456789abcdef"));
        assertThat(redaction.apply("id 0123456789abcdef."), is("id 01234567…(16)."));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\"b\\c/d+e=f", "tök/en==&<x>", "key with spaces/+*~", "p%q:r@s;t,u!v"})
    void hidesASecretThatAServerEchoesEscapedOrEncoded(String value) {
        redaction.hide(Secret.of(value));
        String json = JsonRpc.quoted(value);
        String form = URLEncoder.encode(value, StandardCharsets.UTF_8);
        for (String echo : new String[] {
            value,
            json,
            json.replace("/", "\\/"),
            json.replace("ö", "\\u00f6"),
            json.replace("<", "\\u003c")
                    .replace(">", "\\u003e")
                    .replace("&", "\\u0026")
                    .replace("=", "\\u003d")
                    .replace("'", "\\u0027")
                    .replace("+", "\\u002b")
                    .replace("ö", "\\u00f6"),
            form,
            form.replace("+", "%20"),
            lowerCaseHex(form),
            lowerCaseHex(form.replace("+", "%20"))
        }) {
            assertThat(redaction.apply("x " + echo + " y").replace("\"", ""), is("x [redacted] y"));
        }
    }

    /** As a message quotes an answer whose text quotes JSON. */
    @Test
    void hidesASecretWithinAStringWithinAString() {
        redaction.hide(Secret.of("a\"b\\c/d"));
        String echo = "a\"b\\c/d";
        for (int depth = 1; depth <= 3; depth++) {
            echo = echo.replace("\\", "\\\\").replace("\"", "\\\"");
            assertThat(redaction.apply("x " + echo + " y"), is("x [redacted] y"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a&lt;b&gt;c&amp;d\"e'f+g/h=i",
                "a&lt;b&gt;c&amp;d&quot;e'f+g/h=i",
                "a&lt;b&gt;c&amp;d&quot;e&#39;f+g/h=i",
                "a&lt;b&gt;c&amp;d&#34;e&#39;f&#43;g/h=i",
                "a&lt;b&gt;c&amp;d&#34;e&#39;f+g&#x2F;h&#x3D;i"
            })
    void hidesASecretThatAnErrorPageShows(String echo) {
        redaction.hide(Secret.of("a<b>c&d\"e'f+g/h=i"));
        assertThat(redaction.apply("<p>" + echo + "</p>"), is("<p>[redacted]</p>"));
    }

    @Test
    void aTextThatWasCutOffKeepsNoBeginningOfASecret() {
        redaction.hide(Secret.of("a-long-secret-value"));
        String text = "it was a-long-secret-value";
        assertThat(redaction.applyToCut(text), is("it was [redacted]"));
        for (int length = "it was a-lo".length(); length < text.length(); length++) {
            assertThat(redaction.applyToCut(text.substring(0, length)), is("it was [redacted]"));
        }
        assertThat(redaction.applyToCut("nothing of the kind"), is("nothing of the kind"));
    }

    @Test
    void aVeryShortIdIsHiddenBehindItsHeaderOnly() {
        redaction.hide(new SessionId("1"));
        String text = "attempt 1 of 11: Mcp-Session-Id: 1, {\"mcp-session-id\":\"1\"}, HTTP/1.1";
        assertThat(
                redaction.apply(text),
                is("attempt 1 of 11: Mcp-Session-Id: …(1), {\"mcp-session-id\":\"…(1)\"}, HTTP/1.1"));
    }

    @Test
    void aVeryShortSecretIsHiddenWhereItStandsAlone() {
        redaction.hide(Secret.of("ab"));
        assertThat(redaction.apply("X-Key: ab, table, ab"), is("X-Key: [redacted], table, [redacted]"));
    }

    @Test
    void aTextWithoutSecretsStaysAsItIs() {
        redaction.hide(Secret.of("tok-1234"));
        String text = "nothing to hide";
        assertThat(redaction.apply(text), is(sameInstance(text)));
        assertThat(new Redaction().apply(""), is(""));
    }

    @Test
    void aCutNeverLeavesHalfASecret() {
        String token = "eyJhbGciOi.JIUzI1NiJ9-abc_def~ghi+jkl/mno==";
        redaction.hide(Secret.of(token));
        for (int length = 1; length < 80; length++) {
            String shown = redaction.apply(Excerpt.of("the token is " + token + " and more of it", length));
            assertThat(shown, not(containsString("eyJ")));
        }
    }

    @Test
    void manyHiddenIdsStayCheap() {
        for (int i = 0; i < 2000; i++) {
            redaction.hide(new SessionId("session-number-" + i + "-of-many"));
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 2000; i++) {
            text.append("session-number-").append(i).append("-of-many ");
        }
        assertThat(redaction.apply(text.toString()), not(containsString("number")));
    }

    private static String lowerCaseHex(String encoded) {
        return Pattern.compile("%[0-9A-F]{2}")
                .matcher(encoded)
                .replaceAll(hex -> hex.group().toLowerCase(Locale.ROOT));
    }
}
