package io.github.sessionsurvival.report;

import java.util.Locale;

/** Counts and times in words. */
final class Amount {

    private Amount() {}

    /** "12 ms", "2.004 s", "3 min 5 s". */
    static String time(double ms) {
        if (ms < 999.5) {
            return Math.round(ms) + " ms";
        }
        if (ms < 120_000) {
            return String.format(Locale.ROOT, "%.3f", ms / 1e3).replaceFirst("\\.?0+$", "") + " s";
        }
        long seconds = Math.round(ms / 1e3);
        return seconds / 60 + " min " + seconds % 60 + " s";
    }

    static String of(long count, String one, String many) {
        return count + " " + (count == 1 ? one : many);
    }
}
