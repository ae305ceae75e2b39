package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.Body;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Headers;
import io.github.sessionsurvival.wire.WireFault;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** One exchange from its sending to its record, as either endpoint sees it. Used by one thread. */
final class ExchangeInProgress {

    private final Endpoint.Outgoing outgoing;
    private final Deadlines deadlines;
    private final RunClock clock;
    private final ExchangeLog log;
    private final Consumer<Exchange> headersSeen;

    private final int number;
    private final Exchange.Request request;
    private final Instant startedAt;
    private volatile Duration sent;
    private volatile long startedNanos = System.nanoTime();

    private Optional<Duration> headersAt = Optional.empty();
    private Optional<Exchange.Answer> head = Optional.empty();
    private Optional<Reception> reception = Optional.empty();
    private Optional<WireFault> framing = Optional.empty();
    private long lastByteNanos;

    ExchangeInProgress(
            URI url,
            Endpoint.Outgoing outgoing,
            Headers headers,
            Deadlines deadlines,
            RunClock clock,
            ExchangeLog log,
            Consumer<Exchange> headersSeen) {
        this.outgoing = outgoing;
        this.deadlines = deadlines;
        this.clock = clock;
        this.log = log;
        this.headersSeen = headersSeen;
        this.number = log.nextNumber();
        this.request = new Exchange.Request(outgoing.method(), url, headers, outgoing.body());
        this.startedAt = clock.instant();
        this.sent = clock.now();
    }

    Exchange.Request request() {
        return request;
    }

    /** The request is being written now: only from here on does the time count against the server. */
    void begins() {
        sent = clock.now();
        startedNanos = System.nanoTime();
    }

    /** What is left until the headers must be complete; never negative. */
    Duration leftForHeaders() {
        return left(deadlines.headers().compareTo(deadlines.total()) < 0 ? deadlines.headers() : deadlines.total());
    }

    /** What is left until reading must be over; never negative. */
    Duration leftInTotal() {
        return left(deadlines.total());
    }

    private Duration left(Duration deadline) {
        Duration left = deadline.minusNanos(System.nanoTime() - startedNanos);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** The headers are complete: tells the caller, before a byte of the body is read (RST-06). False: read no body. */
    boolean answered(int status, Headers headers) {
        headersAt = Optional.of(clock.now());
        lastByteNanos = System.nanoTime();
        Exchange.Answer seen = new Exchange.Answer(status, headers, Body.EMPTY, List.of());
        head = Optional.of(seen);
        try {
            headersSeen.accept(exchange(Optional.empty()));
        } catch (RuntimeException e) {
            // The caller's own failure; its evidence must not be missing for it.
            log.record(exchange(Optional.empty()));
            throw e;
        }
        reception = Optional.of(new Reception(seen, outgoing.reading(), deadlines.bodyLimit()));
        if (outgoing.reading() instanceof Endpoint.Reading.HeadersOnly) {
            return false;
        }
        framing = BodyFraming.fault(status, headers);
        return framing.isEmpty();
    }

    /** The next bytes of the body; false when reading is over. */
    boolean take(byte[] piece, int offset, int length) {
        lastByteNanos = System.nanoTime();
        return reception.orElseThrow().take(piece, offset, length);
    }

    /** The body ended by itself. */
    void ended() {
        reception.orElseThrow().end();
    }

    /** A deadline passed: named by what was missing then. */
    WireFault late() {
        if (head.isEmpty()) {
            return new WireFault(WireFault.Kind.NO_HEADERS, inWords(deadlines.headers()));
        }
        // A server that still sends, however slowly, is told apart from one that has stopped.
        long silent = System.nanoTime() - lastByteNanos;
        boolean fellSilent = silent >= deadlines.total().toNanos() / 2;
        return new WireFault(
                fellSilent ? WireFault.Kind.BODY_SILENT : WireFault.Kind.BODY_TOO_SLOW, inWords(deadlines.total()));
    }

    /** Reading was cut, by a deadline or because the run is being ended: then the fault is not the server's. */
    WireFault cut() {
        boolean byDeadline =
                head.isEmpty() ? leftForHeaders().isZero() : leftInTotal().isZero();
        return byDeadline
                ? late()
                : new WireFault(
                        head.isEmpty() ? WireFault.Kind.LOST : WireFault.Kind.LOST_IN_BODY,
                        "cut by the suite itself, which is being ended");
    }

    /** Whether whoever listens has let go of it, so that its breaking off is nobody's fault. */
    boolean isLetGo() {
        return outgoing.reading() instanceof Endpoint.Reading.UntilLetGo until
                && until.letGo().isDone();
    }

    WireFault notConnected() {
        return new WireFault(WireFault.Kind.CONNECT_TIMEOUT, inWords(deadlines.connect()));
    }

    private static String inWords(Duration deadline) {
        long millis = deadline.toMillis();
        return millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms";
    }

    /** Ends and records the exchange; a fault of the reading itself, such as too large a body, stands where none is given. */
    Exchange recorded(Optional<WireFault> fault) {
        Exchange exchange = exchange(fault.or(() -> framing).or(() -> reception.flatMap(Reception::fault)));
        log.record(exchange);
        return exchange;
    }

    private Exchange exchange(Optional<WireFault> fault) {
        Optional<Exchange.Answer> answer = head.map(h -> reception
                .map(r -> new Exchange.Answer(h.status(), h.headers(), r.body(), r.events()))
                .orElse(h));
        return new Exchange(
                number,
                outgoing.purpose(),
                outgoing.caller().id(),
                request,
                answer,
                fault,
                new Exchange.Timing(startedAt, sent, headersAt, clock.now()));
    }
}
