package io.github.sessionsurvival.steps;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThanOrEqualTo;

import io.cucumber.plugin.event.Status;
import io.cucumber.plugin.event.StepDefinition;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The sentences of the features against the step definitions, and the page that lists them. */
class VocabularyTest {

    private static final int ENOUGH_PHRASES = 60;
    private static final Path PAGE = Path.of("docs", "steps.md");
    private static final Path RENEWED = Path.of("target", "steps.md");

    private static Glue glue;

    @BeforeAll
    static void lookAtTheFeatures() {
        glue = Glue.dryRun();
    }

    @Test
    void everyStepIsDefinedOnce() {
        assertThat(glue.matched().size(), greaterThan(100));
        assertThat(
                "undefined or ambiguous",
                glue.matched().stream()
                        .filter(m -> m.status() != Status.PASSED && m.status() != Status.SKIPPED)
                        .map(m -> m.feature() + ":" + m.line() + ": " + m.text() + " is "
                                + m.status().name().toLowerCase(java.util.Locale.ROOT))
                        .toList(),
                empty());
    }

    @Test
    void everyPhraseIsUsed() {
        Set<String> used = glue.matched().stream().map(Glue.Matched::definition).collect(Collectors.toSet());
        assertThat(
                "unused phrases",
                glue.definitions().stream()
                        .filter(d -> !used.contains(d.getLocation()))
                        .map(StepDefinition::getPattern)
                        .toList(),
                empty());
    }

    @Test
    void thereAreFewEnoughPhrasesToLearn() {
        assertThat(glue.definitions().size(), lessThanOrEqualTo(ENOUGH_PHRASES));
    }

    @Test
    void thePageOfStepsIsCurrent() throws IOException {
        String renewed = StepsPage.of(glue);
        Files.createDirectories(RENEWED.getParent());
        Files.writeString(RENEWED, renewed);
        String page = Files.exists(PAGE) ? new String(Files.readAllBytes(PAGE), StandardCharsets.UTF_8) : "";
        assertThat(
                "docs/steps.md is behind; renew it with: cp target/steps.md docs/steps.md",
                page.equals(renewed),
                is(true));
    }
}
