package io.github.sessionsurvival.client;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where the journals of all runs lie. Use one per folder and process: on some systems closing any handle of a file drops
 * the process's lock on it, so a folder must know which journals are its own and never open those again.
 */
public final class JournalFolder {

    private static final Pattern RUN = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,99}");

    private final Path folder;
    private final Map<Path, Journal> own = new HashMap<>();

    /** @param folder made, with its parents, when the first journal begins */
    public JournalFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * Begins the journal of a run.
     *
     * @throws IOException when the folder cannot be written or the run's name is taken
     */
    public synchronized Journal begin(JournalHeader header) throws IOException {
        if (!RUN.matcher(header.run()).matches()) {
            throw new IOException("a run's name has letters, digits, '.', '_' and '-' only, at most 100");
        }
        Files.createDirectories(folder);
        Path path = folder.resolve(header.run() + Journal.SUFFIX);
        Journal journal = Journal.begin(folder, header);
        own.put(path, journal);
        return journal;
    }

    /**
     * What dead runs left.
     *
     * @param journals each locked for the one who asked, who must close it
     * @param unreadable one line for each journal that cannot be opened
     */
    public record Left(List<Journal> journals, List<String> unreadable) {
        public Left {
            journals = List.copyOf(journals);
            unreadable = List.copyOf(unreadable);
        }
    }

    /**
     * The journals of runs that live no more; those of living runs are passed over.
     *
     * @throws IOException when the folder cannot be read
     */
    public synchronized Left left() throws IOException {
        List<Journal> left = new ArrayList<>();
        List<String> unreadable = new ArrayList<>();
        if (!Files.isDirectory(folder)) {
            return new Left(left, unreadable);
        }
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(folder, "*" + Journal.SUFFIX)) {
            for (Path path : paths) {
                if (isOpenHere(path) || !Files.isRegularFile(path)) {
                    continue;
                }
                try {
                    Optional<Journal> dead = Journal.reopen(path);
                    dead.ifPresent(journal -> {
                        own.put(path, journal);
                        left.add(journal);
                    });
                } catch (IOException e) {
                    unreadable.add(path.getFileName() + ": " + e.getMessage());
                }
            }
        }
        left.sort(Comparator.comparing(j -> j.path().getFileName().toString()));
        return new Left(left, unreadable);
    }

    private boolean isOpenHere(Path path) {
        Journal journal = own.get(path);
        return journal != null && journal.isOpen();
    }
}
