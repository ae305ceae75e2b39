package io.github.sessionsurvival.platform;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The events of a session's recent answers, so that a stream that broke off can be resumed (RES-02 to RES-04, SSE-10). An
 * event's id names its stream and place; stream names are random, so ids stay unique in a session over restarts (RES-01).
 * Bounded: the oldest streams are forgotten, very large ones never kept. Safe for many threads.
 */
final class EventLog {

    private static final int STREAMS = 32;
    private static final int CHARACTERS = 256 * 1024;
    private static final int COME_BACK_MILLIS = 50;
    private static final int STREAM_NAME_BYTES = 8;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Map<String, List<String>> streams = new LinkedHashMap<>();
    private final Defects defects;
    private int characters;

    EventLog(Defects defects) {
        this.defects = defects;
    }

    /** Records one answer's events; the text of a whole event stream. */
    String record(boolean primed, List<String> messages) {
        return String.join("", keep(primed ? List.of("data: \n\n") : List.of(), messages));
    }

    /** Records them too, but gives only the event that says when to come back for the others (SSE-05). */
    String begin(List<String> messages) {
        return keep(List.of("retry: " + COME_BACK_MILLIS + "\ndata: \n\n"), messages)
                .get(0);
    }

    /** @param priming SSE-04: an id and empty data, so that a client can resume before anything has been said */
    private synchronized List<String> keep(List<String> priming, List<String> messages) {
        byte[] name = new byte[STREAM_NAME_BYTES];
        if (!defects.has(Defect.EVENT_IDS_REPEATED)) {
            RANDOM.nextBytes(name);
        }
        String stream = HexFormat.of().formatHex(name);
        List<String> events = new ArrayList<>();
        priming.forEach(event -> events.add("id: " + stream + "-0\n" + event));
        for (String message : messages) {
            events.add("id: " + stream + "-" + events.size() + "\ndata: " + message + "\n\n");
        }
        int length = events.stream().mapToInt(String::length).sum();
        if (length <= CHARACTERS && !defects.has(Defect.NOTHING_REPLAYED)) {
            streams.put(stream, events);
            characters += length;
        }
        while (streams.size() > STREAMS || characters > CHARACTERS) {
            List<String> oldest = streams.remove(streams.keySet().iterator().next());
            characters -= oldest.stream().mapToInt(String::length).sum();
        }
        return events;
    }

    /** What came after that event on its own stream; empty where the stream is not known (any more). */
    synchronized Optional<String> after(String lastEventId) {
        int cut = lastEventId.lastIndexOf('-');
        List<String> events = cut < 0 ? null : streams.get(lastEventId.substring(0, cut));
        if (events == null) {
            return Optional.empty();
        }
        for (int i = 0; i < events.size(); i++) {
            if (events.get(i).startsWith("id: " + lastEventId + "\n")) {
                if (defects.has(Defect.EVERY_STREAM_REPLAYED)) {
                    return Optional.of(streams.values().stream()
                            .map(all -> String.join("", all))
                            .collect(Collectors.joining()));
                }
                if (defects.has(Defect.REPLAYED_FROM_THE_BEGINNING)) {
                    return Optional.of(String.join("", events));
                }
                return Optional.of(String.join("", events.subList(i + 1, events.size())));
            }
        }
        return Optional.empty();
    }
}
