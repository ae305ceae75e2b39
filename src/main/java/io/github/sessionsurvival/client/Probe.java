package io.github.sessionsurvival.client;

import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/**
 * The real request that proves a session alive (design 3.7): a ping can be answered where everything behind it is dead.
 *
 * @param method the JSON-RPC method
 * @param params its params as JSON text
 */
public record Probe(String method, String params) {

    /** What is left where a server declares nothing that can be listed. */
    public static final Probe PING = new Probe("ping", "{}");

    private static final List<String> LISTED = List.of("tools", "resources", "prompts");

    public Probe {
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(params, "params");
    }

    /** The first declared of tools/list, resources/list, prompts/list, else ping. */
    public static Probe firstDeclared(JsonNode initializeResult) {
        JsonNode declared = initializeResult.path("capabilities");
        return LISTED.stream()
                .filter(c -> declared.path(c).isObject())
                .findFirst()
                .map(c -> new Probe(c + "/list", "{}"))
                .orElse(PING);
    }

    /** Whether it proves little: the page then says "weak proof". */
    public boolean isWeak() {
        return method.equals(PING.method);
    }
}
