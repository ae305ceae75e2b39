package io.github.sessionsurvival.report;

import io.github.sessionsurvival.verdict.Catalogue;
import io.github.sessionsurvival.verdict.Evidence;
import io.github.sessionsurvival.verdict.Evidence.AttemptSeen;
import io.github.sessionsurvival.verdict.Evidence.Line;
import io.github.sessionsurvival.verdict.Judgement;
import io.github.sessionsurvival.verdict.RunFacts;
import io.github.sessionsurvival.verdict.RunResult;
import io.github.sessionsurvival.verdict.ScenarioRecord;
import io.github.sessionsurvival.verdict.ScenarioRecord.Outcome;
import io.github.sessionsurvival.verdict.ScenarioRecord.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Values that the tests of this room build upon. */
public final class Samples {

    static final String RESTART_ANSWER =
            "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32001,\"message\":\"MCP session is restarting, please retry\"},\"id\":null}";

    private static final String NARRATIVE = """
            A hosting platform may restart the part of the service that is about to own a session
            while the client's first request is still on its way.

            - The answer is *agreed*: `503`, and wait.
            - Anything else is **final**.""";

    private Samples() {}

    public static Evidence.Seen exchange(int number, int status, String body) {
        return new Evidence.Seen(
                number,
                "opening request",
                "main",
                "POST",
                "http://127.0.0.1:9400/mcp",
                List.of(
                        new Line("Accept", "application/json, text/event-stream"),
                        new Line("Content-Type", "application/json"),
                        new Line("Authorization", "Bearer [redacted]")),
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
                        + "\"capabilities\":{},\"clientInfo\":{\"name\":\"session-survival/one\",\"version\":\"0.1.0\"}}}",
                status,
                List.of(
                        new Line("Content-Type", "application/json"),
                        new Line("Retry-After", "2"),
                        new Line("Date", "Tue, 01 Dec 2026 05:00:0" + number % 10 + " GMT")),
                body,
                body.length(),
                "",
                2010.0 * number,
                2010.0 * number + 3,
                2010.0 * number + 5);
    }

    static Catalogue catalogue() {
        StringBuilder yaml = new StringBuilder("version: 1\nrequirements:\n");
        row(yaml, "RST-01", "MUST", "product-contract", "black-box", "The restart answer is the documented one.", "");
        row(yaml, "RST-05", "MUST", "product-contract", "self-check", "A retry waits as long as advertised.", "");
        row(
                yaml,
                "RST-08",
                "MUST",
                "product-contract",
                "black-box",
                "After the retry the session is open.",
                "Agents lose their work whenever the platform deploys.");
        row(
                yaml,
                "SESS-07",
                "MUST",
                "derived",
                "black-box",
                "An id the server never issued gets 404.",
                "The client never learns that its session is gone, and repeats a request that can never succeed.");
        row(
                yaml,
                "SESS-11",
                "SHOULD",
                "rfc9110",
                "black-box",
                "Ending twice does no harm.",
                "Clean-up reports errors.");
        row(yaml, "RST-14", "MAY", "derived", "black-box", "The envelope deviates from MCP.", "");
        row(yaml, "RST-10", "SHOULD", "derived", "black-box", "A restart after the handshake is survived.", "");
        row(yaml, "INIT-04", "MUST", "mcp-spec", "black-box", "The confirmation is answered 202 without body.", "");
        yaml.append("- {id: HTTP-01, level: MUST, basis: rfc9110, lane: self-check, revisions: ['2025-11-25'],")
                .append(" section: rfc9110, summary: The delay is read to the letter., proved-by: RetryAfterTest}\n");
        yaml.append("- {id: RST-17, level: MAY, basis: derived, lane: black-box, revisions: ['2025-11-25'],")
                .append(" section: s, summary: A deviation., proved-by: it stands in the contract itself}\n");
        return Catalogue.read("requirements.yaml", yaml.toString());
    }

    private static void row(
            StringBuilder yaml, String id, String level, String basis, String lane, String summary, String suffers) {
        yaml.append("- {id: ")
                .append(id)
                .append(", level: ")
                .append(level)
                .append(", basis: ")
                .append(basis);
        yaml.append(", lane: ")
                .append(lane)
                .append(", revisions: ['2025-11-25'], section: basic/transports, summary: '");
        yaml.append(summary)
                .append("'")
                .append(suffers.isEmpty() ? "" : ", suffers: '" + suffers + "'")
                .append("}\n");
    }

    static RunFacts facts(List<String> leftBehind, String unreachable) {
        return new RunFacts(
                "r1",
                true,
                "",
                "0.1.0",
                "2026-12-01T05:00:00Z",
                21_430,
                18_200,
                new RunFacts.TargetFacts(
                        "everything",
                        "http://127.0.0.1:9400/mcp",
                        "mcp-servers/everything 2.0.0",
                        "2025-11-25",
                        List.of("tools", "prompts"),
                        List.of("restart", "kill", "hold"),
                        "restart-answer"),
                new RunFacts.Sessions(
                        12,
                        11,
                        0,
                        leftBehind,
                        List.of("one attempt of \"One restart is survived\" was cut (exchange 1)")),
                new RunFacts.Throttling(2, 3_000, 0),
                new RunFacts.Selection("everything", "", "", "", "", "", false, List.of(), 4),
                List.of(),
                unreachable,
                "");
    }

    static Step step(String keyword, String text, String status, Integer... exchanges) {
        return new Step(keyword, text, "action", List.of(), "", status, "", 4, List.of(exchanges));
    }

    static ScenarioRecord scenario(
            int line,
            String name,
            Outcome outcome,
            String reason,
            List<String> tags,
            List<Step> steps,
            Evidence evidence) {
        return new ScenarioRecord(
                "classpath:features/handshake/restart.feature:" + line,
                name,
                "A session survives a platform restart during initialize",
                NARRATIVE,
                line < 20 ? "A restart answer means wait" : "Patience has a limit",
                "One law.",
                tags,
                outcome,
                reason,
                0,
                4130,
                steps,
                evidence,
                "");
    }

    static RunResult result(List<ScenarioRecord> scenarios) {
        return Judgement.of(catalogue(), facts(List.of(), ""), scenarios, Optional.empty());
    }

    /** A run with one of everything a page can show. */
    static RunResult ofEverything() {
        Evidence retried = new Evidence(
                List.of(
                        exchange(1, 503, RESTART_ANSWER),
                        exchange(2, 503, RESTART_ANSWER),
                        exchange(3, 200, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"),
                        ending(4)),
                List.of(new Evidence.OpeningSeen(
                        List.of(
                                new AttemptSeen(1, true, "", 2000, "2", 2000, 2004.2),
                                new AttemptSeen(2, true, "", 2000, "2", 2000, 2003.1),
                                new AttemptSeen(3, false, "", -1, "", -1, -1)),
                        "open")),
                List.of(new Evidence.ReceiptSeen("4f1c22ab…(64)", 3, 4021, "ended", "found dead", 200)),
                List.of("weak proof: only ping is left"),
                List.of());
        Evidence lookAlike = new Evidence(
                List.of(exchange(1, 500, RESTART_ANSWER)),
                List.of(new Evidence.OpeningSeen(
                        List.of(new AttemptSeen(1, false, "status is 500, not 503", 2000, "2", -1, -1)),
                        "final answer 500 (exchange 1)")),
                List.of(),
                List.of(),
                List.of());
        List<ScenarioRecord> scenarios = new ArrayList<>();
        scenarios.add(scenario(
                10,
                "One restart is survived",
                Outcome.PASSED,
                "",
                List.of("@RST-08", "@RST-01", "@disturbs"),
                List.of(
                        step("Given ", "a server that keeps sessions", "passed"),
                        step("When ", "the client opens a session", "passed", 1, 2, 3),
                        step("Then ", "the session is open", "passed")),
                retried));
        scenarios.add(scenario(
                14,
                "An answer whose status is 500 is final",
                Outcome.PASSED,
                "",
                List.of("@RST-05", "@disturbs"),
                List.of(step("When ", "the client tries to open a session", "passed", 1)),
                lookAlike));
        scenarios.add(scenario(
                21,
                "A dead id is answered 404",
                Outcome.FAILED,
                "SESS-07: expected 404 for an id that was never issued, was 400 (exchange 2)",
                List.of("@SESS-07", "@RST-10", "@opens"),
                List.of(
                        step("Given ", "an open session", "passed", 1),
                        step("When ", "a client sends a request for an invented id", "passed", 2),
                        new Step(
                                "Then ",
                                "it is answered",
                                "outcome",
                                List.of(List.of("status", "404"), List.of("body", "any")),
                                "",
                                "failed",
                                "SESS-07: expected 404",
                                1,
                                List.of()),
                        step("And ", "the session still answers", "skipped")),
                new Evidence(
                        List.of(exchange(1, 200, "{}"), exchange(2, 400, "Bad Request: No valid session ID provided")),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of())));
        scenarios.add(scenario(
                25,
                "Ending twice",
                Outcome.FAILED,
                "SESS-11: expected no 5xx, was 500 (exchange 1)",
                List.of("@SESS-11"),
                List.of(step("When ", "the client ends the session twice", "failed", 1)),
                new Evidence(List.of(exchange(1, 500, "")), List.of(), List.of(), List.of(), List.of())));
        scenarios.add(scenario(
                29,
                "A restart after the handshake",
                Outcome.NOT_APPLICABLE,
                "the target declares no \"restart-in-flight\"",
                List.of("@RST-10"),
                List.of(step("Given ", "an open session", "skipped")),
                Evidence.NONE));
        scenarios.add(scenario(
                33,
                "Report the null id",
                Outcome.FAILED,
                "RST-14: the id is null",
                List.of("@RST-14"),
                List.of(step("Then ", "the answer names its request", "failed")),
                Evidence.NONE));
        return Judgement.of(
                catalogue(),
                facts(List.of("77ab01cd…(36) of \"One restart is survived\": still answered 200"), ""),
                scenarios,
                Optional.empty());
    }

    private static Evidence.Seen ending(int number) {
        return new Evidence.Seen(
                number,
                "clean-up: ending",
                "main",
                "DELETE",
                "http://127.0.0.1:9400/mcp",
                List.of(new Line("Mcp-Session-Id", "4f1c22ab…(64)"), new Line("Authorization", "Bearer [redacted]")),
                "",
                200,
                List.of(),
                "",
                0,
                "",
                8100,
                8102,
                8103);
    }

    /** About as much as a whole run of the product. */
    static RunResult large(int scenarios, Outcome outcome) {
        List<ScenarioRecord> records = new ArrayList<>();
        for (int i = 0; i < scenarios; i++) {
            int number = i;
            List<Evidence.Seen> seen = IntStream.rangeClosed(1, 6)
                    .mapToObj(n -> exchange(
                            n,
                            200,
                            "{\"jsonrpc\":\"2.0\",\"id\":" + n + ",\"result\":{\"tools\":["
                                    + "\"x\",".repeat(50 + 20 * n) + (number % 25) + "]}}"))
                    .toList();
            records.add(scenario(
                    10 + i,
                    "Scenario number " + i + " of a large run",
                    outcome,
                    outcome == Outcome.FAILED ? "expected something else (exchange 3)" : "",
                    List.of(i % 2 == 0 ? "@RST-08" : "@SESS-07", "@opens"),
                    IntStream.rangeClosed(1, 8)
                            .mapToObj(n -> n <= 6
                                    ? step("When ", "the client sends request number " + n + " to it", "passed", n)
                                    : step(
                                            "Then ",
                                            "the session still answers a real request",
                                            outcome == Outcome.FAILED ? "failed" : "passed"))
                            .toList(),
                    new Evidence(
                            seen,
                            List.of(),
                            List.of(new Evidence.ReceiptSeen("4f1c22ab…(64)", 1, 5, "ended", "found dead", 200)),
                            List.of(),
                            List.of())));
        }
        return result(records);
    }
}
