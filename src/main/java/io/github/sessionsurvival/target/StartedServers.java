package io.github.sessionsurvival.target;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;

/**
 * Process ids and start times of the servers that runs have started, on disk, so that a later run ends what a killed one
 * left. Each record is locked as long as its run lives: nobody ends the server of a run that is under way.
 */
public final class StartedServers {

    /** In the environment of everything that is started: by it a group is known whose leader has ended before the others. */
    static final String MARK = "SESSION_SURVIVAL_STARTED";

    private static final Duration SAME_PROCESS = Duration.ofSeconds(2);

    private final Path folder;

    public StartedServers(Path stateFolder) {
        this.folder = stateFolder.resolve("servers");
    }

    /** One started server. */
    final class Record {
        private final Path file;
        private final FileChannel channel;

        private Record(Path file, FileChannel channel) {
            this.file = file;
            this.channel = channel;
        }

        void forget() {
            try {
                Files.deleteIfExists(file);
                channel.close();
            } catch (IOException e) {
                // A record that cannot be deleted names a process that is gone: the next run sees that.
            }
        }
    }

    /** Writes it down; a process that cannot be written down is ended, since nobody else ever would. */
    Record remember(ProcessGroup group, String mark) {
        Path file = folder.resolve(group.leader() + ".started");
        try {
            Files.createDirectories(folder);
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
            channel.tryLock();
            String text = group.leader() + " "
                    + group.startedAt().map(Instant::toString).orElse("-") + " " + mark + "\n";
            channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
            channel.force(true);
            return new Record(file, channel);
        } catch (IOException e) {
            group.kill();
            throw new ConfigurationFault("the state folder " + folder
                    + " cannot be written; set SESSION_SURVIVAL_STATE to a folder that can");
        }
    }

    /**
     * Ends every server whose run is dead.
     *
     * @return how many were ended
     */
    public int endForgotten() {
        if (!Files.isDirectory(folder)) {
            return 0;
        }
        int ended = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.started")) {
            for (Path file : files) {
                ended += endForgotten(file) ? 1 : 0;
            }
        } catch (IOException e) {
            // Nothing to be learnt from a folder that cannot be read.
        }
        return ended;
    }

    private static boolean endForgotten(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock == null) {
                return false;
            }
            String[] words = Files.readString(file).strip().split(" ");
            boolean ended = false;
            if (words.length >= 2 && words[0].matches("\\d{1,18}")) {
                ProcessGroup group = new ProcessGroup(Long.parseLong(words[0]));
                if (isTheOne(group, words)) {
                    group.kill();
                    ended = true;
                }
            }
            Files.deleteIfExists(file);
            return ended;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    /** The id alone may belong to another process by now; and the leader may have ended while others of its group run on. */
    private static boolean isTheOne(ProcessGroup group, String[] words) {
        return group.startedAt().isPresent()
                ? isSame(group.startedAt().get(), words[1])
                : words.length == 3 && group.carries(MARK + "=" + words[2]);
    }

    private static boolean isSame(Instant seen, String written) {
        try {
            return Duration.between(seen, Instant.parse(written)).abs().compareTo(SAME_PROCESS) < 0;
        } catch (DateTimeParseException e) {
            return false;
        }
    }
}
