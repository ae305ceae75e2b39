package io.github.sessionsurvival.report;

import io.github.sessionsurvival.verdict.Gate;
import io.github.sessionsurvival.verdict.Requirement.Lane;
import io.github.sessionsurvival.verdict.RunFacts;
import io.github.sessionsurvival.verdict.RunResult;
import io.github.sessionsurvival.verdict.ScenarioRecord;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The run as living documentation: one page, readable without script, network or colour. The verdict in words comes
 * first, then what stands in the way, the ledger of requirements, and the features with their evidence.
 */
public final class Page {

    public static final String FILE = "index.html";

    /** Small enough to be mailed and opened on a telephone. */
    static final int MOST_BYTES = 200_000;

    private final RunResult result;
    private final Detail detail;
    private final Markup page = new Markup();
    private final ExchangeBlocks exchanges;
    private final ScenarioBlocks scenarios;
    private final LedgerBlocks ledger;
    private final Set<String> clientIds;

    private Page(RunResult result, Detail detail) {
        this.result = result;
        this.detail = detail;
        this.exchanges = new ExchangeBlocks(detail, result.scenarios());
        this.scenarios = new ScenarioBlocks(result, exchanges, detail);
        this.ledger = new LedgerBlocks(result, scenarios, exchanges, detail);
        this.clientIds = result.requirements().stream()
                .filter(r -> r.requirement().lane() == Lane.CLIENT)
                .map(r -> "@" + r.requirement().id())
                .collect(Collectors.toSet());
    }

    /** The page, as full as its size allows. */
    public static String of(RunResult result) {
        String html = "";
        for (Detail detail : Detail.LEVELS) {
            html = new Page(result, detail).write();
            if (html.getBytes(StandardCharsets.UTF_8).length <= MOST_BYTES) {
                return html;
            }
        }
        return html;
    }

    private String write() {
        page.raw("<!doctype html>\n<html lang=en><meta charset=utf-8>"
                        + "<meta name=viewport content=\"width=device-width,initial-scale=1\">"
                        // Nothing may be fetched and nothing may run, whatever a server wrote.
                        + "<meta http-equiv=Content-Security-Policy content=\"default-src 'none';style-src 'unsafe-inline'\">"
                        + "<title>")
                .text("session-survival: " + result.facts().target().name())
                .raw("</title><style>" + PageStyle.CSS + "</style>");
        writeVerdict();
        writeInTheWay();
        writeRequirements();
        writeFeatures();
        writeClientsSide();
        writeSessions();
        writeRun();
        return page.raw("</main></html>\n").toString();
    }

    private void writeVerdict() {
        RunFacts.TargetFacts target = result.facts().target();
        String tone = result.exit() == 0 ? "ok" : result.exit() == 1 ? "bad" : "warn";
        String shape = result.exit() == 0 ? "✓ " : result.exit() == 1 ? "✗ " : "‼ ";
        page.raw("<header><h1>").text("May “" + target.name() + "” ship? Do its sessions survive?");
        page.raw("</h1><p class=\"v " + tone + "\">").text(shape + result.verdict());
        page.raw("<p>").text(counts(Lane.SERVER));
        page.raw("<p class=q>")
                .text(target.url())
                .text(target.server().isEmpty() ? "" : " · " + target.server())
                .text(target.revision().isEmpty() ? "" : " · revision " + target.revision())
                .text(" · " + result.facts().startedAt().replaceFirst("\\.\\d+", ""));
        page.raw(
                "</header><nav><a href=#requirements>Requirements</a><a href=#features>Features</a>"
                        + "<a href=#client>The client’s side</a><a href=#sessions>Sessions</a><a href=#run>This run</a></nav><main>");
    }

    private String counts(Lane lane) {
        String counts = Standing.counts(result, lane);
        return counts.isEmpty() ? "No requirement." : "Requirements: " + counts + ".";
    }

    private void writeInTheWay() {
        List<RunResult.Row> failing =
                result.requirements().stream().filter(LedgerBlocks::isFailing).toList();
        writeFailing("What stands in the way", "", r -> r.red() || Gate.isBrokenSelfCheck(r), failing);
        writeLines("Faults of the suite", result.facts().suiteFaults());
        writeLines("Lines of the baseline to remove", result.staleBaseline());
        writeFailing(
                "Known failures, warnings, information", "w", r -> !r.red() && !Gate.isBrokenSelfCheck(r), failing);
    }

    private void writeFailing(String title, String tone, Predicate<RunResult.Row> which, List<RunResult.Row> failing) {
        List<RunResult.Row> rows = failing.stream().filter(which).toList();
        if (!rows.isEmpty()) {
            page.raw("<h2>").text(title).raw("</h2>");
            rows.forEach(r -> ledger.writeFailing(r, tone, page));
        }
    }

    private void writeLines(String title, List<String> lines) {
        if (!lines.isEmpty()) {
            page.raw("<h2>").text(title).raw("</h2><ul>");
            lines.forEach(l -> page.raw("<li>").text(l));
            page.raw("</ul>");
        }
    }

    private void writeRequirements() {
        page.raw("<h2 id=requirements>Requirements of the server</h2>");
        ledger.writeLedger(rows(Lane.SERVER), page);
    }

    private void writeFeatures() {
        page.raw("<h2 id=features>Features</h2>");
        if (!detail.words().isEmpty()) {
            page.raw("<p class=q>").text(detail.words());
        }
        exchanges.writeUsualHeaders(page);
        scenarios.writeFeatures(
                result.scenarios().stream().filter(s -> !isClients(s)).toList(), page);
    }

    private void writeClientsSide() {
        List<RunResult.Row> rows = rows(Lane.CLIENT);
        page.raw("<h2 id=client>The client’s side</h2><p>")
                .text("What the contract asks of a client, checked on the client that this suite itself uses. It never "
                        + "counts in the server’s verdict; broken here is a fault of the suite.")
                .raw("<p>")
                .text(counts(Lane.CLIENT));
        ledger.writeLedger(rows, page);
        scenarios.writeFeatures(
                result.scenarios().stream().filter(this::isClients).toList(), page);
    }

    private void writeSessions() {
        RunFacts.Sessions sessions = result.facts().sessions();
        page.raw("<h2 id=sessions>Sessions</h2><p>")
                .text(Amount.of(sessions.noted(), "session", "sessions") + " noted, " + sessions.ended() + " ended, "
                        + sessions.leftToExpire() + " left to expire, "
                        + sessions.leftBehind().size() + " left behind.");
        ConsoleSummary.throttling(result.facts().throttling())
                .ifPresent(line -> page.raw("<p>").text(line + "."));
        if (sessions.leftToExpire() > 0) {
            page.raw("<p>").text("Left to expire are sessions of a server that offers no ending; they are no leaks.");
        }
        if (!sessions.leftBehind().isEmpty()) {
            page.raw("<h3>Left behind</h3><ul>");
            sessions.leftBehind().forEach(s -> page.raw("<li class=bad>").text("✗ " + s));
            page.raw("</ul>");
        }
        if (!sessions.possiblyLeftBehind().isEmpty()) {
            page.raw("<h3>Possibly left behind</h3><p>")
                    .text("An attempt was cut where a session may have been created whose id nobody saw.")
                    .raw("<ul>");
            sessions.possiblyLeftBehind().forEach(s -> page.raw("<li>").text(s));
            page.raw("</ul>");
        }
    }

    private void writeRun() {
        RunFacts facts = result.facts();
        RunFacts.TargetFacts target = facts.target();
        page.raw("<h2 id=run>This run</h2><dl>");
        fact("Target", target.name());
        fact("Address", target.url());
        fact("Server", target.server());
        fact("Negotiated revision", target.revision());
        fact("Declares", String.join(", ", target.capabilities()));
        fact("Lever", target.levers().isEmpty() ? "none" : String.join(", ", target.levers()));
        fact("Contract", target.contract());
        fact("Started", facts.startedAt());
        fact(
                "Took",
                Amount.time(facts.durationMs()) + ", scenarios " + Amount.time(facts.acceptanceMs()) + ", "
                        + facts.selection().parallelism() + " side by side");
        fact("Tags", facts.selection().tags());
        fact("Scenario", facts.selection().scenario());
        fact("Revision asked for", facts.selection().revision());
        fact("Strict", facts.selection().strict() ? "yes: warnings turn the run red" : "");
        fact("Interrupted", facts.interrupted());
        fact("Unreachable", facts.unreachable());
        fact("The server", facts.serverEnded());
        fact("Exit status", Integer.toString(result.exit()));
        fact("Run", facts.runId() + (facts.completed() ? "" : " (never finished)"));
        fact("session-survival", facts.suiteVersion());
        page.raw("</dl><p>To run one scenario again, from the same folder and with the same variables set: <code>")
                .text(Shell.runAgain(facts.selection(), "its title"))
                .raw("</code>");
    }

    private void fact(String name, String value) {
        if (!value.isEmpty()) {
            page.raw("<dt>").text(name).raw("<dd>").text(value);
        }
    }

    private List<RunResult.Row> rows(Lane lane) {
        return result.requirements().stream()
                .filter(r -> r.requirement().lane() == lane)
                .toList();
    }

    private boolean isClients(ScenarioRecord scenario) {
        return scenario.tags().stream().anyMatch(clientIds::contains);
    }
}
