package io.github.sessionsurvival.verdict;

import io.github.sessionsurvival.verdict.Requirement.Basis;
import io.github.sessionsurvival.verdict.Requirement.Lane;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Every requirement the suite knows, in the catalogue's order ({@code features/requirements.yaml}). */
public final class Catalogue {

    /** Where the catalogue stands on the class path, in Maven, an IDE and the jar alike. */
    public static final String RESOURCE = "/features/requirements.yaml";

    private static final Set<String> TOP_KEYS = orderedSet("version", "requirements");
    private static final Set<String> ROW_KEYS = orderedSet(
            "id",
            "level",
            "basis",
            "lane",
            "revisions",
            "section",
            "summary",
            "suffers",
            "proved-by",
            "unproved",
            "since");
    private static final Set<String> LEVELS = orderedSet("MUST", "MUST NOT", "SHOULD", "SHOULD NOT", "MAY");
    private static final Pattern ID = Pattern.compile("[A-Z]+-\\d{2,}");
    private static final Pattern REVISION = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");

    private final int version;
    private final Map<String, Requirement> byId;

    private Catalogue(int version, Map<String, Requirement> byId) {
        this.version = version;
        this.byId = byId;
    }

    /**
     * The catalogue this product ships.
     *
     * @throws UnusableFile when it is missing or wrong, which is a fault of the suite
     */
    public static Catalogue shipped() {
        try (InputStream in = Catalogue.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new UnusableFile("features/requirements.yaml", "missing on the class path");
            }
            return read("features/requirements.yaml", new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads a catalogue.
     *
     * @param file its name, for errors
     * @throws UnusableFile with the line, for an unknown key, a second row of one id or a value outside its list
     */
    public static Catalogue read(String file, String text) {
        YamlTree top = YamlTree.read(file, text).mappingOf("the catalogue", TOP_KEYS);
        int version = top.wholeNumber("the catalogue", "version");
        Map<String, Requirement> byId = new LinkedHashMap<>();
        for (YamlTree row : top.list("the catalogue", "requirements")) {
            Requirement requirement = requirement(row, version);
            if (byId.put(requirement.id(), requirement) != null) {
                throw row.wrong("a second row of " + requirement.id() + "; an id stands once");
            }
        }
        return new Catalogue(version, byId);
    }

    private static Requirement requirement(YamlTree row, int version) {
        row.mappingOf("a requirement", ROW_KEYS);
        String id = row.scalar("a requirement", "id");
        if (!ID.matcher(id).matches()) {
            throw row.wrong("\"" + id + "\" is no requirement id; an id looks like RST-08");
        }
        String level = row.scalar(id, "level");
        if (!LEVELS.contains(level)) {
            throw notAmong(row, id, "level", level, LEVELS);
        }
        String basisWord = row.scalar(id, "basis");
        Basis basis = Arrays.stream(Basis.values())
                .filter(b -> b.word().equals(basisWord))
                .findFirst()
                .orElseThrow(() -> notAmong(
                        row,
                        id,
                        "basis",
                        basisWord,
                        Arrays.stream(Basis.values())
                                .map(Basis::word)
                                .collect(Collectors.toCollection(LinkedHashSet::new))));
        String laneWord = row.scalar(id, "lane");
        Lane lane =
                switch (laneWord) {
                    case "black-box" -> Lane.SERVER;
                    case "self-check" -> Lane.CLIENT;
                    default -> throw notAmong(row, id, "lane", laneWord, orderedSet("black-box", "self-check"));
                };
        List<String> revisions =
                row.list(id, "revisions").stream().map(YamlTree::text).toList();
        for (YamlTree revision : row.list(id, "revisions")) {
            if (!REVISION.matcher(revision.text()).matches()) {
                throw revision.wrong("\"" + revision.text() + "\" of " + id + " is no revision; write yyyy-mm-dd");
            }
        }
        int since = row.member("since").isPresent() ? row.wholeNumber(id, "since") : 1;
        if (since > version) {
            throw row.demanded(id, "since")
                    .wrong("\"since\" of " + id + " is " + since + ", above the catalogue's version " + version);
        }
        return new Requirement(
                id,
                level,
                basis,
                lane,
                revisions,
                row.scalar(id, "section"),
                row.scalar(id, "summary"),
                SeverityRules.of(id, level, basis),
                row.optionalScalar(id, "suffers").orElse(""),
                row.optionalScalar(id, "proved-by"),
                row.optionalScalar(id, "unproved"),
                since);
    }

    private static UnusableFile notAmong(YamlTree row, String id, String key, String value, Set<String> allowed) {
        return row.demanded(id, key)
                .wrong("\"" + value + "\" is no " + key + " of " + id + "; allowed: " + String.join(", ", allowed));
    }

    private static Set<String> orderedSet(String... words) {
        return new LinkedHashSet<>(List.of(words));
    }

    /** Raised with every row added; a baseline names the version it was written for. */
    public int version() {
        return version;
    }

    public List<Requirement> requirements() {
        return List.copyOf(byId.values());
    }

    public Optional<Requirement> find(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** Whether a tag, without its {@code @}, has the shape of a requirement id. */
    static boolean isIdShaped(String tag) {
        return ID.matcher(tag).matches();
    }
}
