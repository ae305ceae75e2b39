package io.github.sessionsurvival.verdict;

import io.github.sessionsurvival.verdict.Evidence.Survival;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What became of sessions in some scenarios, event by event: one loss is never outvoted. */
public final class Survivals {

    /** From the gentlest on, so that two runs read alike however their scenarios are sorted. */
    private static final List<String> ORDER =
            List.of("idle", "restart", "drain", "kill", "replace", "restart-in-flight");

    private final Map<String, Survival> byEvent;

    private Survivals(Map<String, Survival> byEvent) {
        this.byEvent = byEvent;
    }

    public static Survivals of(List<ScenarioRecord> scenarios) {
        Map<String, Survival> byEvent = new LinkedHashMap<>();
        scenarios.stream()
                .flatMap(s -> s.evidence().survivals().stream())
                .sorted(Comparator.comparingInt(s -> ORDER.indexOf(s.event())))
                .forEach(s -> byEvent.merge(
                        s.event(),
                        s,
                        (a, b) -> new Survival(a.event(), a.survived() && b.survived(), a.promised() || b.promised())));
        return new Survivals(byEvent);
    }

    public boolean areAnyLost() {
        return !lost().isEmpty();
    }

    /** Losses first of all, as MCP allows them or a promise does not; else what was survived; empty where nothing befell. */
    public String inWords() {
        List<String> parts = new ArrayList<>();
        add(parts, "promised, not survived", s -> !s.survived() && s.promised());
        add(parts, Survival.ALLOWED, s -> !s.survived() && !s.promised());
        if (parts.isEmpty()) {
            add(parts, "survived", Survival::survived);
        }
        return String.join("; ", parts);
    }

    /** "survived 2 of 3: restart, drain; lost by kill"; empty where all events went alike. */
    String merged() {
        List<String> survived = events(Survival::survived);
        return survived.isEmpty() || !areAnyLost()
                ? ""
                : "survived " + survived.size() + " of " + byEvent.size() + ": " + String.join(", ", survived)
                        + "; lost by " + String.join(", ", lost());
    }

    private void add(List<String> parts, String what, Predicate<Survival> which) {
        List<String> events = events(which);
        if (!events.isEmpty()) {
            parts.add(what + ": " + String.join(", ", events));
        }
    }

    private List<String> lost() {
        return events(s -> !s.survived());
    }

    private List<String> events(Predicate<Survival> which) {
        return byEvent.values().stream().filter(which).map(Survival::event).collect(Collectors.toList());
    }
}
