package io.github.sessionsurvival.verdict;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * A YAML document whose every node knows its line, so that an error can say where. Reads what a hand-written file needs:
 * mappings, lists and scalars as text.
 *
 * @param file the file's name, for errors
 * @param line where the node starts, from 1
 * @param text the scalar; empty for a mapping and for a list
 */
record YamlTree(String file, int line, Kind kind, String text, List<YamlTree> items, Map<String, Member> members) {

    enum Kind {
        SCALAR,
        LIST,
        MAPPING
    }

    /** A mapping's value and the line of its key. */
    record Member(int line, YamlTree value) {}

    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /** @throws UnusableFile when the text is no YAML */
    static YamlTree read(String file, String text) {
        try (JsonParser parser = YAML.createParser(text)) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw new UnusableFile(file, 1, "the file is empty");
            }
            return node(file, parser, first);
        } catch (JacksonException e) {
            int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
            throw new UnusableFile(file, line, "not readable as YAML: " + firstLine(e.getOriginalMessage()));
        }
    }

    private static YamlTree node(String file, JsonParser parser, JsonToken token) {
        int line = Math.max(1, parser.currentTokenLocation().getLineNr());
        switch (token) {
            case START_OBJECT -> {
                Map<String, Member> members = new LinkedHashMap<>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String key = parser.currentName();
                    int keyLine = Math.max(1, parser.currentTokenLocation().getLineNr());
                    members.put(key, new Member(keyLine, node(file, parser, parser.nextToken())));
                }
                return new YamlTree(file, line, Kind.MAPPING, "", List.of(), members);
            }
            case START_ARRAY -> {
                List<YamlTree> items = new ArrayList<>();
                for (JsonToken t = parser.nextToken(); t != JsonToken.END_ARRAY; t = parser.nextToken()) {
                    items.add(node(file, parser, t));
                }
                return new YamlTree(file, line, Kind.LIST, "", items, Map.of());
            }
            case VALUE_NULL -> {
                return new YamlTree(file, line, Kind.SCALAR, "", List.of(), Map.of());
            }
            default -> {
                return new YamlTree(file, line, Kind.SCALAR, parser.getString(), List.of(), Map.of());
            }
        }
    }

    UnusableFile wrong(String problem) {
        return new UnusableFile(file, line, problem);
    }

    /** @throws UnusableFile unless this is a mapping with no other keys than these */
    YamlTree mappingOf(String what, Set<String> allowed) {
        if (kind != Kind.MAPPING) {
            throw wrong(what + " must be a mapping of " + String.join(", ", allowed));
        }
        members.forEach((key, member) -> {
            if (!allowed.contains(key)) {
                throw new UnusableFile(
                        file,
                        member.line(),
                        "unknown key \"" + key + "\" in " + what + "; allowed: " + String.join(", ", allowed));
            }
        });
        return this;
    }

    Optional<YamlTree> member(String key) {
        return Optional.ofNullable(members.get(key)).map(Member::value);
    }

    YamlTree demanded(String what, String key) {
        return member(key).orElseThrow(() -> wrong(what + " lacks the key \"" + key + "\""));
    }

    /** The scalar of that key, not blank. */
    String scalar(String what, String key) {
        YamlTree value = demanded(what, key);
        if (value.kind != Kind.SCALAR || value.text.isBlank()) {
            throw value.wrong("\"" + key + "\" of " + what + " must be a text");
        }
        return value.text.strip();
    }

    Optional<String> optionalScalar(String what, String key) {
        return member(key).map(v -> scalar(what, key));
    }

    int wholeNumber(String what, String key) {
        String text = scalar(what, key);
        try {
            int number = Integer.parseInt(text);
            if (number >= 1) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below, together with the numbers that are too small.
        }
        throw demanded(what, key)
                .wrong("\"" + key + "\" of " + what + " must be a whole number from 1, not \"" + text + "\"");
    }

    List<YamlTree> list(String what, String key) {
        YamlTree value = demanded(what, key);
        if (value.kind != Kind.LIST) {
            throw value.wrong("\"" + key + "\" of " + what + " must be a list");
        }
        return value.items;
    }

    private static String firstLine(String message) {
        return message == null ? "" : message.strip().lines().findFirst().orElse("");
    }
}
