package io.github.sessionsurvival.cli;

import io.github.sessionsurvival.client.Session;
import io.github.sessionsurvival.steps.Run;
import io.github.sessionsurvival.wire.LoneRequest;
import io.github.sessionsurvival.wire.Revision;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * What a server says of itself in the first handshake, for the report; nothing where it failed.
 *
 * @param server its name and version; empty where unknown
 * @param revision negotiated; empty where unknown
 * @param capabilities by name
 */
record FirstLook(String server, String revision, List<String> capabilities) {

    static final FirstLook NOTHING = new FirstLook("", "", List.of());

    private static final int LONGEST = 120;

    FirstLook {
        capabilities = List.copyOf(capabilities);
    }

    static FirstLook of(FirstHandshake handshake, Run run) {
        return handshake
                .session()
                .map(s -> of(s, run))
                .orElseGet(() -> handshake
                        .discovery()
                        .map(discovery -> of(discovery, run))
                        .orElse(NOTHING));
    }

    /** A server without sessions introduces itself in the description of its answers. */
    private static FirstLook of(JsonNode discovery, Run run) {
        JsonNode named = discovery.path(LoneRequest.META).path("io.modelcontextprotocol/serverInfo");
        return of(
                named.isMissingNode() ? discovery.path("serverInfo") : named,
                Revision.R2026_07_28,
                discovery.path("capabilities"),
                run);
    }

    private static FirstLook of(Session session, Run run) {
        JsonNode result = session.initializeResult();
        return of(result.path("serverInfo"), session.revision(), result.path("capabilities"), run);
    }

    private static FirstLook of(JsonNode named, Revision revision, JsonNode capabilities, Run run) {
        String server =
                named.path("name").asString("") + " " + named.path("version").asString("");
        return new FirstLook(
                shown(server, run),
                shown(revision.date(), run),
                capabilities.propertyNames().stream()
                        .limit(50)
                        .map(name -> shown(name, run))
                        .toList());
    }

    /** A server may say anything of itself. */
    private static String shown(String text, Run run) {
        String line = run.redaction().apply(text).replaceAll("\\p{Cntrl}", " ").strip();
        return line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line;
    }
}
