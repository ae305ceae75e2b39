package io.github.sessionsurvival.cli;

import io.github.sessionsurvival.client.Endpoint;
import io.github.sessionsurvival.client.ExchangeLog;
import io.github.sessionsurvival.client.Receipt;
import io.github.sessionsurvival.client.SessionLedger;
import io.github.sessionsurvival.client.Waiter;
import io.github.sessionsurvival.steps.Run;
import io.github.sessionsurvival.wire.Body;
import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Headers;
import io.github.sessionsurvival.wire.Purpose;
import io.github.sessionsurvival.wire.SessionId;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Clients that get it wrong, in place of the suite's own: each is that client with something between it and what it works
 * with, so that it sends, waits or remembers otherwise than it believes. The evidence is of what was really sent.
 */
public enum ClientDouble {
    IMPATIENT(
            "waits half as long as it is told",
            run -> with(run, (Waiter) delay -> run.waiter().await(delay.dividedBy(2)))),
    BLIND(
            "takes every answer of status 503 for the restart answer",
            run -> with(run, takingForRestart(exchange -> exchange.status() == 503))),
    TRUSTING(
            "opens again whenever it is told to come back later",
            run -> with(
                    run,
                    takingForRestart(exchange -> exchange.answer()
                            .filter(a -> a.headers().has("Retry-After"))
                            .isPresent()))),
    STUBBORN("goes on after the eighth restart answer", run -> with(run, new Stubborn())),
    RECKLESS(
            "opens again when the line breaks",
            run -> with(run, again(Purpose.OPENING, exchange -> exchange.fault().isPresent()))),
    RESTLESS(
            "sends any request again after a restart answer",
            run -> with(run, (real, outgoing, log, seen) -> {
                Exchange exchange = real.send(outgoing, log, seen);
                return outgoing.purpose() != Purpose.OPENING
                                && outgoing.purpose() != Purpose.ENDING
                                && exchange.status() == 503
                        ? real.send(outgoing, log, seen)
                        : exchange;
            })),
    IMPROVISING("words its request anew for every attempt", run -> with(run, new Improvising())),
    FORGETFUL("forgets the sessions that it hears of", run -> with(run, new Forgetful(run.ledger()))),
    LEAKING("leaves without ending its sessions", run -> with(run, new Leaking(run.ledger()))),
    CONFUSED("goes on with a session that a failed opening named", run -> with(run, new Confused())),
    UNVERSIONED(
            "opens a session without saying its version",
            run -> with(
                    run,
                    editing(Purpose.OPENING, text -> text.replaceFirst("\"version\":\"[^\"]*\"", "\"version\":\"\"")))),
    SILENT("confirms nothing", run -> with(run, new Silent())),
    INSISTENT("confirms twice", run -> with(run, again(Purpose.CONFIRMATION, exchange -> true))),
    ABSENT_MINDED("names its session in no request", run -> with(run, without("mcp-session-id"))),
    VAGUE("names the revision in no request", run -> with(run, without("mcp-protocol-version"))),
    WAITING_FOR_THE_END(
            "waits for the end of every stream",
            run -> with(
                    run,
                    (real, outgoing, log, seen) -> real.send(
                            outgoing.reading() instanceof Endpoint.Reading.UntilResponse
                                    ? with(outgoing, outgoing.headers(), outgoing.body(), new Endpoint.Reading.Whole())
                                    : outgoing,
                            log,
                            seen)));

    private static final String RESTART_ANSWER =
            "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32001,\"message\":\"MCP session is restarting, please retry\"}}";

    private final String words;
    private final UnaryOperator<Run> changes;

    ClientDouble(String words, UnaryOperator<Run> changes) {
        this.words = words;
        this.changes = changes;
    }

    /** Its name. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What it does, after "the client". */
    public String words() {
        return words;
    }

    /** A run whose clients are of this kind. */
    public Run in(Run run) {
        return changes.apply(run);
    }

    /** What stands between the client and the endpoint. */
    private interface Between {
        Exchange send(Endpoint real, Endpoint.Outgoing outgoing, ExchangeLog log, Consumer<Exchange> seen);
    }

    private static Run with(Run run, Between between) {
        return with(run, through(run.patient(), between), through(run.swift(), between), run.ledger(), run.waiter());
    }

    private static Run with(Run run, Waiter waiter) {
        return with(run, run.patient(), run.swift(), run.ledger(), waiter);
    }

    private static Run with(Run run, SessionLedger ledger) {
        return with(run, run.patient(), run.swift(), ledger, run.waiter());
    }

    private static Run with(Run run, Endpoint patient, Endpoint swift, SessionLedger ledger, Waiter waiter) {
        return new Run(
                run.id(),
                run.target(),
                run.lever(),
                patient,
                swift,
                ledger,
                waiter,
                run.clock(),
                run.redaction(),
                run.pace(),
                run.allowed(),
                run.asks(),
                run.keepsSessions(),
                run.sessionless());
    }

    private static Endpoint through(Endpoint real, Between between) {
        return (outgoing, log, seen) -> between.send(real, outgoing, log, seen);
    }

    private static Endpoint.Outgoing with(
            Endpoint.Outgoing outgoing, Headers headers, Body body, Endpoint.Reading reading) {
        return new Endpoint.Outgoing(
                outgoing.purpose(), outgoing.caller(), outgoing.method(), headers, body, reading, outgoing.elsewhere());
    }

    /** Of an answer that is not one, the client believes that it is the restart answer. */
    private static Between takingForRestart(Predicate<Exchange> which) {
        return (real, outgoing, log, seen) -> {
            Exchange exchange = real.send(outgoing, log, seen);
            if (outgoing.purpose() != Purpose.OPENING || exchange.status() == 200 || !which.test(exchange)) {
                return exchange;
            }
            Headers headers =
                    Headers.NONE.with("Content-Type", "application/json").with("Retry-After", "0");
            return new Exchange(
                    exchange.number(),
                    exchange.purpose(),
                    exchange.caller(),
                    exchange.request(),
                    Optional.of(new Exchange.Answer(503, headers, Body.of(RESTART_ANSWER), List.of())),
                    Optional.empty(),
                    exchange.timing());
        };
    }

    private static Between again(Purpose purpose, Predicate<Exchange> which) {
        return (real, outgoing, log, seen) -> {
            Exchange exchange = real.send(outgoing, log, seen);
            return outgoing.purpose() == purpose && which.test(exchange) ? real.send(outgoing, log, seen) : exchange;
        };
    }

    private static Between editing(Purpose purpose, UnaryOperator<String> edit) {
        return (real, outgoing, log, seen) -> real.send(
                outgoing.purpose() == purpose
                        ? with(
                                outgoing,
                                outgoing.headers(),
                                Body.of(edit.apply(outgoing.body().text())),
                                outgoing.reading())
                        : outgoing,
                log,
                seen);
    }

    /** Endings keep what they name: this is about a client that works, not one that leaves. */
    private static Between without(String header) {
        return (real, outgoing, log, seen) -> real.send(
                outgoing.purpose() == Purpose.PROBE
                        ? with(
                                outgoing,
                                new Headers(outgoing.headers().fields().stream()
                                        .filter(field -> !field.name().equalsIgnoreCase(header))
                                        .toList()),
                                outgoing.body(),
                                outgoing.reading())
                        : outgoing,
                log,
                seen);
    }

    /** Where the client gives up, it does not. */
    private static final class Stubborn implements Between {

        private static final int GIVES_UP = 8;
        private static final int TRIES_MORE = 3;

        private final Map<Body, Integer> restarts = new ConcurrentHashMap<>();

        @Override
        public Exchange send(Endpoint real, Endpoint.Outgoing outgoing, ExchangeLog log, Consumer<Exchange> seen) {
            Exchange exchange = real.send(outgoing, log, seen);
            if (outgoing.purpose() != Purpose.OPENING || exchange.status() != 503) {
                return exchange;
            }
            boolean last = restarts.merge(outgoing.body(), 1, Integer::sum) >= GIVES_UP;
            for (int more = 0; last && more < TRIES_MORE && exchange.status() == 503; more++) {
                exchange = real.send(outgoing, log, seen);
            }
            return exchange;
        }
    }

    private static final class Improvising implements Between {

        private final Map<Body, Integer> attempts = new ConcurrentHashMap<>();

        @Override
        public Exchange send(Endpoint real, Endpoint.Outgoing outgoing, ExchangeLog log, Consumer<Exchange> seen) {
            if (outgoing.purpose() != Purpose.OPENING) {
                return real.send(outgoing, log, seen);
            }
            int before = attempts.merge(outgoing.body(), 1, Integer::sum) - 1;
            return real.send(
                    with(
                            outgoing,
                            outgoing.headers(),
                            Body.of(outgoing.body().text() + " ".repeat(before)),
                            outgoing.reading()),
                    log,
                    seen);
        }
    }

    /** The next opening names what the one before was given beside a refusal. */
    private static final class Confused implements Between {

        private final Map<ExchangeLog, SessionId> named = new ConcurrentHashMap<>();

        @Override
        public Exchange send(Endpoint real, Endpoint.Outgoing outgoing, ExchangeLog log, Consumer<Exchange> seen) {
            SessionId before = named.get(log);
            Exchange exchange = real.send(
                    outgoing.purpose() == Purpose.OPENING && before != null
                            ? with(
                                    outgoing,
                                    outgoing.headers().with("Mcp-Session-Id", before.value()),
                                    outgoing.body(),
                                    outgoing.reading())
                            : outgoing,
                    log,
                    seen);
            if (outgoing.purpose() == Purpose.OPENING && exchange.status() != 200) {
                exchange.sessionId().ifPresent(id -> named.put(log, id));
            }
            return exchange;
        }
    }

    /** Of the confirmation it believes that it was sent. */
    private static final class Silent implements Between {

        private static final URI NOBODY = URI.create("http://127.0.0.1/");

        @Override
        public Exchange send(Endpoint real, Endpoint.Outgoing outgoing, ExchangeLog log, Consumer<Exchange> seen) {
            if (outgoing.purpose() != Purpose.CONFIRMATION) {
                return real.send(outgoing, log, seen);
            }
            Instant now = Instant.now();
            return new Exchange(
                    0,
                    outgoing.purpose(),
                    outgoing.caller().id(),
                    new Exchange.Request(outgoing.method(), NOBODY, outgoing.headers(), outgoing.body()),
                    Optional.of(new Exchange.Answer(202, Headers.NONE, Body.EMPTY, List.of())),
                    Optional.empty(),
                    new Exchange.Timing(now, Duration.ZERO, Optional.of(Duration.ZERO), Duration.ZERO));
        }
    }

    /** Nothing is noted, so that nothing can be ended. */
    private static final class Forgetful extends Ledger {
        Forgetful(SessionLedger real) {
            super(real);
        }

        @Override
        public void note(SessionId id, Caller caller, String scenario, int exchange) {
            // Heard, and forgotten.
        }
    }

    /** What is noted is not ended. */
    private static final class Leaking extends Ledger {
        Leaking(SessionLedger real) {
            super(real);
        }

        @Override
        public List<Receipt> endAllOf(String scenario, ExchangeLog log) {
            return List.of();
        }

        @Override
        public List<Receipt> endAllOf(String scenario) {
            return List.of();
        }
    }

    /** Hands everything on. */
    private abstract static class Ledger implements SessionLedger {
        private final SessionLedger real;

        Ledger(SessionLedger real) {
            this.real = real;
        }

        @Override
        public void note(SessionId id, Caller caller, String scenario, int exchange) {
            real.note(id, caller, scenario, exchange);
        }

        @Override
        public void endedByScenario(SessionId id) {
            real.endedByScenario(id);
        }

        @Override
        public void mayExist(Caller caller, String scenario, int exchange) {
            real.mayExist(caller, scenario, exchange);
        }

        @Override
        public List<SessionId> notedBy(String scenario) {
            return real.notedBy(scenario);
        }

        @Override
        public int notedAtExchange(SessionId id) {
            return real.notedAtExchange(id);
        }

        @Override
        public List<Receipt> endAllOf(String scenario) {
            return real.endAllOf(scenario);
        }

        @Override
        public List<Receipt> endAllOf(String scenario, ExchangeLog log) {
            return real.endAllOf(scenario, log);
        }

        @Override
        public void unnamedReclaimed(Caller caller) {
            real.unnamedReclaimed(caller);
        }

        @Override
        public Optional<Admission> admitOpening(Caller caller, String scenario) {
            return real.admitOpening(caller, scenario);
        }

        @Override
        public void barOpenings() {
            real.barOpenings();
        }

        @Override
        public boolean openingsBarred() {
            return real.openingsBarred();
        }

        @Override
        public List<Receipt> endEverything(Duration within) {
            return real.endEverything(within);
        }

        @Override
        public List<Receipt> receipts() {
            return real.receipts();
        }

        @Override
        public List<String> possiblyLeftBehind() {
            return real.possiblyLeftBehind();
        }
    }
}
