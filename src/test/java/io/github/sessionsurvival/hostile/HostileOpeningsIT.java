package io.github.sessionsurvival.hostile;

import io.github.sessionsurvival.client.RawServer;
import io.github.sessionsurvival.client.TestCertificates;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Servers whose answers to openings are hostile, and those that nothing can be said to. */
final class HostileOpeningsIT {

    @TempDir
    private Path folder;

    static Stream<Hostility> hostilities() {
        return Arrays.stream(Hostility.values())
                .filter(hostility -> hostility.times().contains(HostileServer.When.OPENING));
    }

    @ParameterizedTest
    @MethodSource("hostilities")
    void aRunEndsWithAVerdict(Hostility hostility) throws Exception {
        try (HostileServer server = new HostileServer(hostility, HostileServer.When.OPENING)) {
            new HostileRun(folder).against(server, true);
        }
    }

    @Test
    void aRunEndsWithAVerdictWhereNobodyVouchesForTheServer() throws Exception {
        TestCertificates.Usual usual = TestCertificates.usual();
        try (ServerSocket listening = usual.certificates().listener(usual.server(), false)) {
            againstTls(listening);
        }
    }

    @Test
    void aRunEndsWithAVerdictWhereTlsIsSpokenToAPlainServer() throws Exception {
        try (ServerSocket listening = RawServer.onLoopback("127.0.0.1")) {
            againstTls(listening);
        }
    }

    private void againstTls(ServerSocket listening) throws Exception {
        try (HostileServer server =
                new HostileServer(listening, "https", Hostility.CLOSES_AT_ONCE, HostileServer.When.ENDING)) {
            new HostileRun(folder).against(server, true);
        }
    }

    @AfterAll
    static void tellPeak() {
        HostileRun.tellPeak("HostileOpeningsIT");
    }
}
