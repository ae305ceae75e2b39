package io.github.sessionsurvival.steps;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import io.github.sessionsurvival.wire.Body;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Headers;
import io.github.sessionsurvival.wire.ServerSentEvents;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.IntNode;

/** Streams are written in short: an event is {@code id=what it says}, and {@code 1!} is the answer to request 1. */
class QualityTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            holds its answer once                  | a=1!             | -                                | -
            holds its answer once                  | a= b=note c=1!   | -                                | -
            holds its answer once                  | a=note           | its answer came 0 times          | -
            holds its answer once                  | a=1! b=1!        | its answer came 2 times          | -
            holds its answer once                  | a=2!             | its answer came 0 times          | -
            ends behind its answer                 | a=note b=1!      | -                                | -
            ends behind its answer                 | a=1! b=note      | something else came last         | -
            does not end before its answer         | a=note b=1!      | -                                | -
            does not end before its answer         | a=1! b=note      | -                                | -
            does not end before its answer         | a=note           | it ended without its answer      | -
            does not end before its answer         | a=2!             | it ended without its answer      | -
            begins with an event that says nothing | a= b=1!          | -                                | -
            begins with an event that says nothing | a=1!             | its first event says something   | -
            names no event twice                   | a= b=1!          | -                                | c=2!
            names no event twice                   | a= a=note        | -                                | c=2!
            names no event twice                   | a= b=note a=1!   | two events have the same id      | -
            names no event twice                   | a= b=1!          | two events have the same id      | b=2!
            says nothing of other requests         | a=note b=1!      | -                                | -
            says nothing of other requests         | a=2! b=1!        | it answers another request       | -
            answers no request                     | a=note b=?roots  | -                                | -
            answers no request                     | a=2!             | it answers request 2             | -
            asks for nothing but a ping            | a=?ping b=note   | -                                | -
            asks for nothing but a ping            | a=?roots         | it asks for something (roots)    | -
            says nothing that another says         | a=note           | -                                | b=?ping
            says nothing that another says         | a=note           | it says what another says (note) | b=note
            says nothing again                     | a=               | -                                | a=note
            says nothing again                     | b=?ping          | -                                | a=note
            says nothing again                     | a=note           | it says what was read before     | a=note
            """)
    void isToldByTheEvents(String words, String stream, String fault, String before) {
        List<Quality.Streamed> all = new ArrayList<>();
        if (before != null) {
            all.add(streamed(2, before));
        }
        all.add(streamed(1, stream));

        assertThat(Quality.inWords(words).faultOf(all.get(all.size() - 1), all), is(Optional.ofNullable(fault)));
    }

    /** MOD-25: a notice asks for nothing, a request does. */
    @ParameterizedTest
    @CsvSource({"a=note b=1!, true", "a=?roots b=1!, false"})
    void aStreamThatAsksForNothingHasNoRequests(String stream, boolean holds) {
        Quality.Streamed read = streamed(1, stream);

        assertThat(Quality.NO_REQUESTS.faultOf(read, List.of(read)).isEmpty(), is(holds));
    }

    /** TOPO-04, TOPO-10: who ended it is not told by what it said. */
    @ParameterizedTest
    @CsvSource({"true, true", "false, false"})
    void aStreamIsOverWhereTheClientHadNotLetGoOfIt(boolean over, boolean ended) {
        Quality.Streamed said = streamed(1, "a=note");
        Quality.Streamed stream = new Quality.Streamed(said.exchange(), said.request(), over);

        assertThat(Quality.ENDED.faultOf(stream, List.of(stream)).isEmpty(), is(ended));
        assertThat(Quality.OPEN.faultOf(stream, List.of(stream)).isEmpty(), is(!ended));
    }

    /** SSE-05. */
    @ParameterizedTest
    @CsvSource({"retry: 200, true", "retry: soon, false", ": a comment, false"})
    void aStreamThatEndsEarlySaysWhenToComeBack(String line, boolean holds) {
        Exchange read = Exchanges.answered(
                200, Headers.NONE.with("Content-Type", "text/event-stream"), "id: a\n" + line + "\ndata: \n\n");
        Quality.Streamed stream = new Quality.Streamed(read, IntNode.valueOf(1));

        assertThat(Quality.ADVISES.faultOf(stream, List.of(stream)).isEmpty(), is(holds));
    }

    /** MOD-27. */
    @ParameterizedTest
    @CsvSource({"X-Accel-Buffering, no, true", "X-Accel-Buffering, yes, false", "X-Other, no, false"})
    void aStreamThatIsNotToBeHeldBackSaysSo(String name, String value, boolean holds) {
        Quality.Streamed read = streamed(1, "a=1!");
        Exchange.Answer answer = read.exchange().answer().orElseThrow();
        Quality.Streamed marked = new Quality.Streamed(
                new Exchange(
                        1,
                        read.exchange().purpose(),
                        "main",
                        read.exchange().request(),
                        Optional.of(new Exchange.Answer(
                                200, answer.headers().with(name, value), answer.body(), answer.events())),
                        Optional.empty(),
                        read.exchange().timing()),
                read.request());

        assertThat(Quality.UNBUFFERED.faultOf(marked, List.of(marked)).isEmpty(), is(holds));
    }

    private static Quality.Streamed streamed(int request, String shorthand) {
        StringBuilder text = new StringBuilder();
        for (String event : shorthand.strip().split(" ")) {
            String[] parts = event.split("=", 2);
            text.append("id: ")
                    .append(parts[0])
                    .append("\ndata: ")
                    .append(message(parts[1]))
                    .append("\n\n");
        }
        Exchange read =
                Exchanges.answered(200, Headers.NONE.with("Content-Type", "text/event-stream"), text.toString());
        Exchange.Answer answer = read.answer().orElseThrow();
        Exchange.Answer withEvents = new Exchange.Answer(
                answer.status(), answer.headers(), answer.body(), ServerSentEvents.all(Body.of(text.toString())));
        return new Quality.Streamed(
                new Exchange(
                        read.number(),
                        read.purpose(),
                        read.caller(),
                        read.request(),
                        Optional.of(withEvents),
                        Optional.empty(),
                        read.timing()),
                IntNode.valueOf(request));
    }

    private static String message(String shorthand) {
        if (shorthand.isEmpty()) {
            return "";
        }
        if (shorthand.startsWith("?")) {
            return "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"" + shorthand.substring(1) + "\"}";
        }
        return shorthand.endsWith("!")
                ? "{\"jsonrpc\":\"2.0\",\"id\":" + shorthand.replace("!", "") + ",\"result\":{}}"
                : "{\"jsonrpc\":\"2.0\",\"method\":\"" + shorthand + "\"}";
    }
}
