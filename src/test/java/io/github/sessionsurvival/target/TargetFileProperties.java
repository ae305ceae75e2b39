package io.github.sessionsurvival.target;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.startsWith;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Whatever somebody writes into a target file, it is read, or refused in one line that can be acted upon. */
class TargetFileProperties {

    private static final String NAME = "mine.yaml";
    private static final String LEAST = "name: mine\nurl: http://127.0.0.1:8080/mcp\n";

    /** What is wrong with the text; empty where it was read. */
    private static Optional<String> fault(String text) {
        try {
            TargetFile.parse(NAME, text, Path.of("target"));
            return Optional.empty();
        } catch (ConfigurationFault fault) {
            return Optional.of(fault.getMessage());
        }
    }

    private static void demandOneShortLine(Optional<String> fault) {
        fault.ifPresent(line -> {
            assertThat(line, startsWith(NAME + ":"));
            assertThat(line, line.length(), lessThan(600));
            assertThat(line, line.chars().noneMatch(Character::isISOControl), is(true));
        });
    }

    @Property
    void anyTextIsReadOrRefusedInOneLine(@ForAll("texts") String text) {
        demandOneShortLine(fault(text));
    }

    @Property
    void aWorkingFileWithOneLineMoreIsReadOrRefusedInOneLine(@ForAll("lines") String line) {
        demandOneShortLine(fault(LEAST + line + "\n"));
    }

    @Property
    void durationsAreReadInTheirUnit(@ForAll @IntRange(min = 1, max = 3_600) int number, @ForAll("units") String unit) {
        Duration expected =
                switch (unit) {
                    case "ms" -> Duration.ofMillis(number);
                    case "s" -> Duration.ofSeconds(number);
                    default -> Duration.ofMinutes(number);
                };
        String text = LEAST + "limits: {idle: " + number + unit + "}\n";
        if (expected.compareTo(Duration.ofHours(1)) > 0) {
            assertThat(fault(text).isPresent(), is(true));
        } else {
            assertThat(TargetFile.parse(NAME, text, Path.of("target")).limits().idle(), is(expected));
        }
    }

    @Provide
    Arbitrary<String> units() {
        return Arbitraries.of("ms", "s", "m");
    }

    @Provide
    Arbitrary<String> lines() {
        Arbitrary<String> keys = Arbitraries.of(
                "name",
                "url",
                "bearer",
                "other-bearer",
                "headers",
                "contract",
                "probe",
                "safe-tool",
                "tls",
                "promises",
                "limits",
                "lever",
                "notes",
                "start",
                "also-url",
                "Name",
                "limit",
                "\"\"",
                "?");
        Arbitrary<String> values = Arbitraries.of(
                "",
                "x",
                "1",
                "1s",
                "-1",
                "1e9",
                "null",
                "true",
                "[]",
                "{}",
                "[1, [2, {a: b}]]",
                "{env: HOME}",
                "{file: no}",
                "{env: [x]}",
                "{kind: process}",
                "{kind: http}",
                "{kind: 3}",
                "{max-wait: 99999999s}",
                "{rate: 0/s}",
                "{rate: 5/s, rate: 6/s}",
                "&a [*a]",
                "*nobody",
                "!!java.net.URL x",
                "http://[",
                "http://a b/",
                "file:///x",
                "http://user:secret@127.0.0.1/",
                "\"\\u0000\"",
                "|\n  a\n  b",
                "'",
                "\"",
                "{",
                "}",
                "@",
                "\t",
                "\uFEFF",
                "<<: *a");
        return Combinators.combine(keys, values).as((key, value) -> key + ": " + value);
    }

    @Provide
    Arbitrary<String> texts() {
        Arbitrary<String> several = lines().list().ofMaxSize(6).map(list -> String.join("\n", list));
        Arbitrary<String> cut = Combinators.combine(
                        several, Arbitraries.integers().between(0, 80))
                .as((text, at) -> text.substring(0, Math.min(at, text.length())));
        return Arbitraries.oneOf(Arbitraries.strings().ofMaxLength(60), several, cut, nested());
    }

    private static Arbitrary<String> nested() {
        return Arbitraries.integers().between(1, 300).map(depth -> {
            List<String> open = new ArrayList<>();
            for (int i = 0; i < depth; i++) {
                open.add("[");
            }
            return LEAST + "notes: " + String.join("", open);
        });
    }
}
