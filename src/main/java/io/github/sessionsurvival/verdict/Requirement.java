package io.github.sessionsurvival.verdict;

import java.util.List;
import java.util.Optional;

/**
 * A row of the catalogue ({@code features/requirements.yaml}); its id never changes.
 *
 * @param id such as {@code RST-08}
 * @param level the keyword of its source: MUST, MUST NOT, SHOULD, SHOULD NOT, MAY
 * @param basis where it comes from
 * @param lane whom it binds
 * @param revisions the MCP revisions it applies to
 * @param section the source's section
 * @param summary the requirement in one sentence
 * @param severity what a broken one does to the gate
 * @param suffers what a client or user suffers when it is broken, one sentence for people; may be empty
 * @param provedBy why no scenario covers it, or the test that does; empty when scenarios do
 * @param unproved why no server was ever seen to turn it red; empty where one was ({@link Proof})
 * @param since the catalogue's version that brought it; a baseline of an older version makes it warn only
 */
public record Requirement(
        String id,
        String level,
        Basis basis,
        Lane lane,
        List<String> revisions,
        String section,
        String summary,
        Severity severity,
        String suffers,
        Optional<String> provedBy,
        Optional<String> unproved,
        int since) {

    public Requirement {
        revisions = List.copyOf(revisions);
    }

    /** Whether a test of the suite's own, named in the row, shows it, instead of a scenario. */
    public boolean isShownByTest() {
        return provedBy.filter(proof -> proof.matches("\\w+Test")).isPresent();
    }

    /** Where a requirement comes from. */
    public enum Basis {
        MCP_SPEC("mcp-spec"),
        DERIVED("derived"),
        UNSPECIFIED("unspecified"),
        RFC9110("rfc9110"),
        WHATWG_SSE("whatwg-sse"),
        JSON_RPC("json-rpc"),
        PRODUCT_CONTRACT("product-contract"),
        /** What the operator promises in the target file. */
        PROMISE("promise");

        private final String word;

        Basis(String word) {
            this.word = word;
        }

        /** As the catalogue spells it. */
        public String word() {
            return word;
        }
    }

    /** Whom a requirement binds: {@code black-box} rows the server, {@code self-check} rows our own client. */
    public enum Lane {
        SERVER,
        CLIENT
    }

    /** What a broken requirement does to the gate. */
    public enum Severity {
        /** Turns the run red. */
        FAILS,
        /** A warning; red only under {@code --strict}. */
        WARNS,
        /** Never red. */
        INFORMS
    }
}
