package io.github.sessionsurvival.verdict;

import java.util.ArrayList;
import java.util.List;

/**
 * What is known about a run beside its scenarios: written to {@code facts.json} when the run ends, however it ends.
 *
 * @param runId this run's name; the gate accepts no other
 * @param completed false while running and after a crash
 * @param interrupted the signal's name, or empty
 * @param suiteVersion this product's version
 * @param startedAt ISO-8601
 * @param durationMs whole run
 * @param acceptanceMs from the first scenario's start to the last one's end
 * @param target the server under test
 * @param sessions the ledger's balance
 * @param throttling how often the server asked to slow down
 * @param selection what was asked to run
 * @param suiteFaults faults of the suite's own, one line each
 * @param unreachable why no session can be opened at the target, and what to change; empty when one can
 * @param serverEnded how a server that the suite had started ended by itself during the run; empty when it did not
 */
public record RunFacts(
        String runId,
        boolean completed,
        String interrupted,
        String suiteVersion,
        String startedAt,
        long durationMs,
        long acceptanceMs,
        TargetFacts target,
        Sessions sessions,
        Throttling throttling,
        Selection selection,
        List<String> suiteFaults,
        String unreachable,
        String serverEnded) {

    public RunFacts {
        suiteFaults = List.copyOf(suiteFaults);
    }

    /** The same facts with further faults of the suite. */
    RunFacts withMoreSuiteFaults(List<String> more) {
        List<String> all = new ArrayList<>(suiteFaults);
        all.addAll(more);
        return new RunFacts(
                runId,
                completed,
                interrupted,
                suiteVersion,
                startedAt,
                durationMs,
                acceptanceMs,
                target,
                sessions,
                throttling,
                selection,
                all,
                unreachable,
                serverEnded);
    }

    /**
     * The server under test.
     *
     * @param server name and version from the handshake; empty when none succeeded
     * @param revision negotiated by the first handshake; empty when none succeeded
     * @param capabilities declared in the handshake, names only
     * @param levers the verbs of its lever
     * @param contract the contract's name, or "none"
     */
    public record TargetFacts(
            String name,
            String url,
            String server,
            String revision,
            List<String> capabilities,
            List<String> levers,
            String contract) {
        public TargetFacts {
            capabilities = List.copyOf(capabilities);
            levers = List.copyOf(levers);
        }
    }

    /** The ledger's balance: shortened ids and lines for people. */
    public record Sessions(
            int noted, int ended, int leftToExpire, List<String> leftBehind, List<String> possiblyLeftBehind) {
        public Sessions {
            leftBehind = List.copyOf(leftBehind);
            possiblyLeftBehind = List.copyOf(possiblyLeftBehind);
        }
    }

    /**
     * What the server asked for by answering 429.
     *
     * @param asked how often
     * @param waitedMs how long requests were held back for it, in all
     * @param givenUp how many requests it refused to the end
     */
    public record Throttling(int asked, long waitedMs, int givenUp) {
        public static final Throttling NONE = new Throttling(0, 0, 0);
    }

    /**
     * What was asked to run; empty strings where nothing was asked.
     *
     * @param target the name or file of {@code --target}
     * @param url the address of {@code --url}
     * @param contract the name or file of {@code --contract}
     * @param allow the reaches of {@code --allow}
     */
    public record Selection(
            String target,
            String url,
            String contract,
            String tags,
            String scenario,
            String revision,
            boolean strict,
            List<String> allow,
            int parallelism) {
        public Selection {
            allow = List.copyOf(allow);
        }
    }
}
