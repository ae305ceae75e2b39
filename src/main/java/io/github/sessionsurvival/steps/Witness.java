package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.client.Attempt;
import io.github.sessionsurvival.client.Opening;
import io.github.sessionsurvival.client.Receipt;
import io.github.sessionsurvival.verdict.Evidence;
import io.github.sessionsurvival.wire.Body;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Headers;
import io.github.sessionsurvival.wire.Redaction;
import io.github.sessionsurvival.wire.RestartAnswer;
import io.github.sessionsurvival.wire.RetryAfter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Tells what was sent and received as evidence for people: without secrets, bodies cut, control characters visible. The
 * only way from an exchange to a report.
 */
final class Witness {

    private static final int BODY_SHOWN = 4 * 1024;
    private static final int READ_FOR_SHOWING = 16 * BODY_SHOWN;
    private static final String REDACTED = "[redacted]";
    private static final Set<String> CREDENTIALS =
            Set.of("authorization", "proxy-authorization", "cookie", "set-cookie", "x-control-token");

    private final Redaction redaction;
    private final Optional<RestartAnswer> contract;
    private final Set<String> secretHeaders;

    /** @param secretHeaders lower-case names of further headers whose values are secrets */
    Witness(Redaction redaction, Optional<RestartAnswer> contract, Set<String> secretHeaders) {
        this.redaction = redaction;
        this.contract = contract;
        this.secretHeaders = Set.copyOf(secretHeaders);
    }

    Evidence.Seen exchange(Exchange exchange) {
        Exchange.Timing timing = exchange.timing();
        return new Evidence.Seen(
                exchange.number(),
                exchange.purpose().inWords(),
                shown(exchange.caller()),
                exchange.request().method(),
                shown(exchange.request().url().toString()),
                lines(exchange.request().headers()),
                text(exchange.request().body()),
                exchange.status(),
                exchange.answer().map(a -> lines(a.headers())).orElse(List.of()),
                exchange.answer().map(a -> text(a.body())).orElse(""),
                exchange.answer().map(a -> a.body().length()).orElse(0),
                exchange.fault().map(f -> shown(f.inWords())).orElse(""),
                millis(timing.sent()),
                timing.headersSeen().map(Witness::millis).orElse(-1.0),
                millis(timing.ended()));
    }

    Evidence.OpeningSeen opening(Opening opening) {
        return new Evidence.OpeningSeen(
                opening.attempts().stream().map(this::attempt).toList(),
                opening.failure().map(this::shown).orElse("the session is open"));
    }

    private Evidence.AttemptSeen attempt(Attempt attempt) {
        RetryAfter advertised = attempt.advertised();
        return new Evidence.AttemptSeen(
                attempt.exchange().number(),
                attempt.restartAnswer(),
                difference(attempt),
                advertised.delay().map(Witness::millis).orElse(-1.0),
                advertised.text().map(this::shown).orElse(""),
                attempt.waited().map(w -> millis(w.asked())).orElse(-1.0),
                attempt.waited().map(w -> millis(w.measured())).orElse(-1.0));
    }

    /** Only what is neither the restart answer nor a success is a look-alike. */
    private String difference(Attempt attempt) {
        if (attempt.restartAnswer() || Reply.result(attempt.exchange()).isPresent()) {
            return "";
        }
        return contract.flatMap(c ->
                        attempt.exchange().answer().flatMap(answer -> c.difference(answer.status(), answer.body())))
                .map(difference -> shown(difference.inWords()))
                .orElse("");
    }

    Evidence.ReceiptSeen receipt(Receipt receipt) {
        return new Evidence.ReceiptSeen(
                receipt.id().shortened(),
                receipt.notedAtExchange(),
                millis(receipt.notedAt()),
                receipt.outcome().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                shown(receipt.detail()),
                receipt.endedStatus().orElse(0));
    }

    private List<Evidence.Line> lines(Headers headers) {
        return headers.fields().stream()
                .map(field -> new Evidence.Line(
                        shown(field.name()), isSecret(field.name()) ? REDACTED : shown(field.value())))
                .toList();
    }

    private boolean isSecret(String header) {
        String name = header.toLowerCase(Locale.ROOT);
        return CREDENTIALS.contains(name) || secretHeaders.contains(name);
    }

    /** Redacted before it is cut: half a secret at the cut would not be recognised. */
    private String text(Body body) {
        String whole = body.text();
        String safe = whole.length() > READ_FOR_SHOWING
                ? visible(redaction.applyToCut(whole.substring(0, READ_FOR_SHOWING)))
                : shown(whole);
        return safe.length() > BODY_SHOWN ? safe.substring(0, BODY_SHOWN) + "…" : safe;
    }

    private String shown(String text) {
        return visible(redaction.apply(text));
    }

    private static String visible(String safe) {
        StringBuilder visible = new StringBuilder(safe.length());
        safe.codePoints().forEach(c -> appendVisible(visible, c));
        return visible.toString();
    }

    private static void appendVisible(StringBuilder visible, int c) {
        if (c == '\n' || c == '\t') {
            visible.appendCodePoint(c);
        } else if (c < 0x20) {
            visible.appendCodePoint(0x2400 + c);
        } else {
            switch (Character.getType(c)) {
                // Format characters turn a line around for its reader; the others show as nothing at all.
                case Character.CONTROL,
                        Character.FORMAT,
                        Character.SURROGATE,
                        Character.LINE_SEPARATOR,
                        Character.PARAGRAPH_SEPARATOR -> visible.append(String.format(Locale.ROOT, "\\u%04x", c));
                default -> visible.appendCodePoint(c);
            }
        }
    }

    private static double millis(Duration duration) {
        return duration.toNanos() / 1_000_000.0;
    }
}
