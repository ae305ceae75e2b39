package io.github.sessionsurvival.target;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunSettingsTest {

    /** A scenario may hold two sessions open. */
    @ParameterizedTest
    @CsvSource({"4, 20, 4", "32, 20, 10", "4, 8, 4", "4, 7, 3", "4, 1, 1"})
    void soFewScenariosAtOnceThatTheTargetsSessionsAreEnough(String asked, int sessions, int atOnce) {
        Environment environment = new Environment(name -> null, Map.of("survival.parallelism", asked)::get);

        assertThat(
                RunSettings.ofProperties(environment)
                        .within(Limits.DEFAULT.withMaxSessions(sessions))
                        .scenariosAtOnce(),
                is(atOnce));
    }

    @ParameterizedTest
    @CsvSource({"'',''", "'disturbs','disturbs'", "'provokes, @disturbs','disturbs provokes'"})
    void readsWhatIsAllowed(String list, String allowed) {
        assertThat(
                RunSettings.allowed("--allow", list).stream().sorted().collect(Collectors.joining(" ")), is(allowed));
    }

    @Test
    void allowsNoOtherWord() {
        assertThat(
                assertThrows(ConfigurationFault.class, () -> RunSettings.allowed("--allow", "disturb"))
                        .getMessage(),
                is("--allow takes provokes,disturbs or one of them, not 'disturb'"));
    }
}
