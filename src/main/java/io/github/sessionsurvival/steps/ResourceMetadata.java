package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.client.McpClient;
import io.github.sessionsurvival.wire.Body;
import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Headers;
import io.github.sessionsurvival.wire.Purpose;
import java.net.URI;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The document that says who grants access to a server (AUTH-04; RFC 9728). */
final class ResourceMetadata {

    private static final String USUAL_PLACE = "/.well-known/oauth-protected-resource";

    private final Exchange answer;

    private ResourceMetadata(Exchange answer) {
        this.answer = answer;
    }

    /**
     * Fetches it from where the challenge says, or else from its usual place.
     *
     * @throws NotApplicable where it lies on another server, which nobody asked this suite to speak to
     */
    static ResourceMetadata of(World world, Guidance guidance) {
        URI server = world.run().target().url();
        Caller nobody = Caller.anonymous(world.label().text() + "-nobody");
        McpClient client = Clients.of(
                world.run(),
                nobody,
                world.log(),
                world.label().text(),
                world.run().swift());
        Optional<URI> told = guidance.document().map(address -> onThisServer(address, server));
        Exchange first = fetch(client, told.orElseGet(() -> server.resolve(USUAL_PLACE + server.getPath())));
        // Without a pointer the place with the path comes first, and the one without it second.
        return new ResourceMetadata(
                told.isEmpty() && first.status() == 404 ? fetch(client, server.resolve(USUAL_PLACE)) : first);
    }

    private static Exchange fetch(McpClient client, URI address) {
        return client.elsewhere(
                address,
                Purpose.OTHER,
                "GET",
                Optional.empty(),
                Optional.empty(),
                Headers.NONE.with("Accept", "application/json"),
                Body.EMPTY);
    }

    private static URI onThisServer(String told, URI server) {
        URI address;
        try {
            address = URI.create(told);
        } catch (IllegalArgumentException e) {
            throw new NotTestable("the challenge names a document whose address is no URL");
        }
        boolean here = server.getScheme().equalsIgnoreCase(address.getScheme())
                && server.getHost().equalsIgnoreCase(address.getHost())
                && server.getPort() == address.getPort();
        if (!here) {
            throw new NotApplicable("the document lies on another server, which this suite does not speak to");
        }
        return address;
    }

    /** What is wrong with it; empty where nothing is. */
    Optional<String> fault() {
        String seen = " (exchange " + answer.number() + ")";
        Optional<JsonNode> document = answer.status() == 200
                ? answer.answer().flatMap(a -> Reply.json(a.body().text()))
                : Optional.empty();
        if (document.filter(JsonNode::isObject).isEmpty()) {
            return Optional.of("a document that names who grants access, was " + Reply.inWords(answer) + seen);
        }
        JsonNode servers = document.get().path("authorization_servers");
        boolean named = servers.isArray()
                && !servers.isEmpty()
                && servers.valueStream()
                        .allMatch(s -> s.isString() && !s.stringValue().isBlank());
        return named
                ? Optional.empty()
                : Optional.of("a document that names at least one server which grants access, it names none" + seen);
    }
}
