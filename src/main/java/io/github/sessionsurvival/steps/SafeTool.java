package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.target.Probe;

/**
 * A tool that may be called.
 *
 * @param name as the platform counts its executions
 * @param call the request that calls it
 */
record SafeTool(String name, Probe call) {

    static SafeTool of(Probe call) {
        return new SafeTool(
                Reply.json(call.params())
                        .map(params -> params.path("name").asString(""))
                        .orElse(""),
                call);
    }
}
