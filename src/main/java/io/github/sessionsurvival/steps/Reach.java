package io.github.sessionsurvival.steps;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** How far a scenario reaches into a target; every scenario has exactly one as its tag. */
enum Reach {
    /** Requests that anyone may send. */
    OBSERVES("@observes"),
    /** Opens and ends sessions. */
    OPENS("@opens"),
    /** Malformed or hostile requests, floods. */
    PROVOKES("@provokes"),
    /** Pulls a lever. */
    DISTURBS("@disturbs");

    private final String tag;

    Reach(String tag) {
        this.tag = tag;
    }

    String tag() {
        return tag;
    }

    /** The tag without its sign, as options spell it. */
    String word() {
        return tag.substring(1);
    }

    /** Whether a server that others may be using can take it. */
    private boolean isHarmless() {
        return this == OBSERVES || this == OPENS;
    }

    /**
     * Whether a server is to meet it.
     *
     * @param loopback whether the server is on this machine
     * @param allowed which farther reach is allowed elsewhere
     */
    boolean isWithin(boolean loopback, Set<String> allowed) {
        return loopback || isHarmless() || allowed.contains(word());
    }

    /** The first reach among the tags; one without any is treated as the farthest, so that nothing slips through. */
    static Reach of(Iterable<String> tags) {
        for (String tag : tags) {
            for (Reach reach : values()) {
                if (reach.tag.equals(tag)) {
                    return reach;
                }
            }
        }
        return DISTURBS;
    }

    static List<String> tags() {
        return Arrays.stream(values()).map(Reach::tag).toList();
    }
}
