package io.github.sessionsurvival.verdict;

import java.util.List;

/**
 * The whole outcome of a run: {@code run.json}. The gate, the page and JUnit XML are made from this alone, so none can
 * contradict another.
 *
 * @param schema this record's version
 * @param facts the run, its target, its sessions
 * @param requirements one row per requirement of the catalogue, in its order
 * @param scenarios every recorded scenario, by address
 * @param staleBaseline lines of the baseline to remove
 * @param exit the exit status
 * @param verdict the exit status in one sentence
 */
public record RunResult(
        int schema,
        RunFacts facts,
        List<Row> requirements,
        List<ScenarioRecord> scenarios,
        List<String> staleBaseline,
        int exit,
        String verdict) {

    public static final int SCHEMA = 1;

    public RunResult {
        requirements = List.copyOf(requirements);
        scenarios = List.copyOf(scenarios);
        staleBaseline = List.copyOf(staleBaseline);
    }

    /**
     * One requirement's row.
     *
     * @param requirement the catalogue's row, whole
     * @param verdict its verdict
     * @param known whether the baseline lists it as a known failure, failing in the way it lists
     * @param reason why it is not met, in one line; when met empty, or what became of sessions where it is about that
     * @param merged "met for 2 of 3 scenarios" and "survived 2 of 3: …" where scenarios differ; else empty
     * @param scenarios the addresses of its scenarios
     * @param red whether it turns the run red: what severity, the baseline and strictness make of the verdict. A broken
     *     requirement of the client's side is never red but a fault of the suite
     */
    public record Row(
            Requirement requirement,
            Verdict verdict,
            boolean known,
            String reason,
            String merged,
            List<String> scenarios,
            boolean red) {
        public Row {
            scenarios = List.copyOf(scenarios);
        }
    }
}
