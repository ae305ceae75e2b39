package io.github.sessionsurvival.target;

import io.github.sessionsurvival.wire.Redaction;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The last output of the servers that the suite started, in bounded memory. It is written to a file only when the run
 * ends: by then every session id and bearer is known, so none is left in it.
 */
public final class ServerOutput {

    /** Reading goes on where a process has ended: on a loaded machine it may be a good while behind. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(2);

    private static final int LONGEST_LINE = 2_000;
    private static final int MOST_CHARACTERS = 512 * 1024;

    private final Redaction redaction;
    private final Deque<Line> lines = new ArrayDeque<>();
    private volatile Optional<Thread> latest = Optional.empty();
    private int characters;

    public ServerOutput(Redaction redaction) {
        this.redaction = redaction;
    }

    /** Reads to the stream's end on a thread of its own: a pipe that nobody reads would stop the server. */
    void follow(InputStream stream, String name) {
        Thread reader = new Thread(() -> read(stream), "output of " + name);
        reader.setDaemon(true);
        reader.start();
        latest = Optional.of(reader);
    }

    /**
     * The last lines of a process that has ended, when they have been read; a child that it left may hold its output open,
     * so not for long.
     */
    List<String> lastWords(int most) {
        try {
            if (latest.isPresent()) {
                latest.get().join(LAST_WORDS.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return tail(most);
    }

    private void read(InputStream stream) {
        StringBuilder line = new StringBuilder();
        char[] chunk = new char[8192];
        // A reader, since a chunk of bytes may end within a character.
        try (Reader reader = new InputStreamReader(stream, StandardCharsets.UTF_8)) {
            for (int n = reader.read(chunk); n >= 0; n = reader.read(chunk)) {
                for (int i = 0; i < n; i++) {
                    if (chunk[i] == '\n') {
                        add(line.toString());
                        line.setLength(0);
                    } else if (line.length() <= LONGEST_LINE) {
                        line.append(chunk[i]);
                    }
                }
            }
        } catch (IOException e) {
            // The process ended: what it wrote before is kept.
        }
        if (!line.isEmpty()) {
            add(line.toString());
        }
    }

    /** Only cut here, redacted when it is shown: by then more secrets are known. */
    private record Line(String text, boolean cut) {}

    synchronized void add(String line) {
        boolean cut = line.length() > LONGEST_LINE;
        String kept = cut ? line.substring(0, LONGEST_LINE) : line;
        String clean = kept.strip().replaceAll("\u001b\\[[0-9;]*[A-Za-z]", "").replaceAll("\\p{Cntrl}", " ");
        lines.addLast(new Line(clean, cut));
        characters += clean.length() + 1;
        while (characters > MOST_CHARACTERS) {
            characters -= lines.removeFirst().text().length() + 1;
        }
    }

    private String redacted(Line line) {
        return line.cut() ? redaction.applyToCut(line.text()) + "…" : redaction.apply(line.text());
    }

    /** The last lines that say something, redacted, for an error message. */
    synchronized List<String> tail(int most) {
        List<Line> said = lines.stream().filter(l -> !l.text().isBlank()).toList();
        return said.subList(Math.max(0, said.size() - most), said.size()).stream()
                .map(this::redacted)
                .map(l -> l.length() > 160 ? l.substring(0, 160) + "…" : l)
                .toList();
    }

    /** Writes what is kept, redacted. */
    public synchronized void writeTo(Path file) {
        if (lines.isEmpty()) {
            return;
        }
        try {
            Files.write(file, lines.stream().map(this::redacted).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
