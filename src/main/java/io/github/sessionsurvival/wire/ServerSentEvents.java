package io.github.sessionsurvival.wire;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads an event stream as it arrives, in pieces of any size (WHATWG HTML, server-sent events; SSEP-01 to SSEP-11). It
 * holds one unfinished line and one unfinished event at most. An event that needs more than the limit ends the reading:
 * from then on nothing is dispatched and {@link #exceeded()} is true. Comments cost nothing, however long. One parser
 * reads one stream; it is not safe for several threads.
 *
 * <p>At the stream's end there is nothing to do: an event without its blank line is discarded (SSEP-09).
 */
public final class ServerSentEvents {

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    private static final String DEFAULT_TYPE = "message";
    private static final Pattern DIGITS = Pattern.compile("[0-9]+");
    private static final int DIGITS_OF_AN_INT = 9;

    private final int limit;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(256);
    private final StringBuilder data = new StringBuilder();

    private boolean firstLine = true;
    private boolean afterCarriageReturn;
    private boolean comment;
    private boolean exceeded;

    private boolean hasData;
    private String type = "";
    private String idOfBlock = "";
    private String lastEventId = "";
    private Optional<Duration> retry = Optional.empty();

    /**
     * @param limit the most bytes of one line, and the most characters of one event's data; above zero
     */
    public ServerSentEvents(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("the limit of an event is at least 1 byte, not " + limit);
        }
        this.limit = limit;
    }

    /** All events of a stream that is there as a whole, with the limit of its own length. */
    public static List<ServerSentEvent> all(Body body) {
        byte[] bytes = body.bytes();
        return new ServerSentEvents(Math.max(1, bytes.length)).feed(bytes, 0, bytes.length);
    }

    /** The last valid reconnection time of a stream that is there as a whole (SSEP-07). */
    public static Optional<Duration> retry(Body body) {
        byte[] bytes = body.bytes();
        ServerSentEvents events = new ServerSentEvents(Math.max(1, bytes.length));
        events.feed(bytes, 0, bytes.length);
        return events.retry();
    }

    /** The events that these bytes complete. */
    public List<ServerSentEvent> feed(byte[] bytes, int offset, int length) {
        List<ServerSentEvent> events = new ArrayList<>();
        for (int i = offset; i < offset + length && !exceeded; i++) {
            byte b = bytes[i];
            if (b == '\n' && afterCarriageReturn) {
                // The second half of a CRLF, which may have come in another piece, ends no line of its own (SSEP-02).
                afterCarriageReturn = false;
            } else if (b == '\n' || b == '\r') {
                afterCarriageReturn = b == '\r';
                endOfLine(events);
            } else {
                afterCarriageReturn = false;
                append(b);
            }
        }
        return events;
    }

    /** Whether an event or a line was larger than the limit; no event is dispatched after that. */
    public boolean exceeded() {
        return exceeded;
    }

    /** The last event id so far; empty when none was set, or an empty one reset it (SSEP-06). */
    public String lastEventId() {
        return lastEventId;
    }

    /** The last valid reconnection time (SSEP-07). */
    public Optional<Duration> retry() {
        return retry;
    }

    private void append(byte b) {
        if (comment) {
            return;
        }
        if (b == ':' && (line.size() == 0 || firstLine && isByteOrderMark(line))) {
            comment = true;
            line.reset();
            return;
        }
        if (line.size() >= limit) {
            exceed();
            return;
        }
        line.write(b);
    }

    private void exceed() {
        exceeded = true;
        line.reset();
        data.setLength(0);
        data.trimToSize();
    }

    private void endOfLine(List<ServerSentEvent> events) {
        boolean wasFirst = firstLine;
        firstLine = false;
        if (comment) {
            comment = false;
            return;
        }
        byte[] bytes = line.toByteArray();
        line.reset();
        int start = wasFirst && startsWithByteOrderMark(bytes) ? BYTE_ORDER_MARK.length : 0;
        // Line by line decodes like the whole: no byte of a UTF-8 sequence is a line end.
        String text = new String(bytes, start, bytes.length - start, StandardCharsets.UTF_8);
        if (text.isEmpty()) {
            dispatch(events);
            return;
        }
        int colon = text.indexOf(':');
        if (colon == 0) {
            return;
        }
        if (colon < 0) {
            field(text, "");
            return;
        }
        String value = text.substring(colon + 1);
        field(text.substring(0, colon), value.startsWith(" ") ? value.substring(1) : value);
    }

    private static boolean isByteOrderMark(ByteArrayOutputStream line) {
        return line.size() == BYTE_ORDER_MARK.length && startsWithByteOrderMark(line.toByteArray());
    }

    private static boolean startsWithByteOrderMark(byte[] bytes) {
        return bytes.length >= BYTE_ORDER_MARK.length
                && bytes[0] == BYTE_ORDER_MARK[0]
                && bytes[1] == BYTE_ORDER_MARK[1]
                && bytes[2] == BYTE_ORDER_MARK[2];
    }

    private void field(String name, String value) {
        switch (name) {
            case "data" -> {
                if (data.length() + value.length() + 1 > limit + 1) {
                    exceed();
                    return;
                }
                data.append(value).append('\n');
                hasData = true;
            }
            case "event" -> type = value;
            case "id" -> {
                if (value.indexOf('\0') < 0) {
                    idOfBlock = value;
                }
            }
            case "retry" -> {
                if (DIGITS.matcher(value).matches()) {
                    retry = Optional.of(milliseconds(value));
                }
            }
            default -> {
                // Unknown fields are ignored, and names are case-sensitive (SSEP-10).
            }
        }
    }

    /** Cut to what fits: a larger number means "never" all the same. */
    private static Duration milliseconds(String digits) {
        String significant = digits.replaceFirst("^0+(?=.)", "");
        return Duration.ofMillis(
                significant.length() > DIGITS_OF_AN_INT ? Integer.MAX_VALUE : Integer.parseInt(significant));
    }

    private void dispatch(List<ServerSentEvent> events) {
        lastEventId = idOfBlock;
        if (hasData) {
            String text = data.substring(0, data.length() - 1);
            events.add(new ServerSentEvent(type.isEmpty() ? DEFAULT_TYPE : type, text, lastEventId));
        }
        data.setLength(0);
        hasData = false;
        type = "";
    }
}
