package io.github.sessionsurvival.proof;

import io.github.sessionsurvival.verdict.Proof;
import io.github.sessionsurvival.verdict.RunResult;
import io.github.sessionsurvival.verdict.Verdict;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What a run against defects comes to.
 *
 * @param breaks what is broken
 * @param hides what cannot be tested then, or is no subject
 * @param byChance of what nothing is said
 */
record Expected(Set<String> breaks, Set<String> hides, Set<String> byChance) {

    static final Expected NOTHING = new Expected(Set.of(), Set.of(), Set.of());

    private static final Set<Verdict> HIDDEN = EnumSet.of(Verdict.NOT_TESTABLE, Verdict.NOT_APPLICABLE);

    /** Of defects that are there together; what one breaks counts as broken, though another may hide it. */
    static Expected of(Collection<Proof.Found> together) {
        Set<String> breaks = new TreeSet<>();
        Set<String> hides = new TreeSet<>();
        Set<String> byChance = new TreeSet<>();
        together.forEach(found -> {
            breaks.addAll(found.breaks());
            hides.addAll(found.hides());
            byChance.addAll(found.byChance());
        });
        return new Expected(breaks, hides, byChance);
    }

    static Expected seenIn(RunResult result) {
        return new Expected(ids(result, EnumSet.of(Verdict.BROKEN)), ids(result, HIDDEN), Set.of());
    }

    private static Set<String> ids(RunResult result, Set<Verdict> verdicts) {
        return new TreeSet<>(result.requirements().stream()
                .filter(row -> verdicts.contains(row.verdict()))
                .map(row -> row.requirement().id())
                .toList());
    }

    /** How this differs from what was expected, a line each; empty where it does not. */
    List<String> differencesFrom(Expected expected) {
        return Stream.of(
                        difference("broken, though nothing should break it", breaks, expected.breaks, expected),
                        difference("not broken", expected.breaks, breaks, expected),
                        difference("hidden, though nothing should hide it", hides, expected.hides, expected),
                        difference("not hidden", expected.hides, hides, expected))
                .filter(line -> !line.isEmpty())
                .toList();
    }

    private static String difference(String what, Set<String> some, Set<String> others, Expected expected) {
        Set<String> more = new TreeSet<>(some);
        more.removeAll(others);
        more.removeAll(expected.byChance);
        return more.isEmpty() ? "" : what + ": " + String.join(", ", more);
    }
}
