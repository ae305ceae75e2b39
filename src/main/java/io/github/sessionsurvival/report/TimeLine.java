package io.github.sessionsurvival.report;

import io.github.sessionsurvival.verdict.Evidence;
import io.github.sessionsurvival.verdict.Evidence.AttemptSeen;
import io.github.sessionsurvival.verdict.Evidence.OpeningSeen;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The attempts and waits of an opening: a table, and the same drawn to scale, advertised above waited. */
final class TimeLine {

    private static final int WIDTH = 640;
    private static final int WIDE_ENOUGH_FOR_A_LABEL = 64;

    private TimeLine() {}

    static void write(OpeningSeen opening, List<Evidence.Seen> exchanges, Markup page) {
        page.raw("<div class=scroll><table class=tl><caption>Attempts and waits</caption>"
                + "<tr><th>Attempt<th>Answer<th>Retry-After<th>Advertised<th>Waited");
        Map<Integer, Evidence.Seen> byNumber =
                exchanges.stream().collect(Collectors.toMap(Evidence.Seen::number, Function.identity(), (a, b) -> b));
        int number = 0;
        for (AttemptSeen attempt : opening.attempts()) {
            number++;
            page.raw("<tr><td>")
                    .text(number)
                    .text(" (exchange " + attempt.exchange() + ")")
                    .raw("<td>");
            Evidence.Seen exchange = byNumber.get(attempt.exchange());
            if (exchange != null) {
                page.text(exchange.status() > 0 ? exchange.status() + " " : exchange.fault() + " ");
            }
            page.text(attempt.restartAnswer() ? "restart answer" : "");
            if (!attempt.difference().isEmpty()) {
                page.raw(" <mark>").text("≠ " + attempt.difference()).raw("</mark>");
            }
            page.raw("<td>").text(attempt.retryAfter().isEmpty() ? "none" : attempt.retryAfter());
            page.raw("<td>").text(attempt.advertisedMs() < 0 ? "–" : Amount.time(attempt.advertisedMs()));
            page.raw("<td>");
            if (attempt.askedMs() >= 0) {
                page.text("asked " + Amount.time(attempt.askedMs()) + ", took " + Amount.time(attempt.measuredMs()));
            } else {
                page.text("–");
            }
        }
        page.raw("</table></div>");
        if (!opening.ending().isEmpty()) {
            page.raw("<p>").text("Ending: " + opening.ending());
        }
        if (opening.attempts().size() > 1
                && opening.attempts().stream().allMatch(a -> byNumber.containsKey(a.exchange()))) {
            draw(opening.attempts(), byNumber, page);
        }
    }

    private static void draw(List<AttemptSeen> attempts, Map<Integer, Evidence.Seen> byNumber, Markup page) {
        double start = byNumber.get(attempts.get(0).exchange()).sentAtMs();
        double end = attempts.stream()
                .mapToDouble(a -> byNumber.get(a.exchange()).endedAtMs() + Math.max(0, a.measuredMs()))
                .max()
                .orElse(start);
        double scale = (WIDTH - 8) / Math.max(1, end - start);
        page.raw("<div class=scroll><svg viewBox=\"0 0 " + WIDTH + " 74\" role=img")
                .attribute(
                        "aria-label",
                        Amount.of(attempts.size(), "attempt", "attempts") + " in " + Amount.time(end - start)
                                + ", drawn to scale; the table above says the same")
                .raw(">");
        int number = 0;
        double labelled = -20;
        for (AttemptSeen attempt : attempts) {
            number++;
            Evidence.Seen exchange = byNumber.get(attempt.exchange());
            double x = (exchange.sentAtMs() - start) * scale;
            double after = (exchange.endedAtMs() - start) * scale;
            rectangle("at", x, 16, Math.max(3, after - x), page);
            if (x - labelled > 14) {
                labelled = x;
                label(x, 12, Integer.toString(number), page);
            }
            if (attempt.advertisedMs() > 0 && attempt.askedMs() >= 0) {
                bar("ad", after, 34, attempt.advertisedMs() * scale, "advertised", attempt.advertisedMs(), page);
            }
            if (attempt.askedMs() >= 0) {
                bar("wa", after, 54, attempt.measuredMs() * scale, "waited", attempt.measuredMs(), page);
            }
        }
        page.raw("</svg></div>");
    }

    private static void bar(String kind, double x, int y, double width, String word, double ms, Markup page) {
        rectangle(kind, x, y, Math.max(1, width), page);
        String text = width > WIDE_ENOUGH_FOR_A_LABEL * 2 ? word + " " + Amount.time(ms) : Amount.time(ms);
        if (width > WIDE_ENOUGH_FOR_A_LABEL) {
            label(x + 4, y + 11, text, page);
        }
    }

    private static void rectangle(String kind, double x, int y, double width, Markup page) {
        page.raw(String.format(Locale.ROOT, "<rect class=%s x=%.1f y=%d width=%.1f height=14 />", kind, x, y, width));
    }

    private static void label(double x, int y, String text, Markup page) {
        page.raw(String.format(Locale.ROOT, "<text x=%.1f y=%d>", x, y))
                .text(text)
                .raw("</text>");
    }
}
