package io.github.sessionsurvival.hostile;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Servers whose answers to requests of a session are hostile, the other kinds. */
final class HostileAnswersIT {

    @TempDir
    private Path folder;

    static Stream<Hostility> hostilities() {
        return Arrays.stream(Hostility.values())
                .filter(hostility ->
                        hostility.times().contains(HostileServer.When.LATER) && hostility.ordinal() % 2 == 1);
    }

    @ParameterizedTest
    @MethodSource("hostilities")
    void aRunEndsWithAVerdict(Hostility hostility) throws Exception {
        try (HostileServer server = new HostileServer(hostility, HostileServer.When.LATER)) {
            new HostileRun(folder).against(server, true);
        }
    }

    @AfterAll
    static void tellPeak() {
        HostileRun.tellPeak("HostileAnswersIT");
    }
}
