package io.github.sessionsurvival.soak;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;

import io.github.sessionsurvival.cli.ProvingRun;
import io.github.sessionsurvival.cli.SoakRound;
import io.github.sessionsurvival.verdict.RunResult;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Restarts without end under fifty clients, for as long as {@code -Dsoak} says (ISO 8601): no session is left, neither
 * memory nor threads grow, and no verdict changes.
 */
final class SoakIT {

    private static final Duration TIME = Duration.parse(System.getProperty("soak", "PT2M"));
    private static final Duration LONGEST_ROUND = Duration.ofMinutes(1);
    private static final int FEWEST_ROUNDS = 4;

    /** What a collection leaves lying about by chance. */
    private static final long MEGABYTES_BY_CHANCE = 15;

    private static final int THREADS_BY_CHANCE = 10;

    private static final ProvingRun VERDICTS =
            new ProvingRun("@RST-08 or @RST-16 or @RST-17 or @SESS-07 or @END-01", 20);

    @TempDir
    private Path folder;

    /** How things stood after a round. */
    private record Standing(long megabytes, int threads, String verdicts) {}

    @Test
    void restartsWithoutEndLeaveNothingAndChangeNothing() throws Exception {
        Duration round = TIME.dividedBy(FEWEST_ROUNDS).compareTo(LONGEST_ROUND) < 0
                ? TIME.dividedBy(FEWEST_ROUNDS)
                : LONGEST_ROUND;
        List<Standing> standings = new ArrayList<>();
        int journeys = 0;
        int retries = 0;
        for (long end = System.nanoTime() + TIME.toNanos(); System.nanoTime() < end; ) {
            SoakRound.Outcome outcome = SoakRound.of(round, Files.createTempDirectory(folder, "round-"));
            assertThat(outcome.wrong(), is(empty()));
            assertThat("sessions that live on", outcome.live(), is(0));
            assertThat(outcome.created(), greaterThan(0));
            journeys += outcome.journeys();
            retries += outcome.retries();
            standings.add(standing());
            System.out.println("soak: " + outcome.journeys() + " journeys, " + outcome.restarts() + " restarts, "
                    + outcome.retries() + " openings repeated, " + outcome.created() + " sessions created, "
                    + outcome.live() + " live; " + standings.get(standings.size() - 1));
        }
        System.out.println("soak: " + TIME + ", " + journeys + " journeys, " + retries + " openings repeated");
        assertThat("openings that met a restart", retries, greaterThan(0));
        // The first round loads classes and fills pools.
        Standing early = standings.get(Math.min(1, standings.size() - 1));
        Standing late = standings.get(standings.size() - 1);
        assertThat("heap in MB", late.megabytes(), lessThan(early.megabytes() + MEGABYTES_BY_CHANCE));
        assertThat("threads", late.threads(), lessThan(early.threads() + THREADS_BY_CHANCE));
        assertThat(
                "verdicts",
                standings.stream().map(Standing::verdicts).distinct().toList().size(),
                is(1));
    }

    private Standing standing() throws Exception {
        RunResult result = VERDICTS.against(Set.of(), Files.createTempDirectory(folder, "verdicts-"));
        String verdicts = result.requirements().stream()
                .filter(row -> !row.scenarios().isEmpty())
                .map(row -> row.requirement().id() + " " + row.verdict())
                .collect(Collectors.joining(", "));
        System.gc();
        System.gc();
        return new Standing(
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / (1 << 20),
                ManagementFactory.getThreadMXBean().getThreadCount(),
                verdicts);
    }
}
