package io.github.sessionsurvival.verdict;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What every requirement has been seen to find out: the embedded platform was started with each defect in turn, the
 * suite's own client replaced by each of its doubles, and this is what came of it ({@code features/proof.json}).
 *
 * @param defects one for each defect of a server, in the order of the platform's list
 * @param doubles one for each double of the client
 */
public record Proof(List<Found> defects, List<Found> doubles) {

    /** Where it stands on the class path. */
    public static final String RESOURCE = "/features/proof.json";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    public Proof {
        defects = List.copyOf(defects);
        doubles = List.copyOf(doubles);
    }

    /**
     * What came of one of them.
     *
     * @param name the defect's, as {@code run --defect} takes it, or the double's
     * @param does what a server or a client of that kind does, after "the server" or "the client"
     * @param breaks the requirements that it breaks, and no others
     * @param hides those that can then not be tested, or are no subject any more
     * @param byChance those of which either can happen, since it depends on who comes first
     */
    public record Found(String name, String does, List<String> breaks, List<String> hides, List<String> byChance) {
        public Found {
            breaks = List.copyOf(breaks);
            hides = List.copyOf(hides);
            byChance = List.copyOf(byChance);
        }

        /** The same defect after a run; of what is a matter of chance one run says nothing. */
        public Found seen(Collection<String> broken, Collection<String> hidden) {
            return new Found(name, does, without(byChance, broken), without(byChance, hidden), byChance);
        }

        private static List<String> without(List<String> some, Collection<String> ids) {
            return ids.stream().filter(id -> !some.contains(id)).toList();
        }
    }

    /**
     * The proof that this product ships.
     *
     * @throws UnusableFile when it is missing or wrong, which is a fault of the suite
     */
    public static Proof shipped() {
        try (InputStream in = Proof.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new UnusableFile("features/proof.json", "missing on the class path");
            }
            return JSON.readValue(in.readAllBytes(), Proof.class);
        } catch (JacksonException e) {
            throw new UnusableFile("features/proof.json", "cannot be read: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What servers do that breaks that requirement; first what breaks little else, since it says most. */
    public List<Found> ofServers(String requirement) {
        return breaking(requirement, defects);
    }

    /** What clients do that breaks that requirement, in the same order. */
    public List<Found> ofClients(String requirement) {
        return breaking(requirement, doubles);
    }

    private static List<Found> breaking(String requirement, List<Found> among) {
        return among.stream()
                .filter(found -> found.breaks().contains(requirement))
                .sorted(Comparator.comparingInt(found -> found.breaks().size()))
                .toList();
    }

    /** As the file has it. */
    public String text() {
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n";
    }
}
