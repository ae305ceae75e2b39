package io.github.sessionsurvival.cli;

import io.github.sessionsurvival.steps.Outlook;
import io.github.sessionsurvival.target.Limits;
import io.github.sessionsurvival.target.Rate;
import io.github.sessionsurvival.target.RunSettings;
import io.github.sessionsurvival.target.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What a run says before it sends anything: an operator must be able to stop it in time. */
final class Announcement {

    private Announcement() {}

    static List<String> of(Target target, Outlook outlook, RunSettings settings) {
        List<String> lines = new ArrayList<>();
        lines.add("testing " + target.name() + " at " + target.url()
                + (target.caller().bearer().isPresent() ? "" : ", without a bearer"));
        lines.addAll(rest(target.limits(), target.isLoopback(), outlook, settings));
        return lines;
    }

    /** The same where nothing shall be opened, let alone sent. */
    static List<String> ahead(
            TargetDeclaration declaration, RunSettings settings, Set<String> allowed, List<List<String>> scenarios) {
        Outlook outlook = Outlook.byReach(declaration.isLoopback(), allowed, scenarios);
        List<String> lines = new ArrayList<>();
        lines.add("would test " + declaration.name()
                + (declaration.name().equals(declaration.address()) ? "" : " at " + declaration.address()));
        lines.addAll(rest(declaration.limits(), declaration.isLoopback(), outlook, settings));
        return lines;
    }

    private static List<String> rest(Limits limits, boolean loopback, Outlook outlook, RunSettings settings) {
        List<String> lines = new ArrayList<>();
        lines.add("  to run: " + count(outlook.scenarios()) + inBrackets(outlook.toRun()) + ", "
                + Math.max(1, Math.min(settings.scenariosAtOnce(), outlook.scenarios())) + " at once");
        if (!outlook.beyond().isEmpty()) {
            lines.add("  left out, since the server is not on this machine: "
                    + count(outlook.beyond().values().stream()
                            .mapToLong(Long::longValue)
                            .sum())
                    + inBrackets(outlook.beyond()) + "; --allow "
                    + String.join(",", outlook.beyond().keySet()) + " lets them run");
        }
        if (outlook.slow() > 0) {
            lines.add("  left out, since they take long by their nature: " + count(outlook.slow())
                    + "; --tags @slow runs them");
        }
        if (outlook.undeclared() > 0) {
            lines.add("  left out, since the target does not declare what they need: " + count(outlook.undeclared()));
        }
        lines.add("  bounds: " + bounds(limits, loopback, outlook));
        return lines;
    }

    private static String bounds(Limits limits, boolean loopback, Outlook outlook) {
        List<String> bounds = new ArrayList<>();
        bounds.add("at most " + limits.maxSessions() + " sessions at once");
        Optional<Rate> openings = TargetEndpoints.openingsOf(limits, loopback);
        openings.ifPresent(rate -> bounds.add(rate.inWords().replaceFirst(" ", " openings ") + lasting(rate, outlook)));
        limits.rate().ifPresent(rate -> bounds.add(rate.inWords().replaceFirst(" ", " requests ")));
        bounds.add("no advertised delay above " + limits.maxWait().toSeconds() + " s" + " is waited for");
        return String.join(", ", bounds);
    }

    /** Nobody should wonder whether a run hangs that only keeps to its budget. */
    private static String lasting(Rate rate, Outlook outlook) {
        // The first of them go at once.
        long seconds = (outlook.openings() - 1) / rate.times() * rate.per().toSeconds();
        long minutes = (seconds + 59) / 60;
        return seconds < 60 ? "" : " (so about " + minutes + (minutes == 1 ? " minute" : " minutes") + " or more)";
    }

    private static String inBrackets(Map<String, Long> counts) {
        return counts.isEmpty()
                ? ""
                : counts.entrySet().stream()
                        .map(e -> e.getValue() + " @" + e.getKey())
                        .collect(Collectors.joining(", ", " (", ")"));
    }

    private static String count(long scenarios) {
        return scenarios + (scenarios == 1 ? " scenario" : " scenarios");
    }
}
