package io.github.sessionsurvival.wire;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** The parser, which reads bytes as they come, against {@link PlainEventStream}, which reads the whole text by the letter. */
class ServerSentEventsProperties {

    private static final int AMPLE = 1_000_000;

    @Property
    void readsWhatThePlainModelReads(@ForAll("streams") byte[] stream, @ForAll("cuts") List<Integer> cuts) {
        ServerSentEvents parser = new ServerSentEvents(AMPLE);
        List<ServerSentEvent> events = new ArrayList<>();
        int from = 0;
        for (int cut : cuts) {
            int to = Math.min(stream.length, from + cut);
            events.addAll(parser.feed(stream, from, to - from));
            from = to;
        }
        events.addAll(parser.feed(stream, from, stream.length - from));

        PlainEventStream model = PlainEventStream.of(stream);
        assertThat(events, is(model.events()));
        assertThat(parser.lastEventId(), is(model.lastEventId()));
        assertThat(parser.retry(), is(model.retry()));
    }

    @Property
    void endsReadingAtTheFirstLineOrEventAboveTheLimit(@ForAll("streams") byte[] stream) {
        int limit = 8;
        ServerSentEvents parser = new ServerSentEvents(limit);
        List<ServerSentEvent> events = parser.feed(stream, 0, stream.length);
        List<ServerSentEvent> all = PlainEventStream.of(stream).events();

        assertThat(events, is(all.subList(0, events.size())));
        assertThat(events.stream().allMatch(event -> event.data().length() <= limit), is(true));
        assertThat(parser.exceeded() || events.equals(all), is(true));
    }

    /** Mostly what a server could send, in every line ending, with bytes among it that no server should. */
    @Provide
    Arbitrary<byte[]> streams() {
        Arbitrary<String> words = Arbitraries.of(
                "data",
                "event",
                "id",
                "retry",
                "Data",
                "x",
                ":",
                ": ",
                "::",
                " ",
                "  ",
                "",
                "0",
                "17",
                "99999999999",
                "-1",
                "\0",
                "a\0b",
                "\t",
                "\uFEFF",
                "é",
                "€",
                "𝄞",
                "{",
                "}",
                "data:",
                "data: ",
                "id:",
                "id: 1",
                "event: e",
                "retry: 5",
                "\u2028",
                "\u0085");
        Arbitrary<byte[]> text = words.map(word -> word.getBytes(StandardCharsets.UTF_8));
        Arbitrary<byte[]> ends = Arbitraries.of("\n", "\r", "\r\n", "\n\n", "\r\n\r\n", "\r\r")
                .map(end -> end.getBytes(StandardCharsets.UTF_8));
        Arbitrary<byte[]> broken =
                Arbitraries.of(0x80, 0xC3, 0xE2, 0xF0, 0xFF, 0xEF, 0xBB, 0xBF).map(b -> new byte[] {b.byteValue()});
        return Arbitraries.frequencyOf(Tuple.of(8, text), Tuple.of(6, ends), Tuple.of(1, broken))
                .list()
                .ofMaxSize(40)
                .map(pieces -> {
                    ByteArrayOutputStream all = new ByteArrayOutputStream();
                    pieces.forEach(all::writeBytes);
                    return all.toByteArray();
                });
    }

    @Provide
    Arbitrary<List<Integer>> cuts() {
        return Arbitraries.integers().between(0, 7).list().ofMaxSize(60);
    }
}
