package io.github.sessionsurvival.proof;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;

import io.github.sessionsurvival.cli.ClientDouble;
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
import java.util.stream.Stream;
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
        assertThat(
                ids(row -> proof.ofServers(row.id()).isEmpty() && row.unproved().isEmpty()), empty());
    }

    @Test
    void noRequirementThatADefectBreaksSaysThatNoneDoes() {
        assertThat(
                ids(row ->
                        !proof.ofServers(row.id()).isEmpty() && row.unproved().isPresent()),
                empty());
    }

    @Test
    void everyRequirementOfTheClientHasADoubleThatBreaksItOrATestOfItsOwn() {
        assertThat(
                Catalogue.shipped().requirements().stream()
                        .filter(row -> row.lane() == Requirement.Lane.CLIENT
                                && row.provedBy().isEmpty())
                        .map(Requirement::id)
                        .filter(id -> proof.ofClients(id).isEmpty())
                        .toList(),
                empty());
    }

    @Test
    void everyDefectAndEveryDoubleBreaksSomething() {
        assertThat(
                Stream.concat(proof.defects().stream(), proof.doubles().stream())
                        .filter(found -> found.breaks().isEmpty())
                        .map(Proof.Found::name)
                        .toList(),
                empty());
    }

    /** Renewed with {@code mvn verify -Pproof -Dproof=each} and {@code cp target/proof.json features/}; of the doubles with
     * {@code target/proof-of-clients.json}. */
    @Test
    void theProofIsAboutTheDefectsThatThereAre() {
        assertThat(
                proof.defects().stream()
                        .map(found -> found.name() + ": " + found.does())
                        .toList(),
                equalTo(Arrays.stream(Defect.values())
                        .map(defect -> defect.word() + ": " + defect.words())
                        .toList()));
        assertThat(proof.defects().size(), greaterThanOrEqualTo(90));
        assertThat(
                proof.doubles().stream()
                        .map(found -> found.name() + ": " + found.does())
                        .toList(),
                equalTo(Arrays.stream(ClientDouble.values())
                        .map(kind -> kind.word() + ": " + kind.words())
                        .toList()));
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
        proof.defects().forEach(found -> addRow(found, page));
        page.append("\nNo defect breaks these:\n\n");
        ofServers.forEach(row -> row.unproved()
                .ifPresent(why -> page.append("- ")
                        .append(row.id())
                        .append(": ")
                        .append(why)
                        .append("\n")));
        page.append("""

                ## Doubles of the client

                The requirements that bind the client are tried with clients that get it wrong, in place of the suite's own \
                (`ClientDouble`, in the tests):

                | double | the client | breaks |
                |---|---|---|
                """);
        proof.doubles().forEach(found -> addRow(found, page));
        return page.toString();
    }

    private static void addRow(Proof.Found found, StringBuilder page) {
        page.append("| `")
                .append(found.name())
                .append("` | ")
                .append(found.does())
                .append(" | ")
                .append(String.join(", ", found.breaks()))
                .append(found.byChance().isEmpty() ? "" : " (" + String.join(", ", found.byChance()) + ")")
                .append(" |\n");
    }

    private List<String> ids(Predicate<Requirement> which) {
        return ofServers.stream().filter(which).map(Requirement::id).toList();
    }
}
