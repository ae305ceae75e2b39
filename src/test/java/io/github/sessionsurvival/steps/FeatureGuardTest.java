package io.github.sessionsurvival.steps;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.hasItem;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FeatureGuardTest {

    @Test
    void theShippedFeaturesAreWhole() {
        assertThat(FeatureGuard.check(), empty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"Scenaro", "scenario", "Senario", "Scenario Outlin", "Rul", "Backgroud"})
    void findsAMisspeltKeywordThatWouldBecomeProse(String keyword) {
        assertThat(
                check(
                        "Feature: A promise",
                        "",
                        "  Some prose.",
                        "",
                        "  " + keyword + ": A case",
                        "    Given an open session",
                        "",
                        "  Scenario: Another case",
                        "    Given an open session"),
                hasItem(containsString("features/x.feature:5: \"" + keyword + ": A case\" is taken for prose")));
    }

    @Test
    void findsAMisspeltFirstStep() {
        assertThat(
                check("Feature: A promise", "  Scenario: A case", "    Givn an open session"),
                hasItem(containsString("features/x.feature:3: \"Givn an open session\" is no step")));
    }

    @Test
    void findsStepsThatBelongToNoScenario() {
        assertThat(
                check("Feature: A promise", "  Case", "    Given an open session"),
                hasItem(containsString(
                        "features/x.feature:3: \"Given an open session\" is a step without a scenario")));
    }

    @Test
    void findsAFileWithoutAScenario() {
        assertThat(
                check("Feature: A promise", "  Nothing but prose."),
                contains("features/x.feature:1: no scenario in this feature"));
    }

    @Test
    void findsAFileThatGherkinCannotRead() {
        assertThat(
                check("Feature: A promise", "  Scenario: A case", "    Given an open session", "    Whn it ends"),
                hasItem(containsString("features/x.feature:4: ")));
    }

    @Test
    void leavesProseAlone() {
        assertThat(
                check(
                        "Feature: A promise",
                        "  The promise is simple: it holds.",
                        "  Note: then it is over.",
                        "  Scenario: A case",
                        "    Given an open session"),
                empty());
    }

    private static List<String> check(String... lines) {
        return FeatureGuard.check(new FeatureGuard.File(
                URI.create("classpath:features/x.feature"),
                (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8)));
    }
}
