package io.github.sessionsurvival.target;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What the kernel holds for a listener that does not read: the proof that a request is in flight towards a frozen
 * process. Linux only.
 */
final class UnreadBytes {

    private static final List<Path> TABLES = List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));
    private static final String ESTABLISHED = "01";

    private UnreadBytes() {}

    /** The bytes received on established connections to that local port; empty where the system does not tell. */
    static Optional<Long> onPort(int port) {
        String suffix = ":%04X".formatted(port);
        long bytes = 0;
        boolean told = false;
        for (Path table : TABLES) {
            try {
                for (String line : Files.readAllLines(table)) {
                    String[] columns = line.strip().split("\\s+");
                    if (columns.length > 4 && columns[1].endsWith(suffix) && columns[3].equals(ESTABLISHED)) {
                        bytes += Long.parseLong(columns[4].split(":")[1], 16);
                    }
                }
                told = true;
            } catch (IOException | NumberFormatException e) {
                // Another system, or no IPv6.
            }
        }
        return told ? Optional.of(bytes) : Optional.empty();
    }
}
