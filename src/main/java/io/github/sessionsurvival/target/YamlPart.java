package io.github.sessionsurvival.target;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A part of a YAML file that knows its line, so that every complaint can name it.
 *
 * <p>The file's line, counted from 1.
 */
sealed interface YamlPart {

    int line();

    /** How a complaint calls what was found. */
    String inWords();

    /**
     * A single value.
     *
     * @param quotedOrPlain its text
     * @param isText whether YAML reads it as text, not as a number, a truth value or nothing
     */
    record Scalar(int line, String quotedOrPlain, boolean isText) implements YamlPart {
        @Override
        public String inWords() {
            return quotedOrPlain.isEmpty() ? "nothing" : "a single value";
        }
    }

    /** A list. */
    record Sequence(int line, List<YamlPart> parts) implements YamlPart {
        public Sequence {
            parts = List.copyOf(parts);
        }

        @Override
        public String inWords() {
            return "a list";
        }
    }

    /** Keys and their values, in the file's order. */
    record Mapping(int line, Map<String, YamlPart> parts, Map<String, Integer> lines) implements YamlPart {
        public Mapping {
            parts = new LinkedHashMap<>(parts);
            lines = Map.copyOf(lines);
        }

        @Override
        public String inWords() {
            return "keys and values";
        }
    }
}
