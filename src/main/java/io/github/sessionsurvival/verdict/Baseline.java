package io.github.sessionsurvival.verdict;

import io.github.sessionsurvival.verdict.Requirement.Lane;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The failures that a team knows of and lives with for now: a YAML file beside the server under test. It excuses only
 * what fails as it says, only until its date, and only while it fails.
 *
 * @param file the file's name, for messages
 * @param catalogue the catalogue's version it was written for; newer requirements only warn
 * @param known what is known
 */
public record Baseline(String file, int catalogue, List<Known> known) {

    private static final Set<String> TOP_KEYS = new LinkedHashSet<>(List.of("catalogue", "known"));
    private static final Set<String> KNOWN_KEYS =
            new LinkedHashSet<>(List.of("id", "scenario", "observed", "reason", "until", "intermittent"));

    /**
     * One known failure.
     *
     * @param line where it stands in the file
     * @param id the requirement
     * @param scenario the title or address of the scenario it is limited to; empty for all of them
     * @param observed a part of the message it fails with; another message is a new failure
     * @param reason why it is lived with
     * @param until the last day it is known, in UTC
     * @param intermittent whether it may also be met without being stale
     */
    public record Known(
            int line,
            String id,
            Optional<String> scenario,
            String observed,
            String reason,
            Optional<LocalDate> until,
            boolean intermittent) {

        boolean speaksOf(ScenarioRecord record) {
            return scenario.isEmpty()
                    || scenario.get().equals(record.name())
                    || scenario.get().equals(record.address());
        }

        boolean holdsOn(LocalDate day) {
            return until.isEmpty() || !day.isAfter(until.get());
        }
    }

    public Baseline {
        known = List.copyOf(known);
    }

    /** @throws UnusableFile with file and line, when it cannot be read or names what the catalogue lacks */
    public static Baseline read(Path file, Catalogue catalogue) {
        String text;
        try {
            text = Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UnusableFile(file.toString(), "the baseline cannot be read; give a readable YAML file");
        }
        return read(file.toString(), text, catalogue);
    }

    /** The same, from text. */
    public static Baseline read(String file, String text, Catalogue catalogue) {
        YamlTree top = YamlTree.read(file, text).mappingOf("the baseline", TOP_KEYS);
        int version = top.wholeNumber("the baseline", "catalogue");
        if (version > catalogue.version()) {
            throw top.demanded("the baseline", "catalogue")
                    .wrong("written for catalogue version " + version + ", but this suite has version "
                            + catalogue.version() + "; use a newer suite");
        }
        List<Known> known = new ArrayList<>();
        for (YamlTree entry : top.list("the baseline", "known")) {
            known.add(known(entry, catalogue));
        }
        return new Baseline(file, version, known);
    }

    private static Known known(YamlTree entry, Catalogue catalogue) {
        entry.mappingOf("a known failure", KNOWN_KEYS);
        String id = entry.scalar("a known failure", "id");
        YamlTree idNode = entry.demanded("a known failure", "id");
        Requirement requirement = catalogue
                .find(id)
                .orElseThrow(() -> idNode.wrong(
                        "no requirement \"" + id + "\" in the catalogue; `session-survival requirements` lists them"));
        if (requirement.lane() == Lane.CLIENT) {
            throw idNode.wrong(id + " binds this suite's own client; a baseline lists the server's failures");
        }
        return new Known(
                entry.line(),
                id,
                entry.optionalScalar(id, "scenario"),
                entry.scalar(id, "observed"),
                entry.scalar(id, "reason"),
                entry.optionalScalar(id, "until").map(text -> date(entry, id, text)),
                entry.optionalScalar(id, "intermittent")
                        .map(text -> truth(entry, id, text))
                        .orElse(false));
    }

    private static LocalDate date(YamlTree entry, String id, String text) {
        try {
            return LocalDate.parse(text);
        } catch (DateTimeParseException e) {
            throw entry.demanded(id, "until")
                    .wrong("\"until\" of " + id + " must be a date such as 2026-12-31, not \"" + text + "\"");
        }
    }

    private static boolean truth(YamlTree entry, String id, String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw entry.demanded(id, "intermittent")
                        .wrong("\"intermittent\" of " + id + " must be true or false, not \"" + text + "\"");
        };
    }
}
