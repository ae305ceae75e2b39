package io.github.sessionsurvival.verdict;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.*;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.sessionsurvival.verdict.Requirement.Basis;
import io.github.sessionsurvival.verdict.Requirement.Lane;
import io.github.sessionsurvival.verdict.Requirement.Severity;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CatalogueTest {

    private static final String ROW = """
              - id: SESS-07
                level: MUST
                basis: derived
                lane: black-box
                revisions: ["2025-03-26", "2025-11-25"]
                section: basic/transports
                summary: "An id that was never issued gets 404."
                suffers: "It never learns."
            """;

    private static Catalogue read(String rows) {
        return Catalogue.read("requirements.yaml", "# a comment\nversion: 3\nrequirements:\n" + rows);
    }

    @Test
    void readsARow() {
        Catalogue catalogue = read(ROW);
        Requirement row = catalogue.find("SESS-07").orElseThrow();
        assertThat(catalogue.version(), is(3));
        assertThat(row.level(), is("MUST"));
        assertThat(row.basis(), is(Basis.DERIVED));
        assertThat(row.lane(), is(Lane.SERVER));
        assertThat(row.revisions(), contains("2025-03-26", "2025-11-25"));
        assertThat(row.severity(), is(Severity.FAILS));
        assertThat(row.suffers(), is("It never learns."));
        assertThat(row.provedBy(), is(Optional.empty()));
        assertThat(row.since(), is(1));
    }

    @ParameterizedTest
    @CsvSource({
        "SESS-06, MUST, mcp-spec, FAILS",
        "SESS-17, MUST NOT, mcp-spec, FAILS",
        "SESS-05, SHOULD, mcp-spec, WARNS",
        "INIT-05, SHOULD NOT, mcp-spec, WARNS",
        "SESS-10, MAY, mcp-spec, INFORMS",
        "INIT-08, MUST, unspecified, INFORMS",
        "INIT-07, MUST, derived, WARNS",
        "SESS-07, MUST, derived, FAILS",
        "SESS-12, MUST, derived, FAILS",
        "INIT-14, MUST, derived, FAILS",
        "RPC-09, MUST, json-rpc, FAILS",
        "RPC-10, MUST, derived, FAILS",
        "RST-14, MAY, derived, INFORMS",
        "HTTP-06, MUST, rfc9110, WARNS",
        "POST-08, MUST, rfc9110, WARNS",
        "RPC-05, MUST, json-rpc, WARNS",
        "SSEP-01, MUST, whatwg-sse, WARNS",
        "RST-01, MUST, product-contract, FAILS",
        "RST-15, SHOULD, product-contract, FAILS"
    })
    void severityFollowsTheRules(String id, String level, String basis, Severity severity) {
        Basis known = Arrays.stream(Basis.values())
                .filter(b -> b.word().equals(basis))
                .findFirst()
                .orElseThrow();
        assertThat(SeverityRules.of(id, level, known), is(severity));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        level: MUST        | level: WANT      | 5  | "WANT" is no level of SESS-07; allowed: MUST, MUST NOT
        basis: derived     | basis: rumour    | 6  | "rumour" is no basis of SESS-07; allowed: mcp-spec
        lane: black-box    | lane: fast       | 7  | "fast" is no lane of SESS-07; allowed: black-box, self-check
        "2025-11-25"       | "soon"           | 8  | "soon" of SESS-07 is no revision
        section:           | sektion:         | 9  | unknown key "sektion"
        id: SESS-07        | id: sess7        | 4  | no requirement id
        suffers:           | since: 9 #       | 11 | above the catalogue's version 3
        """)
    void saysWhatIsWrongAndWhere(String from, String to, int line, String problem) {
        UnusableFile error = assertThrows(UnusableFile.class, () -> read(ROW.replace(from, to)));
        assertThat(error.getMessage(), startsWith("requirements.yaml:" + line + ": "));
        assertThat(error.getMessage(), containsString(problem));
    }

    @Test
    void anIdStandsOnce() {
        UnusableFile error = assertThrows(UnusableFile.class, () -> read(ROW + ROW));
        assertThat(error.getMessage(), is("requirements.yaml:12: a second row of SESS-07; an id stands once"));
    }
}
