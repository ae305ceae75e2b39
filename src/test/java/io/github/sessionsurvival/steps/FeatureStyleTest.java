package io.github.sessionsurvival.steps;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.greaterThan;

import io.cucumber.gherkin.GherkinParser;
import io.cucumber.messages.types.Examples;
import io.cucumber.messages.types.Feature;
import io.cucumber.messages.types.FeatureChild;
import io.cucumber.messages.types.RuleChild;
import io.cucumber.messages.types.Scenario;
import io.cucumber.messages.types.Step;
import io.cucumber.messages.types.StepKeywordType;
import io.cucumber.messages.types.Tag;
import io.github.sessionsurvival.target.ContractFile;
import io.github.sessionsurvival.target.Verb;
import io.github.sessionsurvival.verdict.Catalogue;
import io.github.sessionsurvival.verdict.Requirement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How features are written, and what their tags promise (features/README.md). */
class FeatureStyleTest {

    private static final int MOST_STEPS = 8;
    private static final Pattern ID = Pattern.compile("@[A-Z]+-\\d{2,}");
    private static final Pattern TAG_IN_README = Pattern.compile("`(@[a-z][a-z-]*)`");
    private static final Pattern WIRE_WORDS = Pattern.compile("\\b(POST|GET|PUT|DELETE|HTTP|JSON|SSE|TCP)\\b"
            + "|(?i:\\bheaders?\\b|mcp-session-id|retry-after|content-type|32001|durable object)");

    private static final String SHARED = "an open session";
    /** A revision without sessions, in which nothing is opened. */
    private static final String ALONE = "a client that asks for revision 2026-07-28";

    private static final Pattern OPENING_OR_ENDING =
            Pattern.compile("\\b(opens?|opened|opening|confirm\\w*|ends|ended|ending|revision|another|handshake)\\b");

    private static List<Case> cases;
    private static Catalogue catalogue;

    /**
     * A scenario with everything that its place gives it. An outline's tables may have tags of their own, so it counts
     * once per table where tags are the question.
     */
    private record Case(String file, Scenario scenario, Set<String> tags) {

        String place() {
            return file + ":" + scenario.getLocation().getLine() + ": " + scenario.getName();
        }

        List<String> ids() {
            return tags.stream()
                    .filter(t -> ID.matcher(t).matches())
                    .map(t -> t.substring(1))
                    .toList();
        }
    }

    @BeforeAll
    static void readTheFeatures() {
        cases = FeatureGuard.shipped().stream()
                .flatMap(file -> GherkinParser.builder()
                        .includeSource(false)
                        .includePickles(false)
                        .build()
                        .parse(file.uri().toString(), file.text())
                        .flatMap(e -> e.getGherkinDocument().stream())
                        .flatMap(d -> d.getFeature().stream())
                        .flatMap(feature -> casesOf(name(file.uri().toString()), feature)))
                .toList();
        catalogue = Catalogue.shipped();
    }

    private static String name(String uri) {
        return uri.substring(uri.lastIndexOf("features/"));
    }

    private static Stream<Case> casesOf(String file, Feature feature) {
        Stream<Case> found = Stream.empty();
        for (FeatureChild child : feature.getChildren()) {
            found = Stream.concat(
                    found, child.getScenario().stream().flatMap(s -> casesOf(file, s, names(feature.getTags()))));
            if (child.getRule().isPresent()) {
                for (RuleChild inRule : child.getRule().get().getChildren()) {
                    Set<String> above = names(feature.getTags());
                    above.addAll(names(child.getRule().get().getTags()));
                    found = Stream.concat(found, inRule.getScenario().stream().flatMap(s -> casesOf(file, s, above)));
                }
            }
        }
        return found;
    }

    private static Stream<Case> casesOf(String file, Scenario scenario, Set<String> above) {
        Set<String> tags = new TreeSet<>(above);
        tags.addAll(names(scenario.getTags()));
        if (scenario.getExamples().isEmpty()) {
            return Stream.of(new Case(file, scenario, tags));
        }
        List<Case> tables = new ArrayList<>();
        for (Examples examples : scenario.getExamples()) {
            Set<String> withTable = new TreeSet<>(tags);
            withTable.addAll(names(examples.getTags()));
            tables.add(new Case(file, scenario, withTable));
        }
        return tables.stream();
    }

    private static Set<String> names(List<Tag> tags) {
        return tags.stream().map(Tag::getName).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void thereAreFeatures() {
        assertThat(cases.size(), greaterThan(30));
    }

    @Test
    void everyScenarioHasOneReach() {
        assertNone(c -> c.tags().stream().filter(Reach.tags()::contains).count() != 1);
    }

    @Test
    void everyScenarioNamesARequirement() {
        assertNone(c -> c.ids().isEmpty());
    }

    @Test
    void noScenarioMixesTheServersSideAndTheClients() {
        assertNone(c -> c.ids().stream()
                        .flatMap(id -> catalogue.find(id).stream())
                        .map(Requirement::lane)
                        .distinct()
                        .count()
                > 1);
    }

    @Test
    void everyRequirementIdStandsInTheCatalogue() {
        assertNone(c -> c.ids().stream().anyMatch(id -> catalogue.find(id).isEmpty()));
    }

    @Test
    void everyRequirementHasAScenarioOrAProof() {
        Set<String> covered = cases.stream().flatMap(c -> c.ids().stream()).collect(Collectors.toSet());
        assertThat(
                "requirements that nothing covers",
                catalogue.requirements().stream()
                        .filter(r -> r.provedBy().isEmpty() && !covered.contains(r.id()))
                        .map(Requirement::id)
                        .toList(),
                empty());
        assertThat(
                "requirements that a scenario covers, and whose row says otherwise",
                catalogue.requirements().stream()
                        .filter(r -> r.provedBy().isPresent() && covered.contains(r.id()))
                        .map(Requirement::id)
                        .toList(),
                empty());
    }

    @Test
    void everyTestThatARowNamesExists() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src", "test", "java"))) {
            Set<String> tests = files.map(f -> f.getFileName().toString().replaceFirst("\\.java$", ""))
                    .collect(Collectors.toSet());
            assertThat(
                    catalogue.requirements().stream()
                            .filter(r -> r.provedBy()
                                    .filter(p -> p.matches("[A-Z]\\w*Test") && !tests.contains(p))
                                    .isPresent())
                            .map(r -> r.id() + " names " + r.provedBy().orElseThrow())
                            .toList(),
                    empty());
        }
    }

    @Test
    void whoeverIsAskedSaysWhatAClientSuffers() {
        assertThat(
                catalogue.requirements().stream()
                        .filter(r -> r.lane() == Requirement.Lane.SERVER
                                && r.suffers().isEmpty())
                        .map(Requirement::id)
                        .toList(),
                empty());
    }

    @Test
    void everyTagStandsInTheDictionary() throws IOException {
        Set<String> dictionary = new TreeSet<>();
        Matcher tag = TAG_IN_README.matcher(Files.readString(Path.of("features", "README.md")));
        while (tag.find()) {
            dictionary.add(tag.group(1));
        }
        assertNone(c -> c.tags().stream().anyMatch(t -> !ID.matcher(t).matches() && !dictionary.contains(t)));
        assertThat(
                "needs that nobody checks",
                dictionary.stream()
                        .filter(t -> t.startsWith("@needs-"))
                        .filter(t -> Need.tagged(t).isEmpty()
                                && Verb.named(t.substring("@needs-".length())).isEmpty())
                        .toList(),
                empty());
    }

    /** On a server elsewhere it may be asking a session that others ask too, opened as the run's settings say. */
    @Test
    void whatOnlyObservesNeitherOpensNorEndsASessionOfItsOwn() {
        assertNone(c -> c.tags().contains(Reach.OBSERVES.tag())
                && (c.scenario().getSteps().stream()
                                .map(Step::getText)
                                .filter(text -> !text.equals(SHARED) && !text.equals(ALONE))
                                .anyMatch(
                                        text -> OPENING_OR_ENDING.matcher(text).find())
                        || c.scenario().getSteps().stream()
                                        .filter(s -> s.getText().equals(SHARED))
                                        .count()
                                > 1));
    }

    @Test
    void idsComeBeforeReachAndReachBeforeNeeds() {
        assertNone(c -> {
            List<Integer> ranks = c.scenario().getTags().stream()
                    .map(Tag::getName)
                    .map(t -> ID.matcher(t).matches()
                            ? 0
                            : Reach.tags().contains(t)
                                    ? 1
                                    : t.equals("@slow") || t.equals("@waits") || t.equals("@many") || t.equals("@crowd")
                                            ? 3
                                            : 2)
                    .toList();
            return !ranks.equals(ranks.stream().sorted().toList());
        });
    }

    @Test
    void oneWhenAtMost() {
        assertNone(c -> c.scenario().getSteps().stream()
                        .filter(FeatureStyleTest::isWhen)
                        .count()
                > 1);
    }

    private static boolean isWhen(Step step) {
        return step.getKeywordType().filter(t -> t == StepKeywordType.ACTION).isPresent();
    }

    @Test
    void everyScenarioObservesSomething() {
        assertNone(c -> c.scenario().getSteps().stream()
                .noneMatch(s -> s.getKeywordType()
                        .filter(t -> t == StepKeywordType.OUTCOME)
                        .isPresent()));
    }

    @Test
    void noScenarioIsLongerThanCanBeKeptInMind() {
        assertNone(c -> c.scenario().getSteps().size() > MOST_STEPS);
    }

    @Test
    void sentencesSpeakOfTheDomainNotOfTheWire() {
        assertNone(c -> Stream.concat(
                        Stream.of(c.scenario().getName()),
                        c.scenario().getSteps().stream().map(Step::getText))
                .anyMatch(text -> WIRE_WORDS.matcher(text).find()));
    }

    @Test
    void everyScenarioHasANameOfItsOwn() {
        Map<String, Long> counts = new HashMap<>();
        cases.stream()
                .collect(Collectors.toMap(Case::place, c -> c, (a, b) -> a))
                .values()
                .forEach(c -> counts.merge(c.scenario().getName(), 1L, Long::sum));
        assertThat(
                counts.entrySet().stream()
                        .filter(e -> e.getValue() > 1)
                        .map(Map.Entry::getKey)
                        .toList(),
                empty());
    }

    /** The documented table is the third witness beside the server's text and the matcher's. */
    @Test
    void theGoldenTableIsTheContractThatIsShipped() {
        var contract = ContractFile.shipped();
        Map<String, String> table = cases.stream()
                .filter(c -> c.ids().contains("RST-01"))
                .flatMap(c -> c.scenario().getSteps().stream())
                .flatMap(s -> s.getDataTable().stream())
                .flatMap(t -> t.getRows().stream())
                .collect(Collectors.toMap(
                        r -> r.getCells().get(0).getValue(),
                        r -> r.getCells().get(1).getValue(),
                        (a, b) -> a));
        assertThat(
                Arrays.asList(
                                table.get("status"),
                                table.get("retry after"),
                                table.get("error code"),
                                table.get("message"))
                        .equals(Arrays.asList(
                                Integer.toString(contract.status()),
                                Long.toString(contract.defaultDelay().toSeconds()),
                                Integer.toString(contract.code()),
                                contract.message())),
                org.hamcrest.Matchers.is(true));
    }

    private static void assertNone(Predicate<Case> wrong) {
        assertThat(cases.stream().filter(wrong).map(Case::place).distinct().toList(), empty());
    }
}
