package io.github.sessionsurvival.proof;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.empty;

import io.github.sessionsurvival.cli.ClientDouble;
import io.github.sessionsurvival.cli.ProvingRun;
import io.github.sessionsurvival.platform.Defect;
import io.github.sessionsurvival.verdict.Catalogue;
import io.github.sessionsurvival.verdict.Proof;
import io.github.sessionsurvival.verdict.Requirement;
import io.github.sessionsurvival.verdict.RunResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every defect of the embedded platform turns exactly the requirements red that {@code features/proof.json} says, and a
 * sound platform none. Defects that have nothing to do with each other are tried together, unless each is asked for by
 * itself ({@code -Dproof=each}, or the names of some), which also writes the proof anew. Names joined by a plus are tried together.
 */
final class ProofIT {

    private static final int RUNS_AT_ONCE = 5;
    private static final int SCENARIOS_AT_ONCE = 80;
    private static final int MOST_TOGETHER = 8;
    /** One that breaks or hides so much leaves too little for another to be seen by. */
    private static final int FAR_REACHING = 12;

    /** What becomes of sessions in a restart; the rest of that area is about the restart answer. */
    private static final Set<String> ALONE = Set.of("RST-11", "RST-13", "RST-17", "RST-18", "RST-19");

    private static final String TOGETHER = "together";
    private static final String EACH = "each";
    private static final String ASKED = System.getProperty("proof", TOGETHER);
    private static final int SOUND_RUNS = Integer.getInteger("proof.sound", 3);

    private static final ProvingRun RUN = new ProvingRun(scenariosOf(Requirement.Lane.SERVER), SCENARIOS_AT_ONCE);
    private static final ProvingRun CLIENTS = new ProvingRun(scenariosOf(Requirement.Lane.CLIENT), SCENARIOS_AT_ONCE);

    @TempDir
    private Path folder;

    private final List<String> wrong = Collections.synchronizedList(new ArrayList<>());
    private final List<String> unclear = Collections.synchronizedList(new ArrayList<>());

    @Test
    void everyDefectIsFoundOutAndNothingElseIsBlamed() throws Exception {
        List<Proof.Found> known = known();
        Map<String, Proof.Found> seen = new ConcurrentHashMap<>();
        List<List<Proof.Found>> groups = groups(known);
        carryOut(groups, group -> {
            List<String> differences = differences(group, seen);
            if (differences.isEmpty() || group.size() == 1) {
                wrong.addAll(differences);
                return;
            }
            // Defects that get into each other's way show something that none of them does by itself: what is claimed
            // is
            // what each does alone.
            unclear.addAll(differences);
            for (Proof.Found found : group) {
                wrong.addAll(differences(List.of(found), seen));
            }
        });
        if (groups.stream().allMatch(group -> group.size() == 1)) {
            Files.writeString(
                    Path.of("target", "proof.json"),
                    new Proof(
                                    known.stream()
                                            .map(found -> seen.getOrDefault(found.name(), found))
                                            .toList(),
                                    Proof.shipped().doubles())
                            .text());
        }
        unclear.forEach(line -> System.out.println("proof: tried again one by one " + line));
        System.out.println(
                "proof: " + known.size() + " defects in " + groups.size() + " runs, " + wrong.size() + " differences");
        assertThat(wrong, empty());
    }

    private List<String> differences(List<Proof.Found> group, Map<String, Proof.Found> seen) throws Exception {
        Expected expected = Expected.of(group);
        Expected was = run(defects(group));
        group.forEach(found -> seen.put(found.name(), found.seen(was.breaks(), was.hides())));
        return was.differencesFrom(expected).stream()
                .map(line -> "where the server "
                        + group.stream().map(Proof.Found::does).collect(Collectors.joining(", and "))
                        + ": " + line)
                .toList();
    }

    @Test
    void everyDoubleOfTheClientIsFoundOutAndNothingElseIsBlamed() throws Exception {
        Map<String, Proof.Found> proved =
                Proof.shipped().doubles().stream().collect(Collectors.toMap(Proof.Found::name, found -> found));
        Map<String, Proof.Found> seen = new ConcurrentHashMap<>();
        List<List<Proof.Found>> each = Arrays.stream(ClientDouble.values())
                .map(kind -> proved.getOrDefault(kind.word(), nothingKnown(kind.word(), kind.words())))
                .map(List::of)
                .toList();
        carryOut(each, one -> {
            Proof.Found found = one.get(0);
            ClientDouble kind = Arrays.stream(ClientDouble.values())
                    .filter(k -> k.word().equals(found.name()))
                    .findFirst()
                    .orElseThrow();
            Expected was = Expected.seenIn(CLIENTS.by(kind, Files.createTempDirectory(folder, "run-")));
            seen.put(found.name(), found.seen(was.breaks(), was.hides()));
            was.differencesFrom(Expected.of(one))
                    .forEach(line -> wrong.add("where the client " + found.does() + ": " + line));
        });
        Files.writeString(
                Path.of("target", "proof-of-clients.json"),
                new Proof(
                                Proof.shipped().defects(),
                                each.stream()
                                        .map(one -> seen.get(one.get(0).name()))
                                        .toList())
                        .text());
        System.out.println("proof: " + each.size() + " doubles of the client, " + wrong.size() + " differences");
        assertThat(wrong, empty());
    }

    @Test
    void aSoundPlatformIsNotBlamed() throws Exception {
        carryOut(
                Collections.nCopies(SOUND_RUNS, List.of()),
                sound -> run(Set.of())
                        .differencesFrom(Expected.NOTHING)
                        .forEach(line -> wrong.add("where nothing is wrong: " + line)));
        System.out.println(
                "proof: " + SOUND_RUNS + " runs against a sound platform, " + wrong.size() + " false alarms");
        assertThat(wrong, empty());
    }

    private static List<List<Proof.Found>> groups(List<Proof.Found> known) {
        return switch (ASKED) {
            case TOGETHER -> together(known);
            case EACH -> known.stream().map(List::of).toList();
            default ->
                Arrays.stream(ASKED.split(","))
                        .map(names -> named(known, List.of(names.split("\\+"))))
                        .toList();
        };
    }

    private static List<Proof.Found> named(List<Proof.Found> known, List<String> names) {
        List<Proof.Found> named =
                known.stream().filter(found -> names.contains(found.name())).toList();
        assertThat(
                "the defects asked for",
                named.stream().map(Proof.Found::name).toList(),
                containsInAnyOrder(names.toArray()));
        return named;
    }

    /** All that there are; of one that is new nothing is known yet. */
    private static List<Proof.Found> known() {
        Map<String, Proof.Found> proved =
                Proof.shipped().defects().stream().collect(Collectors.toMap(Proof.Found::name, found -> found));
        return Arrays.stream(Defect.values())
                .map(defect -> Optional.ofNullable(proved.get(defect.word()))
                        .filter(found -> found.does().equals(defect.words()))
                        .orElseGet(() -> nothingKnown(defect.word(), defect.words())))
                .toList();
    }

    private static Proof.Found nothingKnown(String name, String does) {
        return new Proof.Found(name, does, List.of(), List.of(), List.of());
    }

    /** Of requirements that are not shown by a test of this product. */
    private static String scenariosOf(Requirement.Lane lane) {
        return "not @slow and not @crowd and ("
                + Catalogue.shipped().requirements().stream()
                        .filter(row -> row.lane() == lane && row.provedBy().isEmpty())
                        .map(row -> "@" + row.id())
                        .collect(Collectors.joining(" or "))
                + ")";
    }

    private interface Trial {
        void of(List<Proof.Found> group) throws Exception;
    }

    private static void carryOut(List<List<Proof.Found>> groups, Trial trial) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(RUNS_AT_ONCE);
        try {
            List<Future<?>> trials = new ArrayList<>();
            for (List<Proof.Found> group : groups) {
                trials.add(threads.submit(() -> {
                    trial.of(group);
                    return null;
                }));
            }
            for (Future<?> each : trials) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private Expected run(Set<Defect> defects) throws Exception {
        RunResult result = RUN.against(defects, Files.createTempDirectory(folder, "run-"));
        result.requirements().stream()
                .filter(row -> row.merged().contains("fault of the suite"))
                .forEach(row ->
                        wrong.add(row.requirement().id() + " was lost to a fault of the suite: " + row.reason()));
        return Expected.seenIn(result);
    }

    /** As few groups as come of taking the far-reaching ones first. */
    private static List<List<Proof.Found>> together(List<Proof.Found> all) {
        List<List<Proof.Found>> groups = new ArrayList<>();
        List<Proof.Found> inTurn = all.stream()
                .sorted(Comparator.comparingInt(ProofIT::reach).reversed())
                .toList();
        for (Proof.Found found : inTurn) {
            groups.stream()
                    .filter(group -> fits(found, group))
                    .findFirst()
                    .orElseGet(() -> {
                        List<Proof.Found> fresh = new ArrayList<>();
                        groups.add(fresh);
                        return fresh;
                    })
                    .add(found);
        }
        return groups;
    }

    private static int reach(Proof.Found found) {
        return found.breaks().size() + found.hides().size();
    }

    private static boolean fits(Proof.Found found, List<Proof.Found> group) {
        return group.size() < MOST_TOGETHER
                && reach(found) < FAR_REACHING
                && reach(group.get(0)) < FAR_REACHING
                && group.stream().allMatch(other -> Collections.disjoint(subjects(other), subjects(found)));
    }

    /** The areas of the catalogue that it has to do with: what goes wrong in one easily changes what else does there. */
    private static Set<String> subjects(Proof.Found found) {
        return Stream.concat(found.breaks().stream(), found.hides().stream())
                .map(id -> ALONE.contains(id) ? id : id.replaceFirst("-.*", ""))
                // How many sessions there may be, and which of them end, is one subject.
                .map(area -> area.equals("LIM") ? "SESS" : area)
                .collect(Collectors.toSet());
    }

    private static Set<Defect> defects(List<Proof.Found> group) {
        Set<String> names = group.stream().map(Proof.Found::name).collect(Collectors.toSet());
        return Arrays.stream(Defect.values())
                .filter(defect -> names.contains(defect.word()))
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Defect.class)));
    }
}
