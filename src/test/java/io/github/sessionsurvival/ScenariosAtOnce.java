package io.github.sessionsurvival;

import io.github.sessionsurvival.cli.TestRun;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Predicate;
import org.junit.platform.engine.ConfigurationParameters;
import org.junit.platform.engine.support.hierarchical.ParallelExecutionConfiguration;
import org.junit.platform.engine.support.hierarchical.ParallelExecutionConfigurationStrategy;

/** How many scenarios Maven and an IDE let go at once: as many as the command line would, by the same settings and target file. */
public final class ScenariosAtOnce implements ParallelExecutionConfigurationStrategy {

    @Override
    public ParallelExecutionConfiguration createConfiguration(ConfigurationParameters ignored) {
        return new Exactly(TestRun.scenariosAtOnceAsAskedByProperties());
    }

    /** A pool of that many threads, and not one more where some of them wait. */
    private record Exactly(int scenarios) implements ParallelExecutionConfiguration {

        private static final int KEEP_ALIVE_SECONDS = 30;

        @Override
        public int getParallelism() {
            return scenarios;
        }

        @Override
        public int getMinimumRunnable() {
            return scenarios;
        }

        @Override
        public int getMaxPoolSize() {
            return scenarios;
        }

        @Override
        public int getCorePoolSize() {
            return scenarios;
        }

        @Override
        public int getKeepAliveSeconds() {
            return KEEP_ALIVE_SECONDS;
        }

        @Override
        public Predicate<? super ForkJoinPool> getSaturatePredicate() {
            return pool -> true;
        }
    }
}
