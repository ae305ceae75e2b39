package io.github.sessionsurvival.verdict;

import io.github.sessionsurvival.verdict.ScenarioRecord.Outcome;
import java.util.Arrays;
import java.util.List;

/** Small runs to be judged. */
final class Records {

    static final Catalogue CATALOGUE = Catalogue.read("requirements.yaml", """
            version: 2
            requirements:
            - {id: RST-05, level: MUST, basis: product-contract, lane: self-check, revisions: ['2025-11-25'], section: s, summary: waits}
            - {id: RST-08, level: MUST, basis: product-contract, lane: black-box, revisions: ['2025-11-25'], section: s, summary: survives}
            - {id: RST-14, level: MAY, basis: derived, lane: black-box, revisions: ['2025-11-25'], section: s, summary: null id}
            - {id: SESS-06, level: MUST, basis: mcp-spec, lane: black-box, revisions: ['2025-11-25'], section: s, summary: ended is 404, since: 2}
            - {id: SESS-07, level: MUST, basis: derived, lane: black-box, revisions: ['2025-11-25'], section: s, summary: dead is 404}
            - {id: SESS-11, level: SHOULD, basis: rfc9110, lane: black-box, revisions: ['2025-11-25'], section: s, summary: ends twice}
            - {id: BATCH-01, level: MUST, basis: mcp-spec, lane: black-box, revisions: ['2025-03-26'], section: s, summary: batch}
            - {id: RPC-06, level: MUST, basis: mcp-spec, lane: self-check, revisions: ['2025-11-25'], section: s, summary: ids, proved-by: RequestIdsTest}
            """);

    private Records() {}

    /** Facts of a completed full run; change what matters. */
    static final class Facts {
        private boolean completed = true;
        private boolean strict;
        private String interrupted = "";
        private String unreachable = "";
        private String serverEnded = "";
        private String tags = "";
        private List<String> leftBehind = List.of();
        private List<String> suiteFaults = List.of();

        Facts unfinished() {
            completed = false;
            return this;
        }

        Facts strict() {
            strict = true;
            return this;
        }

        Facts interrupted() {
            interrupted = "SIGINT";
            return this;
        }

        Facts unreachable() {
            unreachable = "connection refused";
            return this;
        }

        Facts serverEnded() {
            serverEnded = "mine ended by itself during the run, with status 1";
            return this;
        }

        Facts selecting(String expression) {
            tags = expression;
            return this;
        }

        Facts leavingBehind(String session) {
            leftBehind = List.of(session);
            return this;
        }

        Facts faulty(String fault) {
            suiteFaults = List.of(fault);
            return this;
        }

        RunFacts made() {
            return new RunFacts(
                    "run-1",
                    completed,
                    interrupted,
                    "0.1.0",
                    "2026-12-01T10:00:00Z",
                    1000,
                    900,
                    new RunFacts.TargetFacts(
                            "embedded",
                            "http://127.0.0.1:1/mcp",
                            "server 1",
                            "2025-11-25",
                            List.of("tools"),
                            List.of("hold"),
                            "restart-answer"),
                    new RunFacts.Sessions(3, 3, 0, leftBehind, List.of()),
                    RunFacts.Throttling.NONE,
                    new RunFacts.Selection("", "", "", tags, "", "", strict, List.of(), 32),
                    suiteFaults,
                    unreachable,
                    serverEnded);
        }
    }

    static Facts facts() {
        return new Facts();
    }

    static ScenarioRecord scenario(String name, Outcome outcome, String reason, String... ids) {
        return new ScenarioRecord(
                "classpath:features/a.feature:" + Math.floorMod(name.hashCode(), 1000),
                name,
                "A",
                "",
                "",
                "",
                Arrays.stream(ids).map(i -> "@" + i).toList(),
                outcome,
                reason,
                0,
                1,
                List.of(new ScenarioRecord.Step(
                        "Then ", "it holds", "outcome", List.of(), "", "passed", "", 1, List.of())),
                Evidence.NONE,
                "");
    }

    static RunResult.Row row(RunResult result, String id) {
        return result.requirements().stream()
                .filter(r -> r.requirement().id().equals(id))
                .findFirst()
                .orElseThrow();
    }
}
