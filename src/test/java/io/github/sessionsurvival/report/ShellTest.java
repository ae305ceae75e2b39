package io.github.sessionsurvival.report;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import io.github.sessionsurvival.verdict.RunFacts;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ShellTest {

    private static final String RUN = "java -jar target/session-survival.jar run";

    @Test
    void runsAgainAsTheRunWasAskedFor() {
        assertThat(again("", "", "", ""), is(RUN + " --scenario \"One restart\""));
        assertThat(again("everything", "", "", ""), is(RUN + " --target everything --scenario \"One restart\""));
        assertThat(
                again("", "https://mcp.example.com/mcp", "restart-answer", "2025-03-26"),
                is(RUN + " --url https://mcp.example.com/mcp --contract restart-answer --revision 2025-03-26"
                        + " --scenario \"One restart\""));
    }

    @Test
    void repeatsWhatWasAllowed() {
        RunFacts.Selection asked =
                new RunFacts.Selection("", "http://a.test", "", "", "", "", false, List.of("disturbs", "provokes"), 4);

        assertThat(
                Shell.runAgain(asked, "One restart"),
                is(RUN + " --url http://a.test --allow disturbs,provokes --scenario \"One restart\""));
    }

    /** What stands in a file's name or an address must not become a command of the reader's shell. */
    @Test
    void quotesWhatAShellWouldRead() {
        assertThat(
                again("my target; rm -rf $HOME.yaml", "", "", ""),
                is(RUN + " --target \"my target; rm -rf \\$HOME.yaml\" --scenario \"One restart\""));
        assertThat(
                again("", "http://127.0.0.1/mcp?a=1&b=`id`", "", ""),
                is(RUN + " --url \"http://127.0.0.1/mcp?a=1&b=\\`id\\`\" --scenario \"One restart\""));
    }

    private static String again(String target, String url, String contract, String revision) {
        return Shell.runAgain(
                new RunFacts.Selection(target, url, contract, "", "", revision, false, List.of(), 4), "One restart");
    }
}
