package io.github.sessionsurvival.steps;

import static io.github.sessionsurvival.steps.Answers.answers;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.sessionsurvival.wire.Redaction;
import io.github.sessionsurvival.wire.Secret;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExpectationTest {

    private final Redaction redaction = new Redaction();

    @Test
    void beginsWithTheRequirementThatTheStepNamesAndEndsWithTheExchange() {
        assertThat(
                failureOf(List.of("@SESS-06", "@SESS-07", "@opens"), "SESS-07"),
                equalTo("SESS-07: expected the request to be answered with 404, was 400 (exchange 3)"));
    }

    @Test
    void takesTheScenariosOnlyRequirementWhereTheStepNamesNoneOfIts() {
        assertThat(failureOf(List.of("@RST-13", "@disturbs"), "SESS-07"), startsWith("RST-13: expected "));
    }

    @Test
    void namesNoneWhereItCannotTell() {
        assertThat(failureOf(List.of("@RST-12", "@RST-13"), "SESS-07"), startsWith("expected "));
    }

    @Test
    void neverTellsASecret() {
        redaction.hide(Secret.of("hush-hush-hush"));
        AssertionError failure = assertThrows(
                AssertionError.class,
                () -> new Expectation(new ScenarioLabel("x-1", List.of("@RST-01")), redaction)
                        .that("the text", "hush-hush-hush", equalTo("nothing")));
        assertThat(failure.getMessage(), equalTo("RST-01: expected the text \"nothing\", was \"[redacted]\""));
    }

    private String failureOf(List<String> tags, String... ids) {
        Expectation expectation = new Expectation(new ScenarioLabel("x-1", tags), redaction, ids);
        return assertThrows(
                        AssertionError.class,
                        () -> expectation.that("the request", Exchanges.answered(400, "no"), answers(404)))
                .getMessage();
    }
}
