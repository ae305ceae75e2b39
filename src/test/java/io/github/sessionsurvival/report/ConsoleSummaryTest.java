package io.github.sessionsurvival.report;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.*;

import io.github.sessionsurvival.verdict.Evidence;
import io.github.sessionsurvival.verdict.RunResult;
import io.github.sessionsurvival.verdict.ScenarioRecord;
import io.github.sessionsurvival.verdict.ScenarioRecord.Outcome;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class ConsoleSummaryTest {

    private static final Path PAGE = Path.of("reports", "latest", "index.html");

    @Test
    void tellsCountsWhatIsBrokenTheVerdictAndWhereToReadOn() {
        List<String> lines = ConsoleSummary.of(Samples.ofEverything(), PAGE);
        assertThat(
                lines,
                hasItem(
                        startsWith(
                                "  server's side: 2 met, 1 broken, 1 broken (a warning), 1 broken (information), 1 not testable (a warning)")));
        assertThat(lines, hasItem("  client's side: 1 met, 1 shown by a test"));
        assertThat(lines, hasItem(startsWith("  SESS-07 broken: expected 404 for an id")));
        assertThat(lines, hasItem(startsWith("  SESS-11 broken, a warning: ")));
        assertThat(lines, hasItem(startsWith("  session left behind: 77ab01cd")));
        assertThat(lines.get(lines.size() - 2), containsString("Do not ship."));
        assertThat(lines.get(lines.size() - 1), is("Report: " + PAGE));
    }

    /** MCP allows it, so nothing is broken; an operator wants to know all the same. */
    @Test
    void tellsOfSessionsThatWereLostWithoutAPromise() {
        RunResult result = Samples.result(List.of(surviving(10, "restart", true), surviving(11, "kill", false)));

        assertThat(
                ConsoleSummary.of(result, PAGE),
                hasItem("  SESS-07 met, but allowed by MCP, not survived: kill"
                        + " [survived 1 of 2: restart; lost by kill]"));
        assertThat(
                String.join("\n", ConsoleSummary.of(Samples.result(List.of(surviving(10, "kill", true))), PAGE)),
                not(containsString("survived:")));
    }

    /** What the console says stands on the page and in run.json in the same words. */
    @Test
    void thePageTellsOfThemInTheSameWords() {
        RunResult result = Samples.result(List.of(surviving(10, "restart", true), surviving(11, "kill", false)));

        assertThat(Page.of(result), containsString("allowed by MCP, not survived: kill"));
        assertThat(Page.of(result), containsString("survived 1 of 2: restart; lost by kill"));
    }

    private static ScenarioRecord surviving(int line, String event, boolean survived) {
        return Samples.scenario(
                line,
                "after a " + event,
                Outcome.PASSED,
                "",
                List.of("@SESS-07"),
                List.of(),
                new Evidence(
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(new Evidence.Survival(event, survived, false))));
    }

    /** "Not run" would read as if this run had left out what no run can carry out. */
    @Test
    void aRowThatNoScenarioCoversIsNotCalledNotRun() {
        List<String> lines = ConsoleSummary.of(Samples.ofEverything(), PAGE);
        assertThat(lines, hasItem(containsString("1 not run, 1 stated only")));
    }

    @Test
    void nothingAServerWroteBecomesACommand() {
        String hostile =
                "\n::error file=a::pwned\n##[error]x ##vso[task.complete]\u001b[2J\u0007\u009b31m\u202e\r::set-output::y";
        RunResult result = Samples.result(List.of(
                Samples.scenario(10, hostile, Outcome.FAILED, hostile, List.of("@SESS-07"), List.of(), Evidence.NONE)));
        for (String line : ConsoleSummary.of(result, PAGE)) {
            assertThat(line.strip(), not(startsWith("::")));
            assertThat(line, not(containsString("##[")));
            assertThat(line, not(containsString("##vso[")));
            assertThat(line.chars().anyMatch(c -> Character.isISOControl(c) || c == 0x202e), is(false));
        }
    }

    /** A server may send as much of anything as it likes, and it stands in one line of the console. */
    @Test
    @Timeout(20)
    void isNotHeldUpByAMegabyteOfSpaces() {
        assertThat(ConsoleSummary.safe("a" + " ".repeat(2_000_000) + "b").length(), is(lessThan(1000)));
    }

    @Test
    void aTextThatBeginsLikeACommandLosesItsForce() {
        assertThat(ConsoleSummary.safe("::warning::x"), is(": :warning::x"));
        assertThat(ConsoleSummary.safe("http://[::1]:8080/mcp"), is("http://[::1]:8080/mcp"));
    }
}
