package io.github.sessionsurvival.client;

import java.util.Objects;

/**
 * A session that may exist although nobody saw its id: an opening request was cut or interrupted after the server may
 * have created it (host contract A7).
 *
 * @param caller the id of the caller who would own it
 * @param scenario the label of the scenario
 * @param exchange the number of the interrupted exchange; 0 where the run died before it was known
 */
record UnnamedSession(String caller, String scenario, int exchange) {

    UnnamedSession {
        Objects.requireNonNull(caller, "caller");
        Objects.requireNonNull(scenario, "scenario");
    }

    /** Of an opening whose run died before its answer was read. */
    static UnnamedSession inFlight(String caller, String scenario) {
        return new UnnamedSession(caller, scenario, 0);
    }

    String inWords() {
        return exchange == 0
                ? scenario + ": an opening of caller " + caller
                        + " was in flight when the run died; the server may hold a session that nobody can name"
                : scenario + ", exchange " + exchange + ": the opening of caller " + caller
                        + " was interrupted; the server may hold a session that nobody can name";
    }
}
