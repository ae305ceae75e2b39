package io.github.sessionsurvival.target;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the operator promises beyond MCP: that a session outlives an event, and within what time it answers again. A
 * promised survival that does not come true is broken; without the promise a lost session is what MCP allows.
 *
 * @param survives the events
 * @param within from the event to the first answer of the session; empty: any time within the limits
 */
public record Promises(Set<Event> survives, Optional<Duration> within) {

    /** What a session may be promised to outlive. */
    public enum Event {
        RESTART("restart"),
        KILL("kill"),
        DRAIN("drain"),
        IDLE("idle"),
        REPLACE("replace");

        private final String word;

        Event(String word) {
            this.word = word;
        }

        /** The event as target files and the report spell it. */
        public String word() {
            return word;
        }

        public static Optional<Event> named(String word) {
            return Arrays.stream(values()).filter(e -> e.word.equals(word)).findFirst();
        }

        static List<String> words() {
            return Arrays.stream(values()).map(Event::word).toList();
        }
    }

    public static final Promises NONE = new Promises(Set.of(), Optional.empty());

    public Promises {
        survives = survives.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(survives));
    }

    public boolean survive(Event event) {
        return survives.contains(event);
    }
}
