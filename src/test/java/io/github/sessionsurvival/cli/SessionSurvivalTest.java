package io.github.sessionsurvival.cli;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.not;

import io.github.sessionsurvival.target.Environment;
import io.github.sessionsurvival.target.RunSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the command line says and answers, in one process and without a run. */
class SessionSurvivalTest {

    @TempDir
    Path folder;

    private final Map<String, String> variables = new HashMap<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                                     | 2 | Commands: init, check, run, platform
            rum                                    | 2 | Did you mean: run
            run --tragets x                        | 2 | --target
            run --tags '@RST-01 and'               | 2 | is no tag expression
            run --tags @RST-99                     | 3 | @RST-99
            run --scenario 'No such scenario'      | 3 | No such scenario
            run --revision 1999-01-01              | 2 | 2025-11-25
            run --contract nonsense                | 2 | restart-answer
            run --target nobody                    | 2 | everything
            run --target embedded --url http://h/  | 2 | not both
            run --url http://u:secret@h/           | 2 | is refused
            run --parallelism 0                    | 2 | --parallelism
            run --parallelism many                 | 2 | --parallelism
            run --parallelism 1.5                  | 2 | is not a whole number
            run --url ''                           | 2 | --url is empty
            run --target ' '                       | 2 | --target is empty
            run --tags ''                          | 2 | --tags is empty
            sweep --url ''                         | 2 | --url is empty
            run --tags RST-01                      | 3 | a tag begins with @
            run --url http://127.0.0.1:1/mcp       | 3 | 127.0.0.1:1
            sweep --url http://127.0.0.1:1/mcp     | 3 | 127.0.0.1:1
            sweep                                  | 0 | Nothing is left
            gate --run-id x                        | 3 | No result of run x
            gate                                   | 2 | --run-id
            platform --port 70000                  | 2 | --port
            run --allow disturb                    | 2 | provokes,disturbs
            check --url http://127.0.0.1:1/mcp     | 3 | No run can begin
            check --target nobody                  | 2 | everything
            check --url ''                         | 2 | --url is empty
            init no/such/folder.yaml               | 2 | does its folder exist
            init /                                 | 2 | is a folder
            init --url ftp://x                     | 2 | begins with http
            """)
    void saysInAFewLinesWhatIsWrongAndEndsWithItsStatus(String arguments, int exit, String says) {
        String line = arguments.replaceFirst("^(run|gate)(?= |$)", "$1 --reports '" + folder.resolve("reports") + "'");

        int status = execute(words(line));

        assertThat(output(), status, is(exit));
        assertThat(output(), containsString(says));
        assertThat(output(), allOf(not(containsString("Exception")), not(containsString("secret"))));
        assertThat(output().lines().count(), is(lessThan(7L)));
    }

    @Test
    void writesATargetFileThatCanBeUsedAtOnceAndNeverOverwritesOne() throws IOException {
        Path file = folder.resolve("mine.yaml");

        assertThat(execute("init", file.toString(), "--url", "http://127.0.0.1:1/mcp", "--schema"), is(0));
        assertThat(output(), containsString("session-survival check --target " + file));
        assertThat(Files.exists(folder.resolve("mine.schema.json")), is(true));
        assertThat(execute("check", "--target", file.toString()), is(3));
        Files.writeString(file, "name: precious\n");
        assertThat(execute("init", file.toString()), is(2));
        assertThat(output(), containsString("exists already and was left as it is"));
        assertThat(Files.readString(file), is("name: precious\n"));
    }

    @Test
    void namesABearerVariableThatIsMissing() throws IOException {
        Path file = folder.resolve("mine.yaml");
        Files.writeString(file, "name: x\nurl: http://127.0.0.1:1/mcp\nbearer: {env: NO_SUCH_BEARER}\n");

        int status = execute("run", "--reports", folder.resolve("reports").toString(), "--target", file.toString());

        assertThat(status, is(2));
        assertThat(output(), containsString("mine.yaml:3: 'bearer': the environment variable NO_SUCH_BEARER"));
    }

    /** Sent as it is, the line break would begin a header of its own. */
    @ParameterizedTest
    @ValueSource(strings = {"secret\nX-Other: 1", "secr\u00e9t-secret", "   "})
    void refusesABearerThatNoHeaderCanCarry(String bearer) {
        variables.put("MCP_BEARER", bearer);

        int status =
                execute("run", "--reports", folder.resolve("reports").toString(), "--url", "http://127.0.0.1:1/mcp");

        assertThat(output(), status, is(2));
        assertThat(output(), allOf(containsString("MCP_BEARER"), not(containsString("secret"))));
    }

    @Test
    void aSweepWhoseStateFolderIsAFileDoesNotSayThatNothingIsLeft() throws IOException {
        Files.writeString(folder.resolve("state"), "");

        assertThat(execute("sweep"), is(2));
        assertThat(output(), containsString("SESSION_SURVIVAL_STATE"));
    }

    @Test
    void namesAReportFolderThatCannotBeWritten() throws IOException {
        Path file = Files.writeString(folder.resolve("a-file"), "");

        int status = execute("run", "--reports", file.resolve("below").toString());

        assertThat(status, is(2));
        assertThat(output(), containsString("a-file"));
    }

    @Test
    void namesARequirementOfABaselineThatNobodyKnows() throws IOException {
        Path file = Files.writeString(
                folder.resolve("known.yaml"),
                "catalogue: 1\nknown:\n  - id: SESS-99\n    observed: \"400\"\n    reason: none\n");

        int status = execute("run", "--reports", folder.resolve("reports").toString(), "--baseline", file.toString());

        assertThat(status, is(2));
        assertThat(output(), containsString("SESS-99"));
    }

    @Test
    void listsWhatWouldRunAndSendsNothing() {
        int status = execute("run", "--url", "http://127.0.0.1:1/mcp", "--tags", "@SESS-07", "--list");

        assertThat(output(), status, is(0));
        assertThat(output(), allOf(containsString("SESS-07"), containsString("nothing was sent")));
    }

    @Test
    void listsWhatAServerElsewhereWouldBeSpared() {
        int status = execute("run", "--url", "https://mcp.example.com/mcp", "--tags", "@SESS-07 or @RST-10", "--list");

        assertThat(output(), status, is(0));
        assertThat(
                output(),
                allOf(
                        containsString("would test https://mcp.example.com/mcp"),
                        containsString("to run: 1 scenario (1 @observes), 1 at once"),
                        containsString("left out, since the server is not on this machine: "),
                        containsString("; --allow disturbs lets "),
                        containsString("at most 20 sessions at once, 15 openings a minute")));
    }

    /** A tag that only leaves them out asks for none: deadlines must not grow, and nobody must wait for them. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            @RST-08                    | true  | false
            @RST-08 and not @slow      | false | false
            @slow                      | false | true
            @slow or @SESS-02          | false | true
            """)
    void runsSlowScenariosWhereTheirTagAsksForThem(String tags, boolean leftOut, boolean asked) {
        assertThat(execute("run", "--tags", tags, "--list"), is(0));

        assertThat(output().contains("left out, since they take long by their nature: 1 scenario"), is(leftOut));
        Map<String, String> properties = Map.of("survival.tags", tags);
        assertThat(
                FeatureShelf.read()
                        .areSlowAskedFor(RunSettings.ofProperties(new Environment(name -> null, properties::get))),
                is(asked));
    }

    @Test
    void listsTheCatalogueAndWhatCoversIt() {
        int status = execute("requirements");

        assertThat(output(), status, is(0));
        assertThat(output(), allOf(containsString("RST-01"), containsString("scenarios")));
    }

    @Test
    void tellsItsVersion() {
        assertThat(execute("--version"), is(0));
        assertThat(output(), containsString("session-survival "));
    }

    @Test
    void anUnreachableTargetLeavesAResultThatTheGateReads() {
        String reports = folder.resolve("reports").toString();
        execute("run", "--reports", reports, "--url", "http://127.0.0.1:1/mcp");

        assertThat(Files.exists(folder.resolve("reports/run.json")), is(true));
        assertThat(Files.exists(folder.resolve("reports/junit.xml")), is(true));
    }

    @Test
    void theGatePassesOnWhyARunNeverBegan() {
        new Problem("r1", 2, "the reason").writeTo(folder);

        assertThat(execute("gate", "--run-id", "r1", "--reports", folder.toString()), is(2));
        assertThat(output(), containsString("the reason"));
        assertThat(
                "another run's problem is none of ours",
                execute("gate", "--run-id", "r2", "--reports", folder.toString()),
                is(3));
    }

    private int execute(String... arguments) {
        variables.put("SESSION_SURVIVAL_STATE", folder.resolve("state").toString());
        variables.put("XDG_CACHE_HOME", folder.resolve("cache").toString());
        bytes.reset();
        PrintStream stream = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        return SessionSurvival.execute(new Environment(variables::get, name -> null), stream, stream, arguments);
    }

    private String output() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static String[] words(String line) {
        return java.util.regex.Pattern.compile("'([^']*)'|(\\S+)")
                .matcher(line)
                .results()
                .map(m -> m.group(1) != null ? m.group(1) : m.group(2))
                .toArray(String[]::new);
    }
}
