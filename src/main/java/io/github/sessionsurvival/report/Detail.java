package io.github.sessionsurvival.report;

import java.util.List;

/**
 * How much of the exchanges a page shows. What did not pass is always shown in full; what passed is shortened as far as
 * the page's size demands.
 *
 * @param failing the most characters of a body in a scenario that did not pass
 * @param passed the same in one that passed; 0 shows one line for each exchange
 * @param onceOnly whether, in scenarios that passed, exchanges that look alike are shown once and linked from then on
 * @param words what a reader must know about it; empty when nothing was left out
 */
record Detail(int failing, int passed, boolean onceOnly, String words) {

    private static final String IN_FULL = " run.json holds every exchange.";

    /** From the fullest to the shortest. */
    static final List<Detail> LEVELS = List.of(
            new Detail(2048, 2048, false, ""),
            new Detail(2048, 1024, true, "Where scenarios passed, exchanges that look alike are shown once." + IN_FULL),
            new Detail(
                    2048,
                    240,
                    true,
                    "Where scenarios passed, exchanges that look alike are shown once, and bodies are cut." + IN_FULL),
            new Detail(1024, 0, true, "Where scenarios passed, exchanges are shown as one line each." + IN_FULL),
            new Detail(240, 0, true, "Exchanges are cut to keep this page small." + IN_FULL));

    /** The characters of a body to show. */
    int body(boolean scenarioPassed) {
        return scenarioPassed ? passed : failing;
    }
}
