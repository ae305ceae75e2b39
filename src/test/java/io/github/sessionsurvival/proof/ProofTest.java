package io.github.sessionsurvival.proof;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;

import io.github.sessionsurvival.platform.Defect;
import io.github.sessionsurvival.verdict.Catalogue;
import io.github.sessionsurvival.verdict.Proof;
import io.github.sessionsurvival.verdict.Requirement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Whether every requirement was seen to turn red; that it still does is shown by {@code mvn verify -Pproof}. */
final class ProofTest {

    private final Proof proof = Proof.shipped();
    private final List<Requirement> ofServers = Catalogue.shipped().requirements().stream()
            .filter(row ->
                    row.lane() == Requirement.Lane.SERVER && row.provedBy().isEmpty())
            .toList();

    @Test
    void everyRequirementOfAServerHasADefectThatBreaksItOrSaysWhyNot() {
        assertThat(ids(row -> proof.of(row.id()).isEmpty() && row.unproved().isEmpty()), empty());
    }

    @Test
    void noRequirementThatADefectBreaksSaysThatNoneDoes() {
        assertThat(ids(row -> !proof.of(row.id()).isEmpty() && row.unproved().isPresent()), empty());
    }

    @Test
    void everyDefectBreaksSomething() {
        assertThat(
                proof.defects().stream()
                        .filter(found -> found.breaks().isEmpty())
                        .map(Proof.Found::defect)
                        .toList(),
                empty());
    }

    /** Renewed with {@code mvn verify -Pproof -Dproof=each} and {@code cp target/proof.json features/}. */
    @Test
    void theProofIsAboutTheDefectsThatThereAre() {
        assertThat(
                proof.defects().stream()
                        .map(found -> found.defect() + ": " + found.server())
                        .toList(),
                equalTo(Arrays.stream(Defect.values())
                        .map(defect -> defect.word() + ": " + defect.words())
                        .toList()));
        assertThat(proof.defects().size(), greaterThanOrEqualTo(90));
    }

    @Test
    void thePageOfDefectsIsCurrent() throws IOException {
        String page = page();
        Files.createDirectories(Path.of("target"));
        Files.writeString(Path.of("target", "defects.md"), page);
        assertThat(
                "docs/defects.md is behind; renew it with: cp target/defects.md docs/defects.md",
                Files.readString(Path.of("docs", "defects.md")).equals(page),
                equalTo(true));
    }

    private String page() {
        StringBuilder page = new StringBuilder("""
                # Defects

                Ways in which servers get sessions wrong. The embedded platform can be started with each of them, to see what the \
                report says of such a server:

                    java -jar target/session-survival.jar run --defect dead-id-is-410

                `mvn verify -Pproof` tries them all: each breaks the requirements beside it and no others, and a sound platform \
                breaks none; what is in brackets depends on who comes first. This page is made from what came of it (`features/proof.json`) by `ProofTest`; renew it with \
                `mvn test -Dtest=ProofTest` and `cp target/defects.md docs/defects.md`.

                | `--defect` | the server | breaks |
                |---|---|---|
                """);
        proof.defects()
                .forEach(found -> page.append("| `")
                        .append(found.defect())
                        .append("` | ")
                        .append(found.server())
                        .append(" | ")
                        .append(String.join(", ", found.breaks()))
                        .append(found.byChance().isEmpty() ? "" : " (" + String.join(", ", found.byChance()) + ")")
                        .append(" |\n"));
        page.append("\nNo defect breaks these:\n\n");
        ofServers.forEach(row -> row.unproved()
                .ifPresent(why -> page.append("- ")
                        .append(row.id())
                        .append(": ")
                        .append(why)
                        .append("\n")));
        return page.toString();
    }

    private List<String> ids(Predicate<Requirement> which) {
        return ofServers.stream().filter(which).map(Requirement::id).toList();
    }
}
