package io.github.sessionsurvival.target;

import java.util.Map;

/**
 * What the platform itself counts for one caller: the truth that a client cannot see.
 *
 * @param created sessions ever created
 * @param named sessions whose id was sent to the client in a header
 * @param unnamed live sessions whose id was never sent: nobody can end them by name
 * @param live sessions that would answer now, unnamed ones included
 * @param ended sessions ended by their client
 * @param openings opening requests received
 * @param executions how often each tool ran
 */
public record Counts(
        int created, int named, int unnamed, int live, int ended, int openings, Map<String, Integer> executions) {
    public Counts {
        executions = Map.copyOf(executions);
    }
}
