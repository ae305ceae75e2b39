package io.github.sessionsurvival.report;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThanOrEqualTo;
import static org.hamcrest.Matchers.not;

import io.github.sessionsurvival.verdict.RunResult;
import io.github.sessionsurvival.verdict.ScenarioRecord.Outcome;
import java.nio.charset.StandardCharsets;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pages of runs that are far larger than any of today's. */
class PageSizeCheck {

    @ParameterizedTest
    @EnumSource(
            value = Outcome.class,
            names = {"PASSED", "FAILED"})
    void staysSmallHoweverLargeTheRun(Outcome outcome) {
        int bytes = Page.of(Samples.large(100, outcome)).getBytes(StandardCharsets.UTF_8).length;
        assertThat(bytes, is(lessThanOrEqualTo(Page.MOST_BYTES)));
    }

    @Test
    void saysThatExchangesWereShortened() {
        assertThat(text(Samples.large(100, Outcome.PASSED)), containsString("run.json holds every exchange."));
        assertThat(text(Samples.ofEverything()), not(containsString("run.json holds every exchange.")));
    }

    private static String text(RunResult result) {
        return Jsoup.parse(Page.of(result)).text();
    }
}
