package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.SessionId;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The lines of a journal, written and read back: one JSON object a line. Pure; the file itself is {@link Journal}'s. */
final class JournalText {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int FORMAT = 1;

    private JournalText() {}

    static String header(JournalHeader header) {
        ObjectNode line = JSON.createObjectNode()
                .put("journal", FORMAT)
                .put("run", header.run())
                .put("target", header.target())
                .put("url", header.url().toString());
        header.reference().ifPresent(r -> line.put("reference", r));
        return line.put("startedAt", header.startedAt().toString()).toString();
    }

    static String noted(NotedSession noted) {
        ObjectNode line = JSON.createObjectNode();
        line.putObject("noted")
                .put("id", noted.id().value())
                .put("caller", noted.caller())
                .put("scenario", noted.scenario())
                .put("exchange", noted.exchange())
                .put("at", noted.at().toString());
        return line.toString();
    }

    static String ended(SessionId id) {
        return JSON.createObjectNode().put("ended", id.value()).toString();
    }

    static String mayExist(UnnamedSession unnamed) {
        ObjectNode line = JSON.createObjectNode();
        line.putObject("mayExist")
                .put("caller", unnamed.caller())
                .put("scenario", unnamed.scenario())
                .put("exchange", unnamed.exchange());
        return line.toString();
    }

    static String opening(int number, String caller, String scenario) {
        ObjectNode line = JSON.createObjectNode();
        line.putObject("opening").put("number", number).put("caller", caller).put("scenario", scenario);
        return line.toString();
    }

    static String openingOver(int number) {
        return JSON.createObjectNode().put("openingOver", number).toString();
    }

    /**
     * What a journal says.
     *
     * @param header empty where it never reached the disk whole: then nothing can have been noted after it
     * @param held what was noted and not ended, in order
     * @param unnamed what may exist, openings that were never over included
     * @param damaged lines that are no entry, a torn last line included
     * @param endsWithinLine whether the file ends without a line's end, so that more must begin a new line first
     */
    record Reading(
            Optional<JournalHeader> header,
            Map<SessionId, NotedSession> held,
            List<UnnamedSession> unnamed,
            int damaged,
            boolean endsWithinLine) {}

    /** Reads what is whole. A line torn anywhere counts as damaged: its closing brace is missing, so it is no object. */
    static Reading read(byte[] bytes) {
        Optional<JournalHeader> header = Optional.empty();
        Map<SessionId, NotedSession> held = new LinkedHashMap<>();
        List<UnnamedSession> unnamed = new ArrayList<>();
        Map<Integer, UnnamedSession> inFlight = new LinkedHashMap<>();
        int damaged = 0;
        String text = new String(bytes, StandardCharsets.UTF_8);
        for (String line : text.split("\n", -1)) {
            if (line.isEmpty()) {
                continue;
            }
            try {
                JsonNode entry = JSON.readTree(line);
                if (entry.has("journal")) {
                    header = Optional.of(readHeader(entry));
                } else if (entry.has("noted")) {
                    NotedSession noted = readNoted(entry.get("noted"));
                    held.putIfAbsent(noted.id(), noted);
                } else if (entry.has("ended")) {
                    held.remove(new SessionId(text(entry, "ended")));
                } else if (entry.has("mayExist")) {
                    unnamed.add(readUnnamed(entry.get("mayExist")));
                } else if (entry.has("opening")) {
                    JsonNode opening = entry.get("opening");
                    inFlight.put(
                            number(opening, "number"),
                            UnnamedSession.inFlight(text(opening, "caller"), text(opening, "scenario")));
                } else if (entry.has("openingOver")) {
                    inFlight.remove(number(entry, "openingOver"));
                } else {
                    damaged++;
                }
            } catch (JacksonException | IllegalArgumentException | DateTimeException e) {
                damaged++;
            }
        }
        unnamed.addAll(inFlight.values());
        return new Reading(header, held, unnamed, damaged, !text.isEmpty() && !text.endsWith("\n"));
    }

    private static JournalHeader readHeader(JsonNode line) {
        if (number(line, "journal") != FORMAT) {
            throw new IllegalArgumentException("a later format");
        }
        return new JournalHeader(
                text(line, "run"),
                text(line, "target"),
                URI.create(text(line, "url")),
                line.has("reference") ? Optional.of(text(line, "reference")) : Optional.empty(),
                Instant.parse(text(line, "startedAt")));
    }

    private static NotedSession readNoted(JsonNode noted) {
        return new NotedSession(
                new SessionId(text(noted, "id")),
                text(noted, "caller"),
                text(noted, "scenario"),
                number(noted, "exchange"),
                Duration.parse(text(noted, "at")));
    }

    private static UnnamedSession readUnnamed(JsonNode unnamed) {
        return new UnnamedSession(text(unnamed, "caller"), text(unnamed, "scenario"), number(unnamed, "exchange"));
    }

    private static String text(JsonNode object, String member) {
        JsonNode value = object.get(member);
        if (value == null || !value.isString()) {
            throw new IllegalArgumentException("no text: " + member);
        }
        return value.asString();
    }

    private static int number(JsonNode object, String member) {
        JsonNode value = object.get(member);
        if (value == null || !value.isInt()) {
            throw new IllegalArgumentException("no number: " + member);
        }
        return value.asInt();
    }
}
