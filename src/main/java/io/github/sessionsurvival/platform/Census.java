package io.github.sessionsurvival.platform;

import java.util.Map;
import java.util.TreeMap;

/**
 * What is counted for one caller, kept in storage; the fields are those of the control protocol.
 *
 * @param unnamed live sessions whose id was never sent
 * @param live unnamed ones included
 */
record Census(int created, int named, int unnamed, int live, int ended, int openings, Map<String, Integer> executions) {

    static final Census NONE = new Census(0, 0, 0, 0, 0, 0, Map.of());

    Census {
        executions = new TreeMap<>(executions);
    }

    Census mint() {
        return new Census(created + 1, named, unnamed + 1, live + 1, ended, openings, executions);
    }

    Census name(StoredSession session) {
        return new Census(created, named + 1, unnamed - (session.live() ? 1 : 0), live, ended, openings, executions);
    }

    /** A live session ceases to be. */
    Census lose(StoredSession session, boolean byItsClient) {
        return new Census(
                created,
                named,
                unnamed - (session.named() ? 0 : 1),
                live - 1,
                ended + (byItsClient ? 1 : 0),
                openings,
                executions);
    }

    Census open() {
        return new Census(created, named, unnamed, live, ended, openings + 1, executions);
    }

    Census execute(String tool) {
        Map<String, Integer> more = new TreeMap<>(executions);
        more.merge(tool, 1, Integer::sum);
        return new Census(created, named, unnamed, live, ended, openings, more);
    }

    Census plus(Census other) {
        Map<String, Integer> sum = new TreeMap<>(executions);
        other.executions.forEach((tool, times) -> sum.merge(tool, times, Integer::sum));
        return new Census(
                created + other.created,
                named + other.named,
                unnamed + other.unnamed,
                live + other.live,
                ended + other.ended,
                openings + other.openings,
                sum);
    }
}
