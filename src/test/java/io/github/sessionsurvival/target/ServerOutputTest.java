package io.github.sessionsurvival.target;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import io.github.sessionsurvival.wire.Redaction;
import io.github.sessionsurvival.wire.Secret;
import io.github.sessionsurvival.wire.SessionId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerOutputTest {

    @TempDir
    Path folder;

    private final Redaction redaction = new Redaction();
    private final ServerOutput output = new ServerOutput(redaction);

    /** A server prints a session id before its client has seen it. */
    @Test
    void hidesWhatIsKnownOnlyAfterItWasWritten() throws IOException {
        output.add("opened 0123456789abcdef");
        redaction.hide(new SessionId("0123456789abcdef"));

        assertThat(written(), is(List.of("opened 01234567…(16)")));
    }

    @Test
    void aLineThatIsCutWithinASecretKeepsNoHalfOfIt() throws IOException {
        redaction.hide(Secret.of("the-whole-secret"));
        for (int before = 1_984; before <= 2_000; before++) {
            output.add("x".repeat(before) + "the-whole-secret and more");
        }

        for (String line : written()) {
            assertThat(line, allOf(not(containsString("the-wh")), endsWith("…")));
        }
    }

    private List<String> written() throws IOException {
        Path file = folder.resolve("server.log");
        output.writeTo(file);
        return Files.readAllLines(file);
    }
}
