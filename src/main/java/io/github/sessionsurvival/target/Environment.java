package io.github.sessionsurvival.target;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/**
 * The process's environment variables and system properties. No other class of the product reads them, so that what a run
 * depends on can be told from one file. An empty value counts as not given.
 */
public final class Environment {

    private final Function<String, String> variables;
    private final Function<String, String> properties;

    /** An environment of one's own, for tests; the functions answer null for what is not set. */
    public Environment(Function<String, String> variables, Function<String, String> properties) {
        this.variables = variables;
        this.properties = properties;
    }

    /** This process's own. */
    public static Environment ofProcess() {
        return new Environment(System::getenv, System::getProperty);
    }

    public Optional<String> variable(String name) {
        return Optional.ofNullable(variables.apply(name)).filter(v -> !v.isEmpty());
    }

    public Optional<String> property(String name) {
        return Optional.ofNullable(properties.apply(name)).map(String::strip).filter(v -> !v.isEmpty());
    }

    /** Where journals and the records of started servers lie: it must outlive a killed run, and a reboot. */
    public Path stateFolder() {
        return variable("SESSION_SURVIVAL_STATE")
                .map(Path::of)
                .orElseGet(() -> variable("XDG_STATE_HOME")
                        .map(Path::of)
                        .orElseGet(() -> home().resolve(".local").resolve("state"))
                        .resolve("session-survival"));
    }

    /** Where shipped targets are installed: it may be deleted at any time. */
    public Path cacheFolder() {
        return variable("SESSION_SURVIVAL_CACHE")
                .map(Path::of)
                .orElseGet(() -> variable("XDG_CACHE_HOME")
                        .map(Path::of)
                        .orElseGet(() -> home().resolve(".cache"))
                        .resolve("session-survival"));
    }

    private Path home() {
        return Path.of(property("user.home").orElse("."));
    }
}
