package io.github.sessionsurvival.target;

import java.util.Objects;

/**
 * The real request that proves a session alive; a ping can be green on a dead backend.
 *
 * @param method a JSON-RPC method
 * @param params its params as JSON text, {@code {}} for none
 */
public record Probe(String method, String params) {
    public Probe {
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(params, "params");
    }
}
