package io.github.sessionsurvival.jar;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs that a signal ends at a random moment, from before the first class is loaded to after the last scenario: no session
 * of theirs lives on the platform, which is a process of its own, after the run or after the sweep.
 */
final class CrashIT {

    private static final int RUNS = Integer.getInteger("crash.runs", 50);
    private static final int AT_ONCE = 2;

    /** Longer than most of these runs take. */
    private static final int LATEST_MILLIS = 6_000;

    @TempDir
    private Path folder;

    /** @param swept whether a sweep has to end what is left: nobody can act on a KILL */
    @ParameterizedTest
    @CsvSource({"INT, false", "TERM, false", "KILL, true"})
    void noSessionLivesOnAtWhateverMomentTheSignalComes(String signal, boolean swept) throws Exception {
        long seed = System.nanoTime();
        System.out.println("crash: " + RUNS + " runs ended by " + signal + ", seed " + seed);
        ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
        try {
            List<Future<Integer>> workers = new ArrayList<>();
            for (int i = 0; i < AT_ONCE; i++) {
                int worker = i;
                workers.add(threads.submit(() -> crash(
                        signal, swept, new Random(seed + worker), RUNS / AT_ONCE + (worker < RUNS % AT_ONCE ? 1 : 0))));
            }
            int left = 0;
            for (Future<Integer> worker : workers) {
                left += worker.get();
            }
            System.out.println("crash: " + signal + ": " + left + " sessions were left to the sweep, none lives on");
        } finally {
            threads.shutdownNow();
            threads.awaitTermination(30, TimeUnit.SECONDS);
        }
    }

    /** How many sessions lived on until they were swept. */
    private int crash(String signal, boolean swept, Random random, int runs) throws Exception {
        Path own = Files.createTempDirectory(folder, "worker-");
        int left = 0;
        try (PlatformProcess platform = new PlatformProcess(Files.createDirectory(own.resolve("platform")))) {
            platform.openSomebodyElsesSession();
            BuiltJar suite = new BuiltJar(Files.createDirectory(own.resolve("suite")))
                    .with("MCP_BEARER", PlatformProcess.BEARER)
                    .with("MCP_CONTROL_TOKEN", PlatformProcess.CONTROL_TOKEN);
            String target = platform.targetFile().toString();
            for (int run = 0; run < runs; run++) {
                int moment = random.nextInt(LATEST_MILLIS);
                BuiltJar.Running under = suite.start("run", "--target", target, "--parallelism", "16");
                under.process().waitFor(moment, TimeUnit.MILLISECONDS);
                under.signal(signal);
                BuiltJar.Ended ended = under.awaitEnd();
                if (swept) {
                    left += platform.live() - 1;
                    BuiltJar.Ended sweep = suite.run("sweep", "--target", target);
                    assertThat(sweep.output(), sweep.exit(), is(0));
                }
                assertThat(
                        "sessions that live after " + signal + " at " + moment + " ms and:\n" + ended.output(),
                        platform.live(),
                        is(1));
            }
        }
        return left;
    }
}
