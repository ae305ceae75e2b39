package io.github.sessionsurvival.wire;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One request and what came back: the unit of evidence, cited by its number. Judgement runs on these, after the fact.
 *
 * @param number counts from 1 within a scenario
 * @param purpose why it was sent
 * @param caller the sender's id
 * @param request what was sent
 * @param answer what was received, as far as headers went; empty when none came
 * @param fault why the answer is not whole; empty when it is
 * @param timing when
 */
public record Exchange(
        int number,
        Purpose purpose,
        String caller,
        Request request,
        Optional<Answer> answer,
        Optional<WireFault> fault,
        Timing timing) {

    /** What was sent: the exact bytes, so that "the same request" can be compared (RST-02). */
    public record Request(String method, URI url, Headers headers, Body body) {}

    /**
     * What was received.
     *
     * @param body the bytes read before the reading stopped
     * @param events the events of an event stream, in order; empty for other media types
     */
    public record Answer(int status, Headers headers, Body body, List<ServerSentEvent> events) {
        public Answer {
            events = List.copyOf(events);
        }

        /** Only a 200 of that media type is an event stream (SSEP-12); the body of any other is a body. */
        public boolean isEventStream() {
            return status == 200 && headers.mediaType().equals("text/event-stream");
        }
    }

    /**
     * Instants on the run's monotonic clock, counted from the run's start.
     *
     * @param startedAt wall clock, for people and for HTTP dates
     * @param sent when sending began
     * @param headersSeen when the headers were complete; empty when they never were
     * @param ended when reading stopped
     */
    public record Timing(Instant startedAt, Duration sent, Optional<Duration> headersSeen, Duration ended) {}

    /** The same exchange under another number. */
    public Exchange numbered(int other) {
        return new Exchange(other, purpose, caller, request, answer, fault, timing);
    }

    /** The status, or 0 where no answer came. */
    public int status() {
        return answer.map(Answer::status).orElse(0);
    }

    /** The session id the answer names, whatever its status. */
    public Optional<SessionId> sessionId() {
        return answer.flatMap(a -> a.headers().sessionId());
    }

    /** One line for people: "503 in 12 ms" or the fault in words. */
    public String outcomeInWords() {
        String status = answer.map(a -> Integer.toString(a.status())).orElse("no answer");
        return fault.map(f -> status + ", " + f.inWords()).orElse(status);
    }
}
