package io.github.sessionsurvival.wire;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request of a revision without sessions: it says by itself what a session would know, once for proxies in its headers
 * and once for the server in its body (MOD-24).
 *
 * @param idJson its request id as JSON text
 * @param method the JSON-RPC method
 * @param params its params with the members that describe the client
 * @param headers what stands in its headers of the same
 */
public record LoneRequest(String idJson, String method, ObjectNode params, Headers headers) {

    /** The member of a message's params, and of a result, that describes it. */
    public static final String META = "_meta";

    public static final String PROTOCOL_VERSION = "io.modelcontextprotocol/protocolVersion";
    public static final String CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
    public static final String SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";

    public static final String VERSION_HEADER = "MCP-Protocol-Version";
    public static final String METHOD_HEADER = "Mcp-Method";
    public static final String NAME_HEADER = "Mcp-Name";

    private static final String CLIENT_INFO = "io.modelcontextprotocol/clientInfo";
    private static final String ENCODED = "=?base64?";
    private static final String ENCODED_END = "?=";

    /** Which member of the params names what a method is about. */
    private static final Map<String, String> NAMED_BY =
            Map.of("tools/call", "name", "prompts/get", "name", "resources/read", "uri");

    private static final JsonMapper JSON = JsonMapper.builder().build();

    public LoneRequest {
        params = params.deepCopy();
    }

    @Override
    public ObjectNode params() {
        return params.deepCopy();
    }

    /**
     * A request as it has to be.
     *
     * @param paramsJson its own params as a JSON object's text
     * @param clientName what the client calls itself
     */
    public static LoneRequest of(
            String idJson, String method, String paramsJson, Revision revision, String clientName) {
        ObjectNode params = (ObjectNode) JSON.readTree(paramsJson);
        ObjectNode meta = params.putObject(META);
        meta.put(PROTOCOL_VERSION, revision.date());
        meta.putObject(CLIENT_INFO).put("name", clientName).put("version", "1");
        meta.putObject(CLIENT_CAPABILITIES);
        Headers headers = Headers.NONE.with(VERSION_HEADER, revision.date()).with(METHOD_HEADER, method);
        Headers named = name(method, params)
                .map(name -> headers.with(NAME_HEADER, isPlain(name) ? name : encoded(name)))
                .orElse(headers);
        return new LoneRequest(idJson, method, params, named);
    }

    /** The bytes that are sent. */
    public Body body() {
        return JsonRpc.request(idJson, method, JSON.writeValueAsString(params));
    }

    /** What the request is about, where its method names something: a tool, a prompt, a resource. */
    public static Optional<String> name(String method, JsonNode params) {
        return Optional.ofNullable(NAMED_BY.get(method))
                .map(params::path)
                .filter(JsonNode::isString)
                .map(JsonNode::stringValue);
    }

    /** A name in the form that may hold any characters (MOD-07). */
    public static String encoded(String name) {
        return ENCODED + Base64.getEncoder().encodeToString(name.getBytes(StandardCharsets.UTF_8)) + ENCODED_END;
    }

    private static boolean isPlain(String name) {
        return !name.isEmpty()
                && name.equals(name.strip())
                && !name.startsWith(ENCODED)
                && name.chars().allMatch(c -> c >= 0x20 && c <= 0x7e);
    }
}
