package io.github.sessionsurvival.verdict;

import io.github.sessionsurvival.verdict.Requirement.Basis;
import io.github.sessionsurvival.verdict.Requirement.Severity;
import java.util.Set;

/** What a broken requirement does to the gate, by its level and basis (design section 6). One place, no exceptions elsewhere. */
final class SeverityRules {

    /** Derived or borrowed, and yet survival depends on them: clients cannot recover where these are broken. */
    private static final Set<String> FAIL_ALTHOUGH_NOT_MCP =
            Set.of("SESS-07", "SESS-12", "INIT-14", "RPC-09", "RPC-10");

    private SeverityRules() {}

    static Severity of(String id, String level, Basis basis) {
        if (FAIL_ALTHOUGH_NOT_MCP.contains(id)) {
            return Severity.FAILS;
        }
        if (level.equals("MAY") || basis == Basis.UNSPECIFIED) {
            return Severity.INFORMS;
        }
        return switch (basis) {
            case PRODUCT_CONTRACT, PROMISE -> Severity.FAILS;
            case MCP_SPEC -> level.startsWith("MUST") ? Severity.FAILS : Severity.WARNS;
            case DERIVED, RFC9110, WHATWG_SSE, JSON_RPC, UNSPECIFIED -> Severity.WARNS;
        };
    }
}
