package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.target.Lever;
import io.github.sessionsurvival.target.Target;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a run is about to do to a target, told before anything is sent.
 *
 * @param toRun how many scenarios of each reach are to run
 * @param beyond how many of each reach are kept from a server that is not on this machine
 * @param undeclared how many need what the target does not declare
 * @param slow how many take long by their nature and were not asked for
 */
public record Outlook(Map<String, Long> toRun, Map<String, Long> beyond, long undeclared, long slow) {

    /** The first handshake, the look at what is offered, and the session that observing scenarios share. */
    private static final int OPENINGS_OF_THE_RUN = 3;

    /**
     * Looks ahead, without a request.
     *
     * @param allowed which farther reach is allowed on a server that is not on this machine, and whether slow scenarios are
     * @param scenarios the tags of each chosen scenario
     */
    public static Outlook of(Target target, Lever lever, Set<String> allowed, List<List<String>> scenarios) {
        Applicability applicability = new Applicability(target, lever, allowed);
        Map<Reach, Long> toRun = new EnumMap<>(Reach.class);
        Map<Reach, Long> beyond = new EnumMap<>(Reach.class);
        long undeclared = 0;
        long slow = 0;
        for (List<String> tags : scenarios) {
            Reach reach = Reach.of(tags);
            Optional<String> outOfReach = applicability.beyondReach(tags);
            if (outOfReach.isPresent()) {
                beyond.merge(reach, 1L, Long::sum);
            } else if (applicability.undeclared(tags).isPresent()) {
                undeclared++;
            } else if (Applicability.tooSlow(tags, allowed).isPresent()) {
                slow++;
            } else {
                toRun.merge(reach, 1L, Long::sum);
            }
        }
        return new Outlook(byWord(toRun), byWord(beyond), undeclared, slow);
    }

    /**
     * The same before the target is opened, when nobody can tell yet what its lever does.
     *
     * @param loopback whether the server is on this machine
     */
    public static Outlook byReach(boolean loopback, Set<String> allowed, List<List<String>> scenarios) {
        Map<Reach, Long> toRun = new EnumMap<>(Reach.class);
        Map<Reach, Long> beyond = new EnumMap<>(Reach.class);
        long slow = 0;
        for (List<String> tags : scenarios) {
            Reach reach = Reach.of(tags);
            if (!reach.isWithin(loopback, allowed)) {
                beyond.merge(reach, 1L, Long::sum);
            } else if (Applicability.tooSlow(tags, allowed).isPresent()) {
                slow++;
            } else {
                toRun.merge(reach, 1L, Long::sum);
            }
        }
        return new Outlook(byWord(toRun), byWord(beyond), 0, slow);
    }

    private static Map<String, Long> byWord(Map<Reach, Long> counts) {
        return counts.entrySet().stream()
                .collect(Collectors.toMap(e -> e.getKey().word(), Map.Entry::getValue, Long::sum, LinkedHashMap::new));
    }

    /** How many scenarios are to run. */
    public long scenarios() {
        return toRun.values().stream().mapToLong(Long::longValue).sum();
    }

    /** How many openings the run needs at least: its own, and one for each scenario that does more than observe. */
    public long openings() {
        return OPENINGS_OF_THE_RUN
                + toRun.entrySet().stream()
                        .filter(e -> !e.getKey().equals(Reach.OBSERVES.word()))
                        .mapToLong(Map.Entry::getValue)
                        .sum();
    }
}
