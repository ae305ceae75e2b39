package io.github.sessionsurvival.cli;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.sameInstance;

import io.github.sessionsurvival.client.RunClock;
import io.github.sessionsurvival.target.Environment;
import io.github.sessionsurvival.wire.Redaction;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OpenedTargetTest {

    /** Else a sweep and the run after it would together send twice what is allowed. */
    @Test
    void hasOnePaceForTheSweepAndTheRun() throws Exception {
        RunClock clock = RunClock.system();
        try (ServerSocket listener = new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"));
                OpenedTarget opened = OpenedTarget.open(
                        new TargetDeclaration.Address(
                                URI.create("http://127.0.0.1:" + listener.getLocalPort() + "/mcp"),
                                Optional.empty(),
                                Optional.empty(),
                                new TargetDeclaration.ContractChoice("", Optional.empty())),
                        new Environment(name -> null, Map.<String, String>of()::get),
                        new Redaction(),
                        line -> {})) {
            assertThat(
                    opened.endpoints(clock).pace(),
                    is(sameInstance(opened.endpoints(clock).pace())));
        }
    }
}
