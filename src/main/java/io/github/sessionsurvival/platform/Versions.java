package io.github.sessionsurvival.platform;

import io.github.sessionsurvival.wire.Revision;
import java.util.List;
import java.util.stream.Collectors;

/** Negotiation of the revision (VER-01 to VER-03) and the header that carries it afterwards (VER-05, VER-06). */
final class Versions {

    static final Revision LATEST = Revision.R2025_11_25;

    private Versions() {}

    static Revision negotiate(String asked, Defects defects) {
        return Revision.STATEFUL.stream()
                .filter(r -> r.date().equals(asked))
                .findFirst()
                .orElse(defects.has(Defect.EARLIEST_REVISION_OFFERED) ? Revision.R2025_03_26 : LATEST);
    }

    /**
     * Refuses a header that is not the session's own revision. A missing one is tolerated: the session knows. Sessions of
     * 2025-03-26 know no such header.
     */
    static void check(Lines lines, Revision negotiated) throws Refusal {
        List<String> given = lines.all("MCP-Protocol-Version");
        if (given.isEmpty() || !negotiated.carriesVersionHeader()) {
            return;
        }
        if (given.size() > 1
                || Revision.STATEFUL.stream().noneMatch(r -> r.date().equals(given.get(0)))) {
            throw Refusal.of(
                    400,
                    -32000,
                    "Bad Request: Unsupported protocol version (supported versions: "
                            + Revision.STATEFUL.stream().map(Revision::date).collect(Collectors.joining(", ")) + ")");
        }
        if (!given.get(0).equals(negotiated.date())) {
            throw Refusal.of(400, -32000, "Bad Request: this session negotiated " + negotiated.date());
        }
    }
}
