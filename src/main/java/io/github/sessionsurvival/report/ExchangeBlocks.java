package io.github.sessionsurvival.report;

import io.github.sessionsurvival.verdict.Evidence;
import io.github.sessionsurvival.verdict.Evidence.Line;
import io.github.sessionsurvival.verdict.ScenarioRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Exchanges on the page: request and answer as they travelled, and the command to send the request again. */
final class ExchangeBlocks {

    private static final Pattern LABEL = Pattern.compile("\"session-survival/[^\"]*\"");
    /** Begun at the start of a word only: begun anywhere in it, a long body would cost the square of its length. */
    private static final Pattern SHORTENED_ID = Pattern.compile("(?<![0-9a-zA-Z._~-])[0-9a-zA-Z._~-]*+…\\(\\d+\\)");

    private static final Pattern REQUEST_ID = Pattern.compile("\"id\":\\s*(\"[^\"]*\"|\\d+)");

    private final Detail detail;
    private final Set<Line> usualRequestHeaders;
    private final Set<Line> usualHeaders;
    private final Map<String, String> anchors = new HashMap<>();

    ExchangeBlocks(Detail detail, List<ScenarioRecord> scenarios) {
        this.detail = detail;
        List<Evidence.Seen> all = scenarios.stream()
                .flatMap(s -> s.evidence().exchanges().stream())
                .toList();
        this.usualRequestHeaders =
                usual(all.stream().map(Evidence.Seen::requestHeaders).toList());
        this.usualHeaders = usual(all.stream()
                .filter(e -> e.status() > 0)
                .map(Evidence.Seen::headers)
                .toList());
    }

    /** What most messages carry alike is said once. */
    private static Set<Line> usual(List<List<Line>> messages) {
        Map<Line, Integer> counts = new LinkedHashMap<>();
        messages.forEach(lines ->
                lines.stream().map(ExchangeBlocks::folded).distinct().forEach(l -> counts.merge(l, 1, Integer::sum)));
        Set<Line> usual = new LinkedHashSet<>();
        counts.forEach((line, count) -> {
            if (count >= 5 && count * 2 > messages.size()) {
                usual.add(line);
            }
        });
        return usual;
    }

    /** The headers that the blocks leave out. */
    void writeUsualHeaders(Markup page) {
        if (usualRequestHeaders.isEmpty() && usualHeaders.isEmpty()) {
            return;
        }
        page.raw("<details><summary>The usual headers, left out below</summary><pre>");
        writeLines(usualRequestHeaders, page);
        page.raw("</pre><p>Of answers:<pre>");
        writeLines(usualHeaders, page);
        page.raw("</pre></details>");
    }

    /** Whether exchanges of such a scenario are told by a word each, for want of space. */
    boolean areInShort(boolean passed) {
        return passed && detail.passed() == 0;
    }

    /** Under a step, or for clean-up: one fold for all of its exchanges. */
    void write(List<Evidence.Seen> exchanges, String what, boolean passed, Markup page) {
        if (exchanges.isEmpty()) {
            return;
        }
        if (areInShort(passed)) {
            page.raw("<br><small>").text(what);
            exchanges.forEach(e -> page.text(" " + inShort(e) + ";"));
            page.raw("</small>");
            return;
        }
        page.raw("<details><summary>").text(what + " ");
        page.text(String.join(
                "; ", exchanges.stream().map(ExchangeBlocks::inShort).toList()));
        page.raw("</summary>");
        exchanges.forEach(e -> write(e, passed, page));
        page.raw("</details>");
    }

    private void write(Evidence.Seen exchange, boolean passed, Markup page) {
        String alike = passed && detail.onceOnly() ? anchors.get(signature(exchange)) : null;
        if (alike != null) {
            page.raw("<p>").text(title(exchange)).raw(" <a href=#" + alike + ">like this one</a>");
            return;
        }
        String anchor = "";
        if (passed && detail.onceOnly()) {
            anchor = "x" + anchors.size();
            anchors.put(signature(exchange), anchor);
        }
        writeWhole(exchange, detail.body(passed), anchor, !passed, page);
    }

    /** One exchange, request and answer, and the command to send it again. */
    void writeWhole(Evidence.Seen exchange, int longestBody, String anchor, boolean withCommand, Markup page) {
        page.raw(anchor.isEmpty() ? "<p>" : "<p id=" + anchor + ">")
                .text(title(exchange))
                .raw("<pre>");
        page.text(exchange.method() + " " + exchange.url());
        writeHeaders(exchange.requestHeaders(), usualRequestHeaders, page);
        writeBody(exchange.requestBody(), exchange.requestBody().length(), longestBody, page);
        page.raw("</pre><pre>");
        if (exchange.status() > 0) {
            page.raw("<b>").text(exchange.status()).raw("</b>").text(", " + timing(exchange));
            writeHeaders(exchange.headers(), usualHeaders, page);
            writeBody(exchange.body(), exchange.bodyBytes(), longestBody, page);
        } else {
            page.text("no answer after " + Amount.time(exchange.endedAtMs() - exchange.sentAtMs()));
        }
        if (!exchange.fault().isEmpty()) {
            page.raw("\n<mark>").text(exchange.fault()).raw("</mark>");
        }
        page.raw("</pre>");
        if (withCommand) {
            page.raw("<details><summary>Send it again</summary><pre>")
                    .text(cut(Shell.curl(exchange), Math.max(longestBody, 1024)))
                    .raw("</pre></details>");
        }
    }

    private static String title(Evidence.Seen exchange) {
        String caller =
                exchange.caller().isEmpty() || exchange.caller().equals("main") ? "" : " by " + exchange.caller();
        return exchange.number() + ". " + exchange.purpose() + caller + ", sent at " + Amount.time(exchange.sentAtMs());
    }

    private static String timing(Evidence.Seen exchange) {
        return "headers after " + Amount.time(exchange.headersAtMs() - exchange.sentAtMs()) + ", all after "
                + Amount.time(exchange.endedAtMs() - exchange.sentAtMs());
    }

    private static String inShort(Evidence.Seen exchange) {
        String outcome = exchange.status() > 0 ? Integer.toString(exchange.status()) : "no answer";
        return exchange.number() + ". " + exchange.purpose() + ": " + outcome
                + (exchange.fault().isEmpty() || exchange.status() == 0 ? "" : ", broken off");
    }

    /** Names match in any letter case (RFC 9110 section 5.1): one client spells them as they came, the other does not. */
    private static Line folded(Line line) {
        return new Line(line.name().toLowerCase(Locale.ROOT), line.value());
    }

    private static void writeHeaders(List<Line> headers, Set<Line> usual, Markup page) {
        headers.stream()
                .filter(h -> !usual.contains(folded(h)))
                .forEach(h -> page.text("\n" + h.name() + ": " + h.value()));
        List<String> missing = new ArrayList<>();
        Set<Line> present = headers.stream().map(ExchangeBlocks::folded).collect(Collectors.toSet());
        usual.stream().filter(u -> !present.contains(u)).forEach(u -> missing.add(u.name() + ": " + u.value()));
        if (!missing.isEmpty() && missing.size() < usual.size()) {
            page.raw("\n<i>")
                    .text("without the usual " + String.join(", ", missing))
                    .raw("</i>");
        } else if (!missing.isEmpty()) {
            page.raw("\n<i>without the usual headers</i>");
        }
    }

    private static void writeLines(Set<Line> lines, Markup page) {
        lines.stream()
                .sorted(Comparator.comparing(Line::name, String.CASE_INSENSITIVE_ORDER))
                .forEach(l -> page.text(l.name() + ": " + l.value() + "\n"));
    }

    private static void writeBody(String body, int bytes, int longest, Markup page) {
        if (bytes == 0 && body.isEmpty()) {
            return;
        }
        page.text("\n\n" + cut(body, longest));
        if (body.length() > longest || bytes > body.getBytes(java.nio.charset.StandardCharsets.UTF_8).length) {
            page.raw(" <i>")
                    .text("(cut; " + Amount.of(bytes, "byte", "bytes") + " in all)")
                    .raw("</i>");
        }
    }

    static String cut(String text, int longest) {
        if (text.length() <= longest) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(longest - 1)) ? longest - 1 : longest;
        return text.substring(0, end) + "…";
    }

    /** What makes two exchanges look alike to a reader: everything but ids, numbers, times and the scenario's label. */
    private static String signature(Evidence.Seen exchange) {
        String text = exchange.purpose()
                + '\n'
                + exchange.method()
                + '\n'
                + exchange.status()
                + '\n'
                + exchange.fault()
                + '\n'
                + exchange.requestBody()
                + '\n'
                + exchange.body();
        String unlabelled = LABEL.matcher(text).replaceAll("label");
        String unnamed = SHORTENED_ID.matcher(unlabelled).replaceAll("id");
        return REQUEST_ID.matcher(unnamed).replaceAll("id");
    }
}
