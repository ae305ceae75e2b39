package io.github.sessionsurvival.cli;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import io.github.sessionsurvival.target.Environment;
import io.github.sessionsurvival.target.RunSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScenariosAtOnceTest {

    @TempDir
    Path folder;

    @Test
    void areManyOnTheEmbeddedPlatformAndFewElsewhere() {
        assertThat(atOnce(Map.of()), is(RunSettings.EMBEDDED_PARALLELISM));
        assertThat(atOnce(Map.of("survival.target.url", "http://127.0.0.1:1/mcp")), is(RunSettings.USUAL_PARALLELISM));
    }

    @Test
    void areAsManyAsTheTargetFileSaysUnlessOneAsksForAnotherNumber() throws IOException {
        String file = file("limits: {scenarios-at-once: 12, max-sessions: 100}");

        assertThat(atOnce(Map.of("survival.target", file)), is(12));
        assertThat(atOnce(Map.of("survival.target", file, "survival.parallelism", "7")), is(7));
    }

    @Test
    void areNoMoreThanItsSessionsAllow() throws IOException {
        assertThat(atOnce(Map.of("survival.target", file("limits: {scenarios-at-once: 12, max-sessions: 10}"))), is(5));
    }

    /** The beginning of the run says what is wrong; a pool of threads is no place for it. */
    @Test
    void isOneWhereTheSettingsAreWrong() {
        assertThat(atOnce(Map.of("survival.parallelism", "many")), is(1));
        assertThat(atOnce(Map.of("survival.target", "nothing-of-that-name")), is(1));
    }

    private String file(String limits) throws IOException {
        return Files.writeString(
                        folder.resolve("target.yaml"), "name: mine\nurl: http://127.0.0.1:1/mcp\n" + limits + "\n")
                .toString();
    }

    private int atOnce(Map<String, String> properties) {
        Map<String, String> all = new HashMap<>(properties);
        return TestRun.scenariosAtOnce(new Environment(name -> null, all::get));
    }
}
