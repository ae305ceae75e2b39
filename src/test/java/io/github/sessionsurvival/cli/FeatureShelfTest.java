package io.github.sessionsurvival.cli;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class FeatureShelfTest {

    @Test
    void findsAMisspeltScenarioThatGherkinReadsAsProse() {
        assertThat(FeatureShelf.strayLine("""
                        Feature: A

                          Some words.

                          Scenaro: vanishes
                            Given something
                        """, java.util.Set.of()), is(Optional.of(5)));
    }

    @Test
    void findsAStepThatIsReadAsProse() {
        assertThat(
                FeatureShelf.strayLine("Feature: A\n\n  Rule: B\n    Given something\n", java.util.Set.of()),
                is(Optional.of(4)));
    }

    @Test
    void leavesProseAlone() {
        assertThat(FeatureShelf.strayLine("""
                        Feature: A

                          A platform restarts.
                          When it does, sessions live on.
                          Note: this is prose.

                          Scenario: B
                            Given something
                            Then more
                        """, java.util.Set.of(8, 9)), is(Optional.empty()));
    }

    @Test
    void namesThePlaceOfASyntaxErrorAsEditorsDo() {
        assertThat(
                FeatureShelf.place("Failed to parse resource at: classpath:features/a.feature\n"
                        + "(58:5): expected: #Empty, got 'x'\n(59:7): expected: #Empty, got 'y'"),
                is("features/a.feature:58: expected: #Empty, got 'x'"));
    }

    @Test
    void theShippedFeaturesAreReadAsTheyWereMeant() {
        FeatureShelf.read();
    }
}
