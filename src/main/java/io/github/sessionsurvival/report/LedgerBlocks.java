package io.github.sessionsurvival.report;

import io.github.sessionsurvival.verdict.Evidence;
import io.github.sessionsurvival.verdict.Proof;
import io.github.sessionsurvival.verdict.Requirement;
import io.github.sessionsurvival.verdict.RunResult;
import io.github.sessionsurvival.verdict.ScenarioRecord;
import io.github.sessionsurvival.verdict.ScenarioRecord.Outcome;
import io.github.sessionsurvival.verdict.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Requirements on the page: what stands in the way first, then the whole ledger by subject. */
final class LedgerBlocks {

    private static final Pattern CITED = Pattern.compile("\\(exchange (\\d{1,6})\\)");
    private static final int MOST_LINKS = 6;

    private final RunResult result;
    private final ScenarioBlocks scenarios;
    private final ExchangeBlocks exchanges;
    private final Detail detail;
    private final Proof proof = Proof.shipped();
    private int shownInFull;

    LedgerBlocks(RunResult result, ScenarioBlocks scenarios, ExchangeBlocks exchanges, Detail detail) {
        this.result = result;
        this.scenarios = scenarios;
        this.exchanges = exchanges;
        this.detail = detail;
    }

    static boolean isFailing(RunResult.Row row) {
        return row.verdict() == Verdict.BROKEN || row.verdict() == Verdict.NOT_TESTABLE;
    }

    /** One failing requirement: what a client suffers, what was seen, the exchange that shows it. */
    void writeFailing(RunResult.Row row, String tone, Markup page) {
        Requirement requirement = row.requirement();
        page.raw(tone.isEmpty() ? "<article><h3>" : "<article class=" + tone + "><h3>");
        Standing.of(row).write(page);
        page.raw(" <a")
                .attribute("href", "#" + requirement.id())
                .raw(">")
                .text(requirement.id())
                .raw("</a> ");
        page.text(requirement.summary()).raw("</h3>");
        if (!requirement.suffers().isEmpty()) {
            page.raw("<p><b>What a client suffers:</b> ").text(requirement.suffers());
        }
        page.raw("<p><b>What was seen:</b> ").text(row.reason());
        if (!row.merged().isEmpty()) {
            page.text(" (" + row.merged() + ")");
        }
        List<ScenarioRecord> failed = result.scenarios().stream()
                .filter(s -> row.scenarios().contains(s.address()))
                .filter(s -> s.outcome() == Outcome.FAILED || s.outcome() == Outcome.NOT_TESTABLE)
                .toList();
        if (!failed.isEmpty()) {
            page.raw("<p><b>Where:</b> ");
            writeLinks(failed.stream().map(ScenarioRecord::address).toList(), page);
            if (++shownInFull > detail.inFull()) {
                page.raw("</article>");
                return;
            }
            failed.stream()
                    .filter(s -> s.reason().contains(row.reason()))
                    .findFirst()
                    .or(() -> Optional.of(failed.get(0)))
                    .flatMap(LedgerBlocks::tellingExchange)
                    .ifPresent(e -> {
                        page.raw((tone.isEmpty() ? "<details open>" : "<details>")
                                + "<summary>The exchange that shows it</summary>");
                        exchanges.writeWhole(e, Math.min(detail.failing(), 1024), "", true, page);
                        page.raw("</details>");
                    });
        }
        page.raw("</article>");
    }

    /** The exchange that the message cites, else the last one before the scenario stopped. */
    private static Optional<Evidence.Seen> tellingExchange(ScenarioRecord scenario) {
        Matcher cited = CITED.matcher(scenario.reason());
        if (cited.find()) {
            int number = Integer.parseInt(cited.group(1));
            return scenario.evidence().exchanges().stream()
                    .filter(e -> e.number() == number)
                    .findFirst();
        }
        int last = scenario.steps().stream()
                .flatMap(s -> s.exchanges().stream())
                .reduce((a, b) -> b)
                .orElse(-1);
        return scenario.evidence().exchanges().stream()
                .filter(e -> e.number() == last)
                .findFirst();
    }

    void writeLedger(List<RunResult.Row> rows, Markup page) {
        Areas.of(rows).forEach((title, inArea) -> {
            page.raw("<h3>").text(title).raw("</h3><table class=l>");
            inArea.forEach(row -> writeRow(row, page));
            page.raw("</table>");
        });
    }

    private void writeRow(RunResult.Row row, Markup page) {
        Requirement requirement = row.requirement();
        page.raw("<tr").attribute("id", requirement.id()).raw("><th scope=row><a");
        page.attribute("href", "#" + requirement.id())
                .raw(">")
                .text(requirement.id())
                .raw("</a><br><small>");
        page.text(requirement.level()).raw("</small><td>");
        Standing.of(row).write(page);
        page.raw("<td>").text(requirement.summary());
        if (!row.reason().isEmpty()) {
            page.raw("<p class=q>").text(row.reason());
        }
        if (!row.merged().isEmpty()) {
            page.raw("<p class=q>").text(row.merged());
        }
        if (!row.scenarios().isEmpty()) {
            page.raw("<p class=q>");
            writeLinks(row.scenarios(), page);
            writeProof(requirement.id(), page);
        }
    }

    /** Without it nobody could tell a requirement that is met from one that nothing could break. */
    private void writeProof(String id, Markup page) {
        writeWays("server", proof.ofServers(id), page);
        writeWays("client", proof.ofClients(id), page);
    }

    private static void writeWays(String who, List<Proof.Found> ways, Markup page) {
        if (!ways.isEmpty()) {
            page.text("; turns red when the " + who + " " + ways.get(0).does()
                    + (ways.size() > 1 ? ", and in " + Amount.of(ways.size() - 1, "way", "ways") + " more" : ""));
        }
    }

    private void writeLinks(List<String> addresses, Markup page) {
        int written = 0;
        for (String address : addresses) {
            if (written == MOST_LINKS) {
                page.text(" and " + (addresses.size() - MOST_LINKS) + " more");
                return;
            }
            page.raw(written++ == 0 ? "" : " · ");
            scenarios.link(address, page);
        }
    }
}
