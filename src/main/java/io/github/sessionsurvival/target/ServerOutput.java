package io.github.sessionsurvival.target;

import io.github.sessionsurvival.wire.Redaction;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The last output of the servers that the suite started, in bounded memory. It is written to a file only when the run
 * ends: by then every session id and bearer is known, so none is left in it.
 */
public final class ServerOutput {

    private static final int LONGEST_LINE = 2_000;
    private static final int MOST_CHARACTERS = 512 * 1024;

    private final Redaction redaction;
    private final Deque<String> lines = new ArrayDeque<>();
    private int characters;

    public ServerOutput(Redaction redaction) {
        this.redaction = redaction;
    }

    /** Reads to the stream's end on a thread of its own: a pipe that nobody reads would stop the server. */
    void follow(InputStream stream, String name) {
        Thread reader = new Thread(() -> read(stream), "output of " + name);
        reader.setDaemon(true);
        reader.start();
    }

    private void read(InputStream stream) {
        StringBuilder line = new StringBuilder();
        byte[] chunk = new byte[8192];
        try (stream) {
            for (int n = stream.read(chunk); n >= 0; n = stream.read(chunk)) {
                for (String part : new String(chunk, 0, n, StandardCharsets.UTF_8).split("(?<=\n)")) {
                    if (line.length() < LONGEST_LINE) {
                        line.append(part, 0, Math.min(part.length(), LONGEST_LINE));
                    }
                    if (part.endsWith("\n")) {
                        add(line.toString());
                        line.setLength(0);
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

    synchronized void add(String line) {
        String clean = line.strip().replaceAll("\u001b\\[[0-9;]*[A-Za-z]", "").replaceAll("\\p{Cntrl}", " ");
        lines.addLast(clean);
        characters += clean.length() + 1;
        while (characters > MOST_CHARACTERS) {
            characters -= lines.removeFirst().length() + 1;
        }
    }

    /** The last lines that say something, redacted, for an error message. */
    synchronized List<String> tail(int most) {
        List<String> said = lines.stream().filter(l -> !l.isBlank()).toList();
        return said.subList(Math.max(0, said.size() - most), said.size()).stream()
                .map(redaction::apply)
                .map(l -> l.length() > 160 ? l.substring(0, 160) + "…" : l)
                .toList();
    }

    /** Writes what is kept, redacted. */
    public synchronized void writeTo(Path file) {
        if (lines.isEmpty()) {
            return;
        }
        try {
            Files.write(file, lines.stream().map(redaction::apply).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
