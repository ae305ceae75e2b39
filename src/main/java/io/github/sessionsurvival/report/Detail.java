package io.github.sessionsurvival.report;

import java.util.List;

/**
 * How much of the exchanges a page shows. What passed is shortened first, as far as the page's size demands; what did not
 * pass only in a run where nearly everything failed.
 *
 * @param failing the most characters of a body in a scenario that did not pass
 * @param passed the same in one that passed; 0 shows one line for each exchange
 * @param onceOnly whether, in scenarios that passed, exchanges that look alike are shown once and linked from then on
 * @param inFull how many scenarios that did not pass are shown in full; the rest as if they had passed
 * @param words what a reader must know about it; empty when nothing was left out
 */
record Detail(int failing, int passed, boolean onceOnly, int inFull, String words) {

    private static final int ALL = Integer.MAX_VALUE;
    private static final String HELD = " run.json holds every exchange.";

    /** From the fullest to the shortest. */
    static final List<Detail> LEVELS = List.of(
            new Detail(2048, 2048, false, ALL, ""),
            new Detail(
                    2048, 1024, true, ALL, "Where scenarios passed, exchanges that look alike are shown once." + HELD),
            new Detail(
                    2048,
                    240,
                    true,
                    ALL,
                    "Where scenarios passed, exchanges that look alike are shown once, and bodies are cut." + HELD),
            new Detail(1024, 0, true, ALL, "Where scenarios passed, exchanges are shown as one line each." + HELD),
            new Detail(1024, 0, true, 15, "Only the first failures show their exchanges in full." + HELD),
            new Detail(240, 0, true, 5, "Only the first failures show their exchanges, and these are cut." + HELD));

    /** The characters of a body to show. */
    int body(boolean scenarioPassed) {
        return scenarioPassed ? passed : failing;
    }
}
