package io.github.sessionsurvival.platform;

import com.sun.net.httpserver.HttpExchange;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/**
 * The protected resource metadata that a 401 points at (RFC 9728; AUTH-03, AUTH-04). Bearers here are handed out by whoever
 * started the platform and by its control interface: the authorization server it names is the platform itself.
 */
final class ResourceDocument {

    private static final String ROOT = "/.well-known/oauth-protected-resource";
    private static final Set<String> PATHS = Set.of(ROOT, ROOT + McpEndpoint.PATH);

    private ResourceDocument() {}

    static String challenge(HttpExchange exchange) {
        return "resource_metadata=\"" + origin(exchange) + ROOT + McpEndpoint.PATH + "\"";
    }

    /** What every path but the MCP endpoint's answers. */
    static Answer answer(HttpExchange exchange, Callers callers, String verb, String path) {
        if (callers.isOpen() || path == null || !PATHS.contains(path)) {
            return Answer.empty(404);
        }
        if (!verb.equals("GET")) {
            return Answer.empty(405).with("allow", "GET");
        }
        ObjectNode document = JsonText.object().put("resource", origin(exchange) + McpEndpoint.PATH);
        document.putArray("authorization_servers").add(origin(exchange));
        document.putArray("bearer_methods_supported").add("header");
        return Answer.json(200, JsonText.write(document));
    }

    private static String origin(HttpExchange exchange) {
        return "http://127.0.0.1:" + exchange.getLocalAddress().getPort();
    }
}
