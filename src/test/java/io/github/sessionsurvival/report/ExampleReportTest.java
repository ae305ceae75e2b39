package io.github.sessionsurvival.report;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import io.github.sessionsurvival.verdict.RunFiles;
import io.github.sessionsurvival.verdict.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The committed example shows the format of today; CONTRIBUTING.md says how to renew it. */
final class ExampleReportTest {

    private static final Path EXAMPLE = Path.of("reports", "example");
    private static final String BEHIND = "the example report is behind its format: renew it as CONTRIBUTING.md says";

    @Test
    void isWhatItsRunResultIsRenderedToToday() throws IOException {
        RunResult result = RunFiles.in(EXAMPLE).run().orElseThrow();

        assertThat(BEHIND, result.schema(), is(RunResult.SCHEMA));
        assertThat(BEHIND, Page.of(result).equals(Files.readString(EXAMPLE.resolve(Page.FILE))), is(true));
        assertThat(BEHIND, JUnitXml.of(result).equals(Files.readString(EXAMPLE.resolve(JUnitXml.FILE))), is(true));
    }
}
