package io.github.sessionsurvival.target;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The targets that come with the product, as class-path resources below {@code targets/}; {@code targets/index.txt} names
 * them and their files. They are laid out in the cache folder, since a server cannot be installed inside a jar. Several
 * names may share one folder, and so one installation.
 */
public final class ShippedTargets {

    private ShippedTargets() {}

    /**
     * One of them.
     *
     * @param folder where its files are, below {@code targets/}
     * @param targetFile which of them is the target file
     */
    private record Shipped(String folder, String targetFile, List<String> files) {}

    /** Their names. */
    public static List<String> names() {
        return List.copyOf(index().keySet());
    }

    /**
     * Lays a target's files out and answers where its target file is.
     *
     * @throws ConfigurationFault when the cache folder cannot be written
     */
    public static Path layOut(String name, Path cacheFolder) {
        Shipped shipped = index().get(name);
        Path folder = cacheFolder.resolve("targets").resolve(shipped.folder());
        try {
            Files.createDirectories(folder);
            for (String file : shipped.files()) {
                byte[] bytes = resource("targets/" + shipped.folder() + "/" + file);
                Path place = folder.resolve(file);
                Files.createDirectories(place.getParent());
                if (!Files.exists(place) || !Arrays.equals(Files.readAllBytes(place), bytes)) {
                    // Another version of the product installed here: what it prepared does not count any more.
                    Preparation.forget(folder);
                    Files.write(place, bytes);
                }
            }
        } catch (IOException e) {
            throw new ConfigurationFault("the cache folder " + folder
                    + " cannot be written; set SESSION_SURVIVAL_CACHE to a folder that can");
        }
        return folder.resolve(shipped.targetFile());
    }

    /** A line names a target and its files, or {@code name = folder file} another target file of a folder above. */
    private static Map<String, Shipped> index() {
        Map<String, Shipped> targets = new LinkedHashMap<>();
        new String(resource("targets/index.txt"), StandardCharsets.UTF_8)
                .lines()
                .map(String::strip)
                .filter(l -> !l.isEmpty() && !l.startsWith("#"))
                .map(l -> l.split("\\s+"))
                .forEach(words -> targets.put(
                        words[0],
                        words[1].equals("=")
                                ? new Shipped(
                                        words[2],
                                        words[3],
                                        targets.get(words[2]).files())
                                : new Shipped(
                                        words[0], "target.yaml", List.of(words).subList(1, words.length))));
        return targets;
    }

    private static byte[] resource(String name) {
        try (InputStream in = ShippedTargets.class.getClassLoader().getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks " + name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException("the jar's " + name + " cannot be read", e);
        }
    }
}
