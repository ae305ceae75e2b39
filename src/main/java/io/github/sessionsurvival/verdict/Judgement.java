package io.github.sessionsurvival.verdict;

import io.github.sessionsurvival.verdict.Finding.Kind;
import io.github.sessionsurvival.verdict.Requirement.Lane;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Turns what a run recorded into its result. Pure: the same records, facts and baseline give the same result, whenever
 * and wherever they are judged.
 */
public final class Judgement {

    private static final int LONGEST_REASON = 500;

    private final Catalogue catalogue;
    private final RunFacts facts;
    private final List<ScenarioRecord> scenarios;
    private final Optional<Baseline> baseline;
    private final LocalDate today;
    private final Map<String, List<Finding>> findings = new LinkedHashMap<>();
    private final List<String> suiteFaults = new ArrayList<>();

    private Judgement(
            Catalogue catalogue, RunFacts facts, List<ScenarioRecord> scenarios, Optional<Baseline> baseline) {
        this.catalogue = catalogue;
        this.facts = facts;
        this.scenarios = scenarios.stream()
                .sorted(Comparator.comparing(ScenarioRecord::address, Judgement::byFileThenLine))
                .toList();
        this.baseline = baseline;
        this.today = day(facts.startedAt());
    }

    /** The result of a run; never throws for what was recorded, however little that is. */
    public static RunResult of(
            Catalogue catalogue, RunFacts facts, List<ScenarioRecord> scenarios, Optional<Baseline> baseline) {
        return new Judgement(catalogue, facts, scenarios, baseline).result();
    }

    private RunResult result() {
        scenarios.forEach(this::find);
        List<RunResult.Row> rows =
                catalogue.requirements().stream().map(this::row).toList();
        List<String> stale = staleLines(rows);
        RunFacts judged = facts.withMoreSuiteFaults(suiteFaults);
        ExitStatus exit = Gate.decide(judged, rows, scenarios, stale);
        String sentence = VerdictSentence.of(exit, judged, rows, scenarios, stale);
        return new RunResult(RunResult.SCHEMA, judged, rows, scenarios, stale, exit.code(), sentence);
    }

    private void find(ScenarioRecord scenario) {
        Set<String> ids = new LinkedHashSet<>();
        for (String tag : scenario.tags()) {
            String word = tag.startsWith("@") ? tag.substring(1) : tag;
            if (catalogue.find(word).isPresent()) {
                ids.add(word);
            } else if (Catalogue.isIdShaped(word)) {
                suiteFaults.add("The scenario \"" + scenario.name() + "\" is tagged @" + word
                        + ", which is no requirement of the catalogue.");
            }
        }
        if (ids.isEmpty()) {
            // Its failure would turn nothing red.
            suiteFaults.add("The scenario \"" + scenario.name() + "\" is tagged with no requirement of the catalogue.");
        }
        for (String id : ids) {
            findings.computeIfAbsent(id, k -> new ArrayList<>()).add(finding(id, ids, scenario));
        }
    }

    private Finding finding(String id, Set<String> ids, ScenarioRecord scenario) {
        return switch (scenario.outcome()) {
            case PASSED -> new Finding(scenario, Kind.MET, "", false);
            case FAILED -> failed(id, ids, scenario);
            case NOT_TESTABLE -> failing(id, scenario, Kind.UNPREPARED, withoutId(scenario.reason(), id));
            case NOT_APPLICABLE -> new Finding(scenario, Kind.NOT_APPLICABLE, scenario.reason(), false);
            case NOT_RUN -> new Finding(scenario, Kind.NOT_RUN, scenario.reason(), false);
            case SUITE_FAULT ->
                new Finding(scenario, Kind.SUITE_FAULT, "a fault of the suite: " + scenario.reason(), false);
        };
    }

    private Finding failed(String id, Set<String> ids, ScenarioRecord scenario) {
        Optional<String> named =
                ids.stream().filter(i -> startsWithId(scenario.reason(), i)).findFirst();
        if (named.isEmpty() || named.get().equals(id)) {
            String reason = withoutId(scenario.reason(), id);
            // Whoever speaks to a server that has ended cannot show how well it speaks.
            return !facts.serverEnded().isEmpty()
                            && catalogue.find(id).orElseThrow().lane() == Lane.CLIENT
                    ? failing(id, scenario, Kind.UNPREPARED, "the server ended during the run; " + reason)
                    : failing(id, scenario, Kind.BROKEN, reason);
        }
        Finding cause = failing(named.get(), scenario, Kind.BROKEN, scenario.reason());
        String reason = "the scenario stopped at " + named.get() + " before it came to " + id;
        // Where the failure that stopped it is known, nobody can be asked to list its shadow as well.
        boolean known = cause.known()
                || failing(id, scenario, Kind.STOPPED_EARLIER, reason).known();
        return new Finding(scenario, Kind.STOPPED_EARLIER, reason, known);
    }

    private Finding failing(String id, ScenarioRecord scenario, Kind kind, String reason) {
        List<Baseline.Known> about =
                listed(id).stream().filter(k -> k.speaksOf(scenario)).toList();
        List<Baseline.Known> listed =
                about.stream().filter(k -> k.holdsOn(today)).toList();
        boolean known = listed.stream()
                .anyMatch(k -> scenario.reason().contains(k.observed()) || reason.contains(k.observed()));
        return new Finding(scenario, kind, known ? reason : reason + aside(about, listed), known);
    }

    /** Why what the baseline says of it does not make it known. */
    private static String aside(List<Baseline.Known> about, List<Baseline.Known> inTime) {
        if (!inTime.isEmpty()) {
            return " (a new failure: the baseline lists \"" + inTime.get(0).observed() + "\")";
        }
        return about.stream()
                .flatMap(k -> k.until().stream())
                .max(Comparator.naturalOrder())
                .map(last -> " (the baseline listed it until " + last + ", which has passed)")
                .orElse("");
    }

    private List<Baseline.Known> listed(String id) {
        return baseline.map(
                        b -> b.known().stream().filter(k -> k.id().equals(id)).toList())
                .orElse(List.of());
    }

    private RunResult.Row row(Requirement requirement) {
        List<Finding> found = findings.getOrDefault(requirement.id(), List.of());
        if (found.isEmpty()) {
            return untouched(requirement);
        }
        Kind leading = leading(found);
        Verdict verdict =
                switch (leading) {
                    case MET -> Verdict.MET;
                    case BROKEN -> Verdict.BROKEN;
                    case UNPREPARED, STOPPED_EARLIER -> Verdict.NOT_TESTABLE;
                    case NOT_APPLICABLE -> Verdict.NOT_APPLICABLE;
                    case NOT_RUN, SUITE_FAULT -> Verdict.NOT_RUN;
                };
        List<Finding> failing = found.stream()
                .filter(f -> f.kind() == Kind.BROKEN || f.kind() == Kind.UNPREPARED || f.kind() == Kind.STOPPED_EARLIER)
                .toList();
        boolean known = !failing.isEmpty() && failing.stream().allMatch(Finding::known);
        boolean tooNew = baseline.isPresent()
                && requirement.since() > baseline.get().catalogue()
                && !facts.selection().strict();
        boolean selfCheck = requirement.lane() == Lane.CLIENT && verdict == Verdict.BROKEN;
        boolean red = !selfCheck
                && !tooNew
                && failing.stream()
                        .anyMatch(f -> f.reddens(
                                requirement.severity(), facts.selection().strict()));
        Survivals survivals = Survivals.of(found.stream().map(Finding::scenario).toList());
        String reason = verdict == Verdict.MET ? survivals.inWords() : reason(found, leading);
        if (tooNew && !failing.isEmpty()) {
            reason += " (newer than the baseline's catalogue version "
                    + baseline.get().catalogue() + ": a warning until the baseline is moved)";
        }
        return new RunResult.Row(
                requirement,
                verdict,
                known,
                reason,
                Stream.of(merged(found), survivals.merged())
                        .filter(text -> !text.isEmpty())
                        .collect(Collectors.joining("; ")),
                found.stream().map(f -> f.scenario().address()).toList(),
                red);
    }

    /** What one violation says is never outvoted; what one scenario could not establish is never taken as established. */
    private static Kind leading(List<Finding> found) {
        for (Kind kind : List.of(
                Kind.BROKEN,
                Kind.UNPREPARED,
                Kind.STOPPED_EARLIER,
                Kind.SUITE_FAULT,
                Kind.MET,
                Kind.NOT_RUN,
                Kind.NOT_APPLICABLE)) {
            if (found.stream().anyMatch(f -> f.kind() == kind)) {
                return kind;
            }
        }
        throw new IllegalArgumentException("no finding");
    }

    private static String reason(List<Finding> found, Kind leading) {
        List<Finding> leads = found.stream().filter(f -> f.kind() == leading).toList();
        // A new failure hides behind a known one otherwise.
        Finding told = leads.stream().filter(f -> !f.known()).findFirst().orElse(leads.get(0));
        long others = leads.stream()
                .filter(f -> !f.reason().equals(told.reason()))
                .map(Finding::reason)
                .distinct()
                .count();
        return oneLine(told.reason()) + (others == 0 ? "" : " (and " + others + " more)");
    }

    private static String merged(List<Finding> found) {
        Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
        found.forEach(f -> counts.merge(f.kind(), 1, Integer::sum));
        if (counts.size() < 2) {
            return "";
        }
        String others = counts.entrySet().stream()
                .filter(e -> e.getKey() != Kind.MET)
                .collect(Collectors.groupingBy(
                        e -> e.getKey().words(), LinkedHashMap::new, Collectors.summingInt(Map.Entry::getValue)))
                .entrySet()
                .stream()
                .map(e -> e.getValue() + " " + e.getKey())
                .collect(Collectors.joining(", "));
        return "met for " + counts.getOrDefault(Kind.MET, 0) + " of " + found.size() + " scenarios (" + others + ")";
    }

    private RunResult.Row untouched(Requirement requirement) {
        String revision = facts.target().revision();
        if (!revision.isEmpty()
                && !requirement.revisions().isEmpty()
                && !requirement.revisions().contains(revision)) {
            return row(
                    requirement,
                    Verdict.NOT_APPLICABLE,
                    "applies to revision " + String.join(", ", requirement.revisions()) + "; this server speaks "
                            + revision);
        }
        return row(
                requirement,
                Verdict.NOT_RUN,
                requirement
                        .provedBy()
                        .map(proof ->
                                requirement.isShownByTest() ? "shown by the suite's own " + proof : oneLine(proof))
                        .orElseGet(this::whyNothingRan));
    }

    private String whyNothingRan() {
        if (!facts.unreachable().isEmpty()) {
            return "no session could be opened";
        }
        if (!facts.completed() || !facts.interrupted().isEmpty()) {
            return "the run ended before";
        }
        return isFullRun() ? "no scenario covers it yet" : "not selected in this run";
    }

    private static RunResult.Row row(Requirement requirement, Verdict verdict, String reason) {
        return new RunResult.Row(requirement, verdict, false, reason, "", List.of(), false);
    }

    /** Lines of the baseline that this run disproves; only a full run can. */
    private List<String> staleLines(List<RunResult.Row> rows) {
        if (baseline.isEmpty() || !isFullRun()) {
            return List.of();
        }
        List<String> stale = new ArrayList<>();
        for (Baseline.Known known : baseline.get().known()) {
            if (!known.holdsOn(today)) {
                continue;
            }
            String place = baseline.get().file() + ":" + known.line() + ": ";
            List<ScenarioRecord> meant = scenarios.stream()
                    .filter(s -> s.tags().contains("@" + known.id()) && known.speaksOf(s))
                    .toList();
            if (known.scenario().isPresent() && meant.isEmpty()) {
                stale.add(place + "no scenario \"" + known.scenario().get() + "\" of " + known.id()
                        + "; remove or correct this line");
            } else if (!known.intermittent() && isMet(known, meant, rows)) {
                stale.add(place + known.id() + " is now met; remove this line");
            }
        }
        return stale;
    }

    private static boolean isMet(Baseline.Known known, List<ScenarioRecord> meant, List<RunResult.Row> rows) {
        if (known.scenario().isPresent()) {
            return meant.stream().allMatch(s -> s.outcome() == ScenarioRecord.Outcome.PASSED);
        }
        return rows.stream().anyMatch(r -> r.requirement().id().equals(known.id()) && r.verdict() == Verdict.MET);
    }

    private boolean isFullRun() {
        return facts.completed()
                && facts.interrupted().isEmpty()
                && facts.unreachable().isEmpty()
                && facts.selection().tags().isEmpty()
                && facts.selection().scenario().isEmpty();
    }

    private static boolean startsWithId(String reason, String id) {
        return reason.startsWith(id)
                && (reason.length() == id.length() || !Character.isLetterOrDigit(reason.charAt(id.length())));
    }

    private static String withoutId(String reason, String id) {
        return reason.startsWith(id + ":") ? reason.substring(id.length() + 1).strip() : reason;
    }

    private static String oneLine(String text) {
        String line = text.strip().replaceAll("\\s*\\R\\s*", " ");
        return line.length() <= LONGEST_REASON ? line : line.substring(0, LONGEST_REASON) + "…";
    }

    private static int byFileThenLine(String one, String other) {
        int files = file(one).compareTo(file(other));
        return files != 0 ? files : Integer.compare(line(one), line(other));
    }

    private static String file(String address) {
        int colon = address.lastIndexOf(':');
        return colon < 0 ? address : address.substring(0, colon);
    }

    private static int line(String address) {
        String digits = address.substring(address.lastIndexOf(':') + 1);
        return digits.matches("\\d{1,8}") ? Integer.parseInt(digits) : 0;
    }

    private static LocalDate day(String startedAt) {
        try {
            return LocalDate.ofInstant(Instant.parse(startedAt), ZoneOffset.UTC);
        } catch (DateTimeParseException e) {
            // A known failure must not be excused for ever by an unreadable clock.
            return LocalDate.MAX;
        }
    }
}
