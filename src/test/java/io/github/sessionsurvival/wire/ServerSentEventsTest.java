package io.github.sessionsurvival.wire;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ServerSentEventsTest {

    static Stream<Arguments> readsTheSameInPiecesOfAnySize() {
        return Stream.of(
                arguments("SSEP-01 one byte order mark is dropped", "\uFEFFdata:x\n\n", List.of(message("x"))),
                arguments("SSEP-01 a second one is part of the name", "\uFEFF\uFEFFdata:x\n\n", List.of()),
                arguments("SSEP-01 one on a later line is part of the name", "\n\uFEFFdata:x\n\n", List.of()),
                arguments("SSEP-01 a comment behind it", "\uFEFF:hi\ndata:x\n\n", List.of(message("x"))),
                arguments("SSEP-01 characters of every length", "data:é€𝄞\n\n", List.of(message("é€𝄞"))),
                arguments("SSEP-02 CR alone", "data:a\rdata:b\r\r", List.of(message("a\nb"))),
                arguments("SSEP-02 CRLF", "data:a\r\ndata:b\r\n\r\n", List.of(message("a\nb"))),
                arguments("SSEP-02 all mixed", "data:a\rdata:b\ndata:c\r\n\n", List.of(message("a\nb\nc"))),
                arguments(
                        "SSEP-02 LF then CR are two ends", "data:a\n\rdata:b\n\n", List.of(message("a"), message("b"))),
                arguments("SSEP-03 comments", ": keep-alive\n\n:\n:data:x\n\n", List.of()),
                arguments("SSEP-03 a comment within an event", "data:a\n: b\ndata:c\n\n", List.of(message("a\nc"))),
                arguments("SSEP-04 one space only", "data:  x\n\n", List.of(message(" x"))),
                arguments("SSEP-04 no tab", "data:\tx\n\n", List.of(message("\tx"))),
                arguments("SSEP-04 the first colon", "data:x:y\n\n", List.of(message("x:y"))),
                arguments("SSEP-04 a space before it is part of the name", "data :x\n\n", List.of()),
                arguments("SSEP-05 lines join", "data:{\ndata:}\n\n", List.of(message("{\n}"))),
                arguments("SSEP-05 empty lines count", "data:\ndata:\n\n", List.of(message("\n"))),
                arguments(
                        "SSEP-06 an id persists",
                        "id:1\ndata:a\n\ndata:b\n\n",
                        List.of(new ServerSentEvent("message", "a", "1"), new ServerSentEvent("message", "b", "1"))),
                arguments(
                        "SSEP-06 NUL keeps the old one",
                        "id:1\ndata:a\n\nid:a\0b\ndata:b\n\n",
                        List.of(new ServerSentEvent("message", "a", "1"), new ServerSentEvent("message", "b", "1"))),
                arguments(
                        "SSEP-06 an empty one resets",
                        "id:1\ndata:a\n\nid\ndata:b\n\n",
                        List.of(new ServerSentEvent("message", "a", "1"), message("b"))),
                arguments(
                        "SSEP-06 the id may follow the data",
                        "data:a\nid: 7\n\n",
                        List.of(new ServerSentEvent("message", "a", "7"))),
                arguments(
                        "SSEP-08 a block without data moves the cursor",
                        "id:5\nevent:x\n\ndata:a\n\n",
                        List.of(new ServerSentEvent("message", "a", "5"))),
                arguments("SSEP-08 empty data is an event", "data:\n\n", List.of(message(""))),
                arguments("SSEP-09 no blank line, no event", "data:x\n", List.of()),
                arguments("SSEP-09 no line end, no event", "data:a\n\ndata:x", List.of(message("a"))),
                arguments("SSEP-10 unknown fields and other cases", "Data:x\nfoo:1\nDATA: y\n\n", List.of()),
                arguments("SSEP-10 a name alone", "data\n\n", List.of(message(""))),
                arguments(
                        "SSEP-11 a type",
                        "event: endpoint\ndata: /x\n\n",
                        List.of(new ServerSentEvent("endpoint", "/x", ""))),
                arguments(
                        "SSEP-11 for one event only",
                        "event:e\ndata:a\n\ndata:b\n\n",
                        List.of(new ServerSentEvent("e", "a", ""), message("b"))),
                arguments("SSEP-11 an empty type is the default", "event:e\nevent:\ndata:a\n\n", List.of(message("a"))),
                arguments("nothing", "", List.of()),
                arguments("blank lines", "\n\r\n\r\r", List.of()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void readsTheSameInPiecesOfAnySize(String name, String stream, List<ServerSentEvent> events) {
        byte[] bytes = stream.getBytes(StandardCharsets.UTF_8);
        assertThat(name, ServerSentEvents.all(Body.of(bytes)), is(events));
        for (int size = 1; size <= Math.min(5, bytes.length); size++) {
            assertThat(name + " in pieces of " + size, inPieces(bytes, size), is(events));
        }
    }

    @Test
    void invalidBytesBecomeReplacementCharacters() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes("data:a".getBytes(StandardCharsets.US_ASCII));
        bytes.write(0xC3);
        bytes.writeBytes("\ndata:".getBytes(StandardCharsets.US_ASCII));
        bytes.write(0xFF);
        bytes.writeBytes("b\n\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(inPieces(bytes.toByteArray(), 1), is(List.of(message("a\uFFFD\n\uFFFDb"))));
    }

    static Stream<Arguments> retryCountsOnlyInDigits() {
        return Stream.of(
                arguments("10", Optional.of(Duration.ofMillis(10))),
                arguments("0", Optional.of(Duration.ZERO)),
                arguments("0010", Optional.of(Duration.ofMillis(10))),
                arguments("99999999999999999999", Optional.of(Duration.ofMillis(Integer.MAX_VALUE))),
                arguments("1.5", Optional.empty()),
                arguments("-1", Optional.empty()),
                arguments("+1", Optional.empty()),
                arguments("10ms", Optional.empty()),
                arguments("", Optional.empty()),
                arguments(" 10", Optional.empty()),
                arguments("\u0661", Optional.empty()));
    }

    @ParameterizedTest
    @MethodSource
    void retryCountsOnlyInDigits(String value, Optional<Duration> retry) {
        ServerSentEvents parser = new ServerSentEvents(1000);
        feed(parser, "retry: " + value + "\n");
        assertThat(parser.retry(), is(retry));
    }

    @Test
    void aBadRetryLeavesTheGoodOne() {
        ServerSentEvents parser = new ServerSentEvents(1000);
        feed(parser, "retry:10\nretry:x\n\n");
        assertThat(parser.retry(), is(Optional.of(Duration.ofMillis(10))));
    }

    @Test
    void theCursorMovesOnlyAtDispatch() {
        ServerSentEvents parser = new ServerSentEvents(1000);
        feed(parser, "id: 3\n");
        assertThat(parser.lastEventId(), is(""));
        feed(parser, "\n");
        assertThat(parser.lastEventId(), is("3"));
    }

    @Test
    void aLineBeyondTheLimitEndsTheReading() {
        ServerSentEvents parser = new ServerSentEvents(10);
        assertThat(feed(parser, "data:a\n\n"), hasSize(1));
        feed(parser, "data:123456");
        assertThat(parser.exceeded(), is(true));
        assertThat(feed(parser, "\n\ndata:b\n\n"), is(empty()));
    }

    @Test
    void anEventOfManyLinesBeyondTheLimitEndsTheReading() {
        ServerSentEvents parser = new ServerSentEvents(10);
        assertThat(feed(parser, "data:1234\ndata:5678\n\n"), hasSize(1));
        assertThat(parser.exceeded(), is(false));
        assertThat(feed(parser, "data:1234\ndata:5678\ndata:9\n\n"), is(empty()));
        assertThat(parser.exceeded(), is(true));
    }

    @Test
    void emptyDataLinesCountToo() {
        ServerSentEvents parser = new ServerSentEvents(10);
        feed(parser, "data\n".repeat(20));
        assertThat(parser.exceeded(), is(true));
    }

    @Test
    void endlessCommentsCostNothing() {
        ServerSentEvents parser = new ServerSentEvents(10);
        feed(parser, "\uFEFF:" + "x".repeat(100_000));
        feed(parser, "\n:" + "y".repeat(100_000) + "\n");
        assertThat(feed(parser, "data:a\n\n"), is(List.of(message("a"))));
    }

    @Test
    void aLimitOfNothingIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> new ServerSentEvents(0));
    }

    private static ServerSentEvent message(String data) {
        return new ServerSentEvent("message", data, "");
    }

    private static List<ServerSentEvent> feed(ServerSentEvents parser, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return parser.feed(bytes, 0, bytes.length);
    }

    private static List<ServerSentEvent> inPieces(byte[] bytes, int size) {
        ServerSentEvents parser = new ServerSentEvents(1000);
        List<ServerSentEvent> events = new ArrayList<>();
        for (int at = 0; at < bytes.length; at += size) {
            events.addAll(parser.feed(bytes, at, Math.min(size, bytes.length - at)));
        }
        return events;
    }
}
