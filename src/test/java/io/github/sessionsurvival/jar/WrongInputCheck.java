package io.github.sessionsurvival.jar;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThanOrEqualTo;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Bad input gets a few clear lines that say what to do, the right exit status, and no stack trace. */
final class WrongInputCheck {

    private static final int A_FEW_LINES = 6;

    @TempDir
    private Path folder;

    static Stream<Arguments> mistakes() {
        return Stream.of(
                arguments("an unknown option", List.of("run", "--tragets", "x"), 2, "--target"),
                arguments("an unknown command", List.of("rum"), 2, "run"),
                arguments("an unknown target", List.of("run", "--target", "nobody"), 2, "everything"),
                arguments("a missing bearer variable", List.of("run", "--target", "bearer.yaml"), 2, "NO_SUCH_BEARER"),
                arguments("an unknown key", List.of("run", "--target", "key.yaml"), 2, "key.yaml:2"),
                arguments("a bearer in the file", List.of("run", "--target", "literal.yaml"), 2, "env"),
                arguments(
                        "target and url at once",
                        List.of("run", "--target", "embedded", "--url", "http://127.0.0.1:1/"),
                        2,
                        "--url"),
                arguments("a url that is none", List.of("run", "--url", "not a url"), 2, "not a url"),
                arguments(
                        "a url with a password",
                        List.of("run", "--url", "http://u:abc-literal-token@h/"),
                        2,
                        "refused"),
                arguments("a url of a file", List.of("run", "--url", "file:///etc/hosts"), 2, "http://"),
                arguments("an empty url", List.of("run", "--url", ""), 2, "--url is empty"),
                arguments("an option without its value", List.of("run", "--url"), 2, "--url"),
                arguments("a target file that is a list", List.of("run", "--target", "list.yaml"), 2, "list.yaml:1"),
                arguments("a key given twice", List.of("run", "--target", "twice.yaml"), 2, "twice.yaml:3"),
                arguments("a tab in YAML", List.of("run", "--target", "tab.yaml"), 2, "tab.yaml:2"),
                arguments("a folder as baseline", List.of("run", "--baseline", "."), 2, "baseline"),
                arguments("reports where nobody may write", List.of("run", "--reports", "/proc/x"), 2, "/proc/x"),
                arguments("parallelism in letters", List.of("run", "--parallelism", "abc"), 2, "whole number"),
                arguments("an unreachable url", List.of("run", "--url", "http://127.0.0.1:1/mcp"), 3, "127.0.0.1:1"),
                arguments("a tag that nothing has", List.of("run", "--tags", "@RST-99"), 3, "@RST-99"),
                arguments("a broken tag expression", List.of("run", "--tags", "@RST-01 and"), 2, "@RST-01 and"),
                arguments(
                        "a scenario that is not there",
                        List.of("run", "--scenario", "No such scenario"),
                        3,
                        "No such scenario"),
                arguments("an unknown revision", List.of("run", "--revision", "1999-01-01"), 2, "2025-11-25"),
                arguments("an unknown contract", List.of("run", "--contract", "nonsense"), 2, "restart-answer"),
                arguments("reports in a file", List.of("run", "--reports", "a-file/below"), 2, "a-file"),
                arguments("a baseline that is not there", List.of("run", "--baseline", "none.yaml"), 2, "none.yaml"),
                arguments(
                        "a baseline naming an unknown requirement",
                        List.of("run", "--baseline", "baseline.yaml"),
                        2,
                        "SESS-99"),
                arguments("parallelism of nothing", List.of("run", "--parallelism", "0"), 2, "--parallelism"),
                arguments(
                        "a gate without a report",
                        List.of("gate", "--run-id", "x", "--reports", "nowhere"),
                        3,
                        "nowhere"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakes")
    void isToldInAFewLines(String mistake, List<String> arguments, int exit, String says) throws IOException {
        Files.writeString(
                folder.resolve("bearer.yaml"), "name: x\nurl: http://127.0.0.1:1/mcp\nbearer: {env: NO_SUCH_BEARER}\n");
        Files.writeString(folder.resolve("key.yaml"), "name: x\nurll: http://127.0.0.1:1/mcp\n");
        Files.writeString(
                folder.resolve("literal.yaml"), "name: x\nurl: http://127.0.0.1:1/mcp\nbearer: abc-literal-token\n");
        Files.writeString(folder.resolve("a-file"), "");
        Files.writeString(folder.resolve("list.yaml"), "- x\n");
        Files.writeString(folder.resolve("twice.yaml"), "name: x\nurl: http://127.0.0.1:1/mcp\nname: y\n");
        Files.writeString(folder.resolve("tab.yaml"), "name: x\n\turl: http://127.0.0.1:1/mcp\n");
        Files.writeString(folder.resolve("baseline.yaml"), """
                catalogue: 1
                known:
                  - id: SESS-99
                    observed: "400"
                    reason: none
                """);

        BuiltJar.Ended ended = new BuiltJar(folder).run(arguments.toArray(String[]::new));

        assertThat(ended.output(), ended.exit(), is(exit));
        assertThat(ended.output(), containsString(says));
        assertThat(ended.output(), not(containsString("Exception")));
        assertThat(ended.output(), not(containsString("\tat ")));
        assertThat(ended.output(), not(containsString("abc-literal-token")));
        assertThat(ended.output(), ended.output().strip().lines().count(), is(lessThanOrEqualTo((long) A_FEW_LINES)));
    }

    /** A misspelt keyword before the first scenario is legal description text: the scenario would vanish silently. */
    @Test
    void aMisspeltKeywordInAShippedFeatureIsAFaultOfTheSuiteNamedWithItsPlace() throws IOException {
        BuiltJar broken = BuiltJar.changed(
                folder,
                "/features/handshake/restart-during-initialize.feature",
                text -> text.replaceFirst("Scenario:", "Scenaro:"));

        BuiltJar.Ended ended = broken.run("run");

        assertThat(ended.output(), ended.exit(), is(4));
        assertThat(
                ended.output(),
                matchesPattern(
                        "(?s)A fault of this suite, not of the server: [^\n]*\nfeatures/handshake/restart-during-initialize\\.feature:\\d+: [^\\n]*Scenaro: .*"));
        assertThat(ended.output().strip().lines().count(), is(lessThanOrEqualTo((long) A_FEW_LINES)));
        assertThat(ended.output(), not(containsString("Exception")));
    }

    @Test
    void aBrokenShippedFeatureIsAFaultOfTheSuiteNamedWithItsPlace() throws IOException {
        BuiltJar broken = BuiltJar.changed(
                folder,
                "/features/handshake/restart-during-initialize.feature",
                text -> text + "\n  Nonsense at the end\n");

        BuiltJar.Ended ended = broken.run("run");

        assertThat(ended.output(), ended.exit(), is(4));
        assertThat(
                ended.output(),
                matchesPattern("(?s).*\nfeatures/handshake/restart-during-initialize\\.feature:\\d+: .*Nonsense.*"));
        assertThat(ended.output().strip().lines().count(), is(lessThanOrEqualTo((long) A_FEW_LINES)));
        assertThat(ended.output(), not(containsString("\tat ")));
    }

    /** Under Maven such a feature ends the run before any code of ours: only the gate can say why. */
    @Test
    void theGateNamesABrokenFeatureWhereARunLeftNothing() throws IOException {
        BuiltJar broken = BuiltJar.changed(
                folder,
                "/features/handshake/restart-during-initialize.feature",
                text -> text + "\n  Nonsense at the end\n");

        BuiltJar.Ended ended = broken.run("gate", "--run-id", "r1");

        assertThat(ended.output(), ended.exit(), is(4));
        assertThat(ended.output(), containsString("features/handshake/restart-during-initialize.feature:"));
    }
}
