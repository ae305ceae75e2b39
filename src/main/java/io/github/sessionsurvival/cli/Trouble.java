package io.github.sessionsurvival.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/** An error that nobody foresaw: one line for people, the rest in a file for whoever mends it. */
final class Trouble {

    static final String FILE = "fault.txt";

    private Trouble() {}

    /** Writes the details and answers the line. */
    static String of(Throwable error, Path folder) {
        String line = error.getClass().getSimpleName();
        StringWriter text = new StringWriter();
        error.printStackTrace(new PrintWriter(text));
        try {
            Files.createDirectories(folder);
            Path file = folder.resolve(FILE);
            // Messages may quote what a server sent; places in the code are all that is needed.
            Files.write(
                    file,
                    text.toString()
                            .lines()
                            .map(l -> l.startsWith("\t") ? l : l.replaceFirst(":.*", ""))
                            .toList());
            return line + "; details in " + file;
        } catch (IOException e) {
            return line;
        }
    }
}
