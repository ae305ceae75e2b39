package io.github.sessionsurvival.target;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EnvironmentTest {

    @Test
    void installsShippedTargetsWhereItsOwnVariableSays() {
        assertThat(
                cache(Map.of("SESSION_SURVIVAL_CACHE", "target/foreign", "XDG_CACHE_HOME", "/caches")),
                equalTo(Path.of("target/foreign")));
    }

    @Test
    void installsShippedTargetsInAFolderOfItsOwnWithinACommonCache() {
        assertThat(cache(Map.of("XDG_CACHE_HOME", "/caches")), equalTo(Path.of("/caches/session-survival")));
        assertThat(cache(Map.of("SESSION_SURVIVAL_CACHE", "")), equalTo(Path.of("/home/me/.cache/session-survival")));
    }

    private static Path cache(Map<String, String> variables) {
        return new Environment(variables::get, Map.of("user.home", "/home/me")::get).cacheFolder();
    }
}
