package io.github.sessionsurvival.cli;

import io.cucumber.core.gherkin.Pickle;
import io.github.sessionsurvival.target.Environment;
import io.github.sessionsurvival.target.RunSettings;
import io.github.sessionsurvival.verdict.Catalogue;
import io.github.sessionsurvival.verdict.Requirement;
import io.github.sessionsurvival.verdict.UnusableFile;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code requirements}: the catalogue, and what covers each row. */
@Command(
        name = "requirements",
        description = "Lists every requirement, what a broken one does to the exit status, and what covers it.",
        footer = {
            "",
            "binds:   whom the requirement is about. The client's rows are duties of this suite itself.",
            "broken:  fails turns a run red, warns does so with --strict only, informs never does.",
            "covered: how many scenarios check it; in brackets the test of the suite's own that shows it."
        })
final class RequirementsCommand implements Callable<Integer> {

    private static final String FORM = "%-9s %-10s %-7s %-7s %-13s %s";

    private final Environment environment;
    private final PrintStream out;

    RequirementsCommand(Environment environment, PrintStream out) {
        this.environment = environment;
        this.out = out;
    }

    @Override
    public Integer call() {
        Catalogue catalogue;
        try {
            catalogue = Catalogue.shipped();
        } catch (UnusableFile e) {
            throw new SuiteFault("the catalogue cannot be used: " + e.getMessage());
        }
        Map<String, Integer> scenarios = new HashMap<>();
        for (Pickle pickle : FeatureShelf.read().selected(RunSettings.ofProperties(environment))) {
            pickle.getTags().forEach(t -> scenarios.merge(t.substring(1), 1, Integer::sum));
        }
        out.println(String.format(FORM, "id", "level", "binds", "broken", "covered by", "requirement"));
        for (Requirement row : catalogue.requirements()) {
            out.println(String.format(
                    FORM,
                    row.id(),
                    row.level(),
                    row.lane() == Requirement.Lane.SERVER ? "server" : "client",
                    row.severity().name().toLowerCase(Locale.ROOT),
                    covered(scenarios.getOrDefault(row.id(), 0), row),
                    row.summary()));
            row.provedBy().ifPresent(why -> out.println(" ".repeat(51) + "(" + why + ")"));
        }
        out.println(catalogue.requirements().size() + " requirements, catalogue version " + catalogue.version());
        return 0;
    }

    private static String covered(int scenarios, Requirement row) {
        List<String> parts = new java.util.ArrayList<>();
        if (scenarios > 0) {
            parts.add(scenarios + (scenarios == 1 ? " scenario" : " scenarios"));
        }
        if (scenarios == 0) {
            parts.add(row.provedBy().isPresent() ? "a test" : "nothing yet");
        }
        return String.join(", ", parts);
    }
}
