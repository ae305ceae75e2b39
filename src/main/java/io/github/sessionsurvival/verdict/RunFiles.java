package io.github.sessionsurvival.verdict;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The files of one run in its report folder: {@code facts.json} and {@code scenarios.ndjson} as the run leaves them,
 * {@code run.json} as it was judged. Whole files appear at once or not at all: a reader never sees half of one.
 */
public final class RunFiles {

    public static final String FACTS = "facts.json";
    public static final String SCENARIOS = "scenarios.ndjson";
    public static final String RUN = "run.json";

    private static final JsonMapper JSON = JsonMapper.builder()
            // Evidence.isEmpty() is a question, not a part of it.
            .enable(MapperFeature.INFER_RECORD_GETTERS_FROM_COMPONENTS_ONLY)
            .build();
    private static final JsonMapper PRETTY =
            JSON.rebuild().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final Path folder;

    private RunFiles(Path folder) {
        this.folder = folder;
    }

    public static RunFiles in(Path folder) {
        return new RunFiles(folder);
    }

    /** @throws UncheckedIOException when the folder cannot be written */
    public void writeFacts(RunFacts facts) {
        write(FACTS, PRETTY.writeValueAsString(facts));
    }

    /**
     * What is known of the run; empty when it never came so far.
     *
     * @throws UnusableFile when the file is not what this product writes
     */
    public Optional<RunFacts> facts() {
        return read(FACTS).map(text -> parse(FACTS, text, RunFacts.class));
    }

    /**
     * The scenarios recorded so far, in the order they ended; none where there is no file. A last line without its end is
     * what a killed run leaves, and is passed over.
     *
     * @throws UnusableFile when another line is not what this product writes
     */
    public List<ScenarioRecord> scenarios() {
        List<ScenarioRecord> records = new ArrayList<>();
        String text = read(SCENARIOS).orElse("");
        int line = 0;
        int start = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
            line++;
            String json = text.substring(start, end).strip();
            if (!json.isEmpty()) {
                records.add(parse(SCENARIOS + ":" + line, json, ScenarioRecord.class));
            }
            start = end + 1;
        }
        return records;
    }

    /** A scenario as a line of {@code scenarios.ndjson}, its end included. */
    public static String line(ScenarioRecord scenario) {
        return JSON.writeValueAsString(scenario) + "\n";
    }

    /**
     * Evidence as the hooks attached it.
     *
     * @throws UnusableFile when it is none
     */
    public static Evidence evidence(String json) {
        return parse("the attached evidence", json, Evidence.class);
    }

    /** Evidence as the hooks attach it. */
    public static String json(Evidence evidence) {
        return JSON.writeValueAsString(evidence);
    }

    /** @throws UncheckedIOException when the folder cannot be written */
    public void writeRun(RunResult result) {
        write(RUN, PRETTY.writeValueAsString(RunJson.of(result)) + "\n");
    }

    /**
     * The judged run; empty when there is none.
     *
     * @throws UnusableFile when the file is of another schema or is not what this product writes
     */
    public Optional<RunResult> run() {
        return read(RUN).map(text -> {
            RunJson json = parse(RUN, text, RunJson.class);
            if (json.schema() != RunResult.SCHEMA) {
                throw new UnusableFile(
                        folder.resolve(RUN).toString(),
                        "has schema " + json.schema() + ", this version reads schema " + RunResult.SCHEMA);
            }
            try {
                return json.result();
            } catch (RuntimeException e) {
                throw new UnusableFile(folder.resolve(RUN).toString(), "is not what this product writes");
            }
        });
    }

    /**
     * Writes a text file of the report, such as the page, in the same whole way.
     *
     * @throws UncheckedIOException when the folder cannot be written
     */
    public void write(String name, String text) {
        try {
            Files.createDirectories(folder);
            Path half = folder.resolve("." + name + "." + UUID.randomUUID() + ".half");
            try {
                Files.writeString(half, text, StandardCharsets.UTF_8);
                move(half, folder.resolve(name));
            } finally {
                Files.deleteIfExists(half);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the report folder " + folder + " cannot be written", e);
        }
    }

    private static void move(Path half, Path whole) throws IOException {
        try {
            Files.move(half, whole, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(half, whole, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private Optional<String> read(String name) {
        Path file = folder.resolve(name);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            // Not strict: a line torn within a character is passed over with its line.
            return Optional.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UnusableFile(file.toString(), "cannot be read");
        }
    }

    private static <T> T parse(String where, String json, Class<T> type) {
        try {
            return JSON.readValue(json, type);
        } catch (JacksonException | NullPointerException e) {
            throw new UnusableFile(where, "is not what this product writes");
        }
    }
}
