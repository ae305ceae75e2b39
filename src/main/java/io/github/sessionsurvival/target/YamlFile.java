package io.github.sessionsurvival.target;

import io.github.sessionsurvival.wire.Excerpt;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * A YAML file read strictly: every complaint is one line of {@code file:line: what is wrong; what is allowed}. Unknown
 * keys are refused, since a misspelt key that is silently ignored tests another server than the one meant.
 *
 * @param shown how complaints name the file
 */
record YamlFile(String shown, YamlPart.Mapping root) {

    private static final int LONGEST_COMPLAINT = 400;
    private static final int MOST_BYTES = 256 * 1024;
    private static final Pattern PARSER_PLACE = Pattern.compile("(?m)^ in reader, line (\\d{1,9}), ");
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final Pattern DURATION = Pattern.compile("(\\d{1,7})(ms|s|m)");

    static YamlFile read(Path file) {
        byte[] bytes;
        try {
            if (Files.isDirectory(file)) {
                throw new ConfigurationFault(file + ": this is a folder; name the file in it");
            }
            if (!Files.exists(file)) {
                throw new ConfigurationFault(file + ": no such file");
            }
            if (Files.size(file) > MOST_BYTES) {
                throw new ConfigurationFault(
                        file + ": larger than " + MOST_BYTES / 1024 + " KB, which no file of this kind is");
            }
            bytes = Files.readAllBytes(file);
        } catch (IOException e) {
            throw new ConfigurationFault(file + ": cannot be read");
        }
        return parse(file.toString(), new String(bytes, StandardCharsets.UTF_8));
    }

    static YamlFile parse(String shown, String text) {
        try (JsonParser parser = YAMLMapper.shared().createParser(text)) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw new ConfigurationFault(shown + ": the file is empty");
            }
            YamlPart root = part(shown, parser, first);
            if (!(root instanceof YamlPart.Mapping mapping)) {
                throw new ConfigurationFault(
                        shown + ":1: the file holds " + root.inWords() + "; keys and values are expected");
            }
            return new YamlFile(shown, mapping);
        } catch (JacksonException e) {
            int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
            throw notYaml(
                    shown, line, Optional.ofNullable(e.getOriginalMessage()).orElse(""));
        }
    }

    /** The parser tells first what it was about, then what it found and where; only the latter helps. */
    private static ConfigurationFault notYaml(String shown, int begun, String complaint) {
        String why = complaint
                .lines()
                .filter(l -> !l.startsWith("while ") && !l.startsWith(" "))
                .findFirst()
                .orElse("it breaks off");
        int line = PARSER_PLACE
                .matcher(complaint)
                .results()
                .map(m -> Integer.parseInt(m.group(1)))
                .reduce((first, last) -> last)
                .orElse(begun);
        return fault(shown, line, "this is not YAML: " + why);
    }

    /** What the file says is repeated in one printable line, whatever it holds. */
    private static ConfigurationFault fault(String shown, int line, String what) {
        return new ConfigurationFault(shown + ":" + line + ": " + Excerpt.of(what, LONGEST_COMPLAINT));
    }

    /** No value here needs one, and neither a path nor a header can hold it. */
    private static String withoutControlCharacters(String shown, int line, String text) {
        text.chars()
                .filter(c -> Character.isISOControl(c) && "\t\r\n".indexOf(c) < 0)
                .findFirst()
                .ifPresent(c -> {
                    throw fault(shown, line, "a control character (U+%04X) stands here; take it out".formatted(c));
                });
        return text;
    }

    private static YamlPart part(String shown, JsonParser parser, JsonToken token) {
        int line = parser.currentTokenLocation().getLineNr();
        if (token == JsonToken.START_OBJECT) {
            Map<String, YamlPart> parts = new LinkedHashMap<>();
            Map<String, Integer> lines = new HashMap<>();
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                int keyLine = parser.currentTokenLocation().getLineNr();
                String key = withoutControlCharacters(shown, keyLine, parser.currentName());
                if (parts.containsKey(key)) {
                    throw fault(shown, keyLine, "'" + key + "' is given twice, first in line " + lines.get(key));
                }
                lines.put(key, keyLine);
                parts.put(key, part(shown, parser, parser.nextToken()));
            }
            return new YamlPart.Mapping(line, parts, lines);
        }
        if (token == JsonToken.START_ARRAY) {
            List<YamlPart> parts = new ArrayList<>();
            for (JsonToken next = parser.nextToken(); next != JsonToken.END_ARRAY; next = parser.nextToken()) {
                parts.add(part(shown, parser, next));
            }
            return new YamlPart.Sequence(line, parts);
        }
        String text = token == JsonToken.VALUE_NULL ? "" : withoutControlCharacters(shown, line, parser.getString());
        return new YamlPart.Scalar(line, text, token == JsonToken.VALUE_STRING);
    }

    ConfigurationFault fault(int line, String what) {
        return fault(shown, line, what);
    }

    /** Refuses every key outside the allowed ones. */
    void allow(YamlPart.Mapping mapping, String where, List<String> allowed) {
        for (String key : mapping.parts().keySet()) {
            if (!allowed.contains(key)) {
                String place = where.isEmpty() ? "" : " in '" + where + "'";
                throw fault(
                        mapping.lines().get(key),
                        "unknown key '" + key + "'" + place + "; allowed: " + String.join(", ", allowed));
            }
        }
    }

    Optional<YamlPart> at(YamlPart.Mapping mapping, String key) {
        return Optional.ofNullable(mapping.parts().get(key));
    }

    YamlPart.Mapping mapping(YamlPart part, String key) {
        if (part instanceof YamlPart.Mapping mapping) {
            return mapping;
        }
        throw fault(part.line(), "'" + key + "' is " + part.inWords() + "; keys and values are expected");
    }

    String text(YamlPart part, String key) {
        if (part instanceof YamlPart.Scalar scalar && !scalar.quotedOrPlain().isBlank()) {
            return scalar.quotedOrPlain();
        }
        throw fault(part.line(), "'" + key + "' is " + part.inWords() + "; a text is expected");
    }

    List<String> texts(YamlPart part, String key) {
        if (part instanceof YamlPart.Sequence sequence && !sequence.parts().isEmpty()) {
            return sequence.parts().stream().map(p -> text(p, key)).toList();
        }
        throw fault(part.line(), "'" + key + "' is a list of words, such as [./start.sh, \"--port\", \"8080\"]");
    }

    Duration duration(YamlPart part, String key) {
        if (part instanceof YamlPart.Scalar scalar) {
            Matcher matcher = DURATION.matcher(scalar.quotedOrPlain().toLowerCase(Locale.ROOT));
            if (matcher.matches()) {
                long amount = Long.parseLong(matcher.group(1));
                Duration duration =
                        switch (matcher.group(2)) {
                            case "ms" -> Duration.ofMillis(amount);
                            case "s" -> Duration.ofSeconds(amount);
                            default -> Duration.ofMinutes(amount);
                        };
                if (duration.compareTo(LONGEST) > 0) {
                    throw fault(part.line(), "'" + key + "' is a duration of at most 60m");
                }
                return duration;
            }
        }
        throw fault(part.line(), "'" + key + "' is a duration, such as 500ms, 20s or 2m");
    }

    /** The same, where nothing can be done in no time. */
    Duration someTime(YamlPart part, String key) {
        Duration duration = duration(part, key);
        if (duration.isZero()) {
            throw fault(part.line(), "'" + key + "' is a duration above zero, such as 500ms, 20s or 2m");
        }
        return duration;
    }

    Duration duration(YamlPart.Mapping mapping, String key, Duration otherwise) {
        return at(mapping, key).map(p -> duration(p, key)).orElse(otherwise);
    }

    Duration someTime(YamlPart.Mapping mapping, String key, Duration otherwise) {
        return at(mapping, key).map(p -> someTime(p, key)).orElse(otherwise);
    }

    /** A folder that exists, from the one where relative paths start. */
    Path folder(YamlPart part, Path from, String key) {
        Path folder = from.resolve(text(part, key)).normalize();
        if (!Files.isDirectory(folder)) {
            throw fault(part.line(), "'" + key + "' is no folder: " + folder);
        }
        return folder;
    }

    int count(YamlPart part, String key, int least, int most) {
        if (part instanceof YamlPart.Scalar scalar && scalar.quotedOrPlain().matches("-?\\d{1,9}")) {
            int value = Integer.parseInt(scalar.quotedOrPlain());
            if (value >= least && value <= most) {
                return value;
            }
        }
        throw fault(part.line(), "'" + key + "' is a whole number from " + least + " to " + most);
    }
}
