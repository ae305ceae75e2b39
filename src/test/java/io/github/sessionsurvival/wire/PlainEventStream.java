package io.github.sessionsurvival.wire;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An event stream as the WHATWG's standard words it, section by section, of a text that is there as a whole: decode, drop
 * one byte order mark, cut into lines, go through them. Slow, and plain enough to be right.
 */
record PlainEventStream(List<ServerSentEvent> events, String lastEventId, Optional<Duration> retry) {

    static PlainEventStream of(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (text.startsWith("\uFEFF")) {
            text = text.substring(1);
        }
        List<ServerSentEvent> events = new ArrayList<>();
        String lastEventId = "";
        Optional<Duration> retry = Optional.empty();
        String data = "";
        String type = "";
        String id = "";
        for (String line : lines(text)) {
            if (line.isEmpty()) {
                lastEventId = id;
                if (!data.isEmpty()) {
                    events.add(new ServerSentEvent(
                            type.isEmpty() ? "message" : type, data.substring(0, data.length() - 1), lastEventId));
                }
                data = "";
                type = "";
                continue;
            }
            int colon = line.indexOf(':');
            String name = colon < 0 ? line : line.substring(0, colon);
            String value = colon < 0 ? "" : line.substring(colon + 1);
            if (value.startsWith(" ")) {
                value = value.substring(1);
            }
            if (name.equals("event")) {
                type = value;
            } else if (name.equals("data")) {
                data += value + "\n";
            } else if (name.equals("id") && value.indexOf('\0') < 0) {
                id = value;
            } else if (name.equals("retry") && isDigits(value)) {
                retry = Optional.of(milliseconds(value));
            }
        }
        return new PlainEventStream(events, lastEventId, retry);
    }

    /** Without the last, which no line end has ended. */
    private static List<String> lines(String text) {
        List<String> lines = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\r' || c == '\n') {
                lines.add(text.substring(from, i));
                if (c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n') {
                    i++;
                }
                from = i + 1;
            }
        }
        return lines;
    }

    private static boolean isDigits(String value) {
        return !value.isEmpty() && value.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static Duration milliseconds(String digits) {
        BigInteger number = new BigInteger(digits);
        BigInteger most = BigInteger.valueOf(999_999_999);
        return Duration.ofMillis(number.compareTo(most) > 0 ? Integer.MAX_VALUE : number.intValue());
    }
}
