package io.github.sessionsurvival.cli;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.util.List;
import org.junit.jupiter.api.Test;

class FeatureShelfTest {

    @Test
    void tellsEachProblemInALineOfItsOwn() {
        assertThat(
                FeatureShelf.inWords(List.of("features/a.feature:5: wrong", "features/b.feature:7: wrong too")),
                is("""
                a feature cannot be read as it was meant:
                features/a.feature:5: wrong
                features/b.feature:7: wrong too"""));
    }

    @Test
    void tellsOnlyTheFirstFewProblemsOfMany() {
        assertThat(FeatureShelf.inWords(List.of("1", "2", "3", "4", "5")), is("""
                a feature cannot be read as it was meant:
                1
                2
                3
                and 2 more"""));
    }

    @Test
    void theShippedFeaturesAreReadAsTheyWereMeant() {
        FeatureShelf.read();
    }
}
