package io.github.sessionsurvival.steps;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import io.github.sessionsurvival.client.Endpoint;
import io.github.sessionsurvival.client.JournalFolder;
import io.github.sessionsurvival.client.JournalHeader;
import io.github.sessionsurvival.client.JournalledLedger;
import io.github.sessionsurvival.client.Pace;
import io.github.sessionsurvival.client.Recognition;
import io.github.sessionsurvival.client.RetryPolicy;
import io.github.sessionsurvival.client.RunClock;
import io.github.sessionsurvival.target.NoLever;
import io.github.sessionsurvival.target.Target;
import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.Redaction;
import io.github.sessionsurvival.wire.Revision;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is asked of a server, once, before the scenarios that depend on it. */
class FirstOpeningTest {

    private static final URI URL = URI.create("http://127.0.0.1:1/mcp");

    @TempDir
    Path journals;

    private final PretendedServer server = new PretendedServer(true, true);
    private final List<String> methods = new CopyOnWriteArrayList<>();
    private FirstOpening firstOpening;

    @BeforeEach
    void setUp() throws IOException {
        Endpoint endpoint = (outgoing, log, headersSeen) -> {
            methods.add(outgoing.method());
            return server.send(outgoing, log, headersSeen);
        };
        RunClock clock = RunClock.system();
        Redaction redaction = new Redaction();
        firstOpening = new FirstOpening(new Run(
                "run",
                Target.at("pretended", URL, Caller.anonymous("main"), Optional.empty(), Optional.empty()),
                new NoLever(),
                endpoint,
                endpoint,
                new JournalledLedger(
                        new JournalFolder(journals)
                                .begin(new JournalHeader("run", "pretended", URL, Optional.empty(), Instant.EPOCH)),
                        endpoint,
                        delay -> {},
                        clock,
                        new RetryPolicy(Optional.empty(), Duration.ofSeconds(30)),
                        redaction),
                delay -> {},
                clock,
                redaction,
                Pace.free(clock),
                Set.of(),
                Revision.R2025_11_25,
                true,
                Recognition.NOT_ASKED));
    }

    /** The Java SDK's transport sends no headers on a stream before its first message: asking costs a whole deadline. */
    @Test
    void asksForAStreamOnlyWhereItMatters() {
        assertThat(firstOpening.look().issuesIds(), is(true));
        assertThat(firstOpening.look().offersEnding(), is(true));
        assertThat(methods, not(hasItem("GET")));

        assertThat(firstOpening.offersStream(), is(false));
        assertThat(methods, hasItem("GET"));
    }

    @Test
    void asksOnceAndLeavesNoSession() {
        firstOpening.look();
        firstOpening.offersStream();
        int asked = methods.size();
        firstOpening.look();
        firstOpening.offersStream();
        assertThat(methods.size(), equalTo(asked));
        assertThat(server.liveSessions(), equalTo(0));
    }
}
