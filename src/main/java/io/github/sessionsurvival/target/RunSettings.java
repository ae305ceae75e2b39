package io.github.sessionsurvival.target;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What was asked of a run: by options on the command line, by {@code survival.*} properties under Maven. Nothing here has
 * been looked up yet.
 *
 * @param runId the run's name
 * @param reports where the reports go
 * @param target the name of a shipped target, or a target file; empty: the embedded platform, unless a URL is given
 * @param url a server's URL
 * @param tags a tag expression
 * @param scenario a part of a scenario's name
 * @param revision the MCP revision to ask for
 * @param contract the contract's name or file, over the target's own
 * @param baseline a file of known failures
 * @param strict whether warnings fail
 * @param allow which farther reach is allowed on a server that is not on this machine: {@link #ALLOWABLE}
 * @param parallelism scenarios at once; empty: the target's usual number
 * @param defect what is to be wrong with the embedded platform, so that the suite is seen to find it out
 */
public record RunSettings(
        String runId,
        Path reports,
        Optional<String> target,
        Optional<String> url,
        Optional<String> tags,
        Optional<String> scenario,
        Optional<String> revision,
        Optional<String> contract,
        Optional<Path> baseline,
        boolean strict,
        Set<String> allow,
        Optional<Integer> parallelism,
        Optional<String> defect) {

    /**
     * Scenarios let go at once on the embedded platform: more than there are, so that every long wait begins early. How
     * many of them work at the same time is another matter, decided where they begin.
     */
    public static final int EMBEDDED_PARALLELISM = 400;

    /** Scenarios at once elsewhere. */
    public static final int USUAL_PARALLELISM = 4;

    /** What a server that is not on this machine only meets where it is allowed. */
    public static final List<String> ALLOWABLE = List.of("provokes", "disturbs");

    /** The tag, without its @, of scenarios that take long by their nature. */
    public static final String SLOW = "slow";

    /** No scenario holds more open at once. */
    private static final int SESSIONS_OF_A_SCENARIO = 2;

    /** The name of the embedded platform, also where nothing is asked for. */
    public static final String EMBEDDED = "embedded";

    /** What Maven asks for by properties. */
    public static RunSettings ofProperties(Environment environment) {
        return new RunSettings(
                environment.property("survival.run-id").orElse("run"),
                Path.of(environment.property("survival.reports").orElse("reports/latest")),
                environment.property("survival.target"),
                environment.property("survival.target.url"),
                environment.property("survival.tags"),
                environment.property("survival.scenario"),
                environment.property("survival.revision"),
                environment.property("survival.contract"),
                environment.property("survival.baseline").map(Path::of),
                environment
                        .property("survival.strict")
                        .map(v -> v.equals("true"))
                        .orElse(false),
                allowed("-Dallow", environment.property("survival.allow").orElse("")),
                environment.property("survival.parallelism").map(RunSettings::count),
                Optional.empty());
    }

    /**
     * The reaches that a comma-separated list names.
     *
     * @param option how a complaint names where the list stands
     * @throws ConfigurationFault for another word
     */
    public static Set<String> allowed(String option, String list) {
        Set<String> allowed = new TreeSet<>();
        for (String word : list.split(",")) {
            String bare = word.strip().replaceFirst("^@", "");
            if (!bare.isEmpty() && !ALLOWABLE.contains(bare)) {
                throw new ConfigurationFault(option + " takes " + String.join(",", ALLOWABLE) + " or one of them, not '"
                        + bare.replaceAll("[^\\w-]", "?") + "'");
            }
            if (!bare.isEmpty()) {
                allowed.add(bare);
            }
        }
        return Set.copyOf(allowed);
    }

    private static int count(String text) {
        if (text.matches("[1-9]\\d{0,2}")) {
            return Integer.parseInt(text);
        }
        throw new ConfigurationFault("parallelism is a whole number from 1 to 999, not '" + text + "'");
    }

    public boolean isEmbedded() {
        return url.isEmpty() && target.map(EMBEDDED::equals).orElse(true);
    }

    /**
     * The same with as many scenarios at once as a target's limits say, unless another number was asked for; in any case
     * with no more than its sessions are enough for.
     */
    public RunSettings within(Limits limits) {
        int asked = parallelism.or(limits::scenariosAtOnce).orElseGet(this::scenariosAtOnce);
        int scenarios = Math.min(asked, Math.max(1, limits.maxSessions() / SESSIONS_OF_A_SCENARIO));
        return scenarios == scenariosAtOnce()
                ? this
                : new RunSettings(
                        runId,
                        reports,
                        target,
                        url,
                        tags,
                        scenario,
                        revision,
                        contract,
                        baseline,
                        strict,
                        allow,
                        Optional.of(scenarios),
                        defect);
    }

    /** Whether the tags speak of scenarios that take long by their nature, be it to leave them out. */
    public boolean mentionsSlow() {
        return tags.filter(t -> t.matches("(?s).*@" + SLOW + "\\b.*")).isPresent();
    }

    public int scenariosAtOnce() {
        return parallelism.orElse(isEmbedded() ? EMBEDDED_PARALLELISM : USUAL_PARALLELISM);
    }
}
