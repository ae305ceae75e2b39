package io.github.sessionsurvival.target;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The schema that editors use and the reading that decides must agree, or one of them is wrong for the user. */
class TargetSchemaTest {

    private static final String LEAST = "name: mine\nurl: http://127.0.0.1:8080/mcp\n";
    private static final YAMLMapper YAML = YAMLMapper.builder().build();
    private static final JsonNode SCHEMA =
            JsonMapper.builder().build().readTree(resource("schemas/target.schema.json"));
    private static final Schema CHECK = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(resource("schemas/target.schema.json"));

    @TempDir
    Path folder;

    @Test
    void acceptsEveryTargetFileThatShips() throws IOException {
        List<Path> shipped;
        try (Stream<Path> files = Files.walk(Path.of("src/main/targets"))) {
            shipped = files.filter(f -> f.getFileName().toString().equals("target.yaml"))
                    .toList();
        }
        assertThat(shipped, is(not(empty())));
        for (Path file : shipped) {
            assertThat(file.toString(), CHECK.validate(YAML.readTree(Files.readString(file))), is(empty()));
        }
    }

    /** A sample that a reader cannot use as it stands teaches the wrong thing. */
    @Test
    void acceptsAndReadsEverySampleOfTheDocumentation() throws IOException {
        Matcher samples = Pattern.compile("(?ms)^```yaml\\R(name: .*?)^```")
                .matcher(Files.readString(Path.of("docs/targets.md")));
        Files.createDirectories(folder.resolve("guide/server"));
        for (String named : List.of("ca.pem", "company-ca.pem", "client.p12", "tester.p12")) {
            Files.createFile(folder.resolve("guide").resolve(named));
        }
        int found = 0;
        while (samples.find()) {
            found++;
            String sample = samples.group(1).replace("workdir: ../server", "workdir: server");
            assertThat(sample, CHECK.validate(YAML.readTree(sample)), is(empty()));
            TargetFile.parse("sample", sample, folder.resolve("guide"));
        }
        assertThat(found, is(greaterThan(0)));
    }

    @Test
    void acceptsAndReadsWhatInitWrites() {
        String written = resource("templates/target.yaml");

        assertThat(CHECK.validate(YAML.readTree(written)), is(empty()));
        assertThat(TargetFile.parse("written", written, folder).name(), is("my-server"));
    }

    @Test
    void acceptsAndReadsWhatInitWritesWithEveryKeySwitchedOn() throws IOException {
        String all = resource("templates/target.yaml").replaceAll("(?m)^#(?=[a-z]|  )", "");
        Files.createFile(folder.resolve("ca.pem"));
        Files.createFile(folder.resolve("client.p12"));
        JsonNode tree = YAML.readTree(all);

        assertThat(CHECK.validate(tree), is(empty()));
        TargetFile.parse("all", all, folder);
        assertThat(new TreeSet<>(tree.propertyNames()), is(new TreeSet<>(keys("/properties"))));
    }

    /** The reading tells the keys it knows when it meets another. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            zzz: 1                          | /properties
            start: {zzz: 1}                 | /properties/start/properties
            tls: {zzz: 1}                   | /properties/tls/properties
            promises: {zzz: 1}              | /properties/promises/properties
            probe: {zzz: 1}                 | /properties/probe/properties
            safe-tool: {zzz: 1}             | /properties/safe-tool/properties
            limits: {zzz: 1}                | /properties/limits/properties
            lever: {kind: none, zzz: 1}     | /properties/lever/oneOf/0/properties
            lever: {kind: process, zzz: 1}  | /properties/lever/oneOf/0/properties
            lever: {kind: http, zzz: 1}     | /properties/lever/oneOf/1/properties
            lever: {kind: command, zzz: 1}  | /properties/lever/oneOf/2/properties
            """)
    void knowsTheSameKeysAsTheReading(String wrong, String place) {
        String said = assertThrows(
                        ConfigurationFault.class,
                        () -> TargetFile.parse("file", LEAST + started(wrong) + wrong, folder))
                .getMessage();
        Set<String> allowed =
                new TreeSet<>(List.of(said.replaceFirst(".*; allowed: ", "").split(", ")));

        assertThat(said, new TreeSet<>(keys(place)), is(allowed));
        assertThat(CHECK.validate(YAML.readTree(LEAST + wrong)), is(not(empty())));
    }

    private static String started(String wrong) {
        return wrong.contains("kind: process") ? "start: {command: [x]}\n" : "";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bearer: abc",
                "bearer: {env: A, file: b}",
                "bearer: {env: not a name}",
                "bearer: {env: A, valid-for: 5m}",
                "bearer: {generate: A, env: B}",
                "bearer: {generate: not a name}",
                "start: {}",
                "start: {command: text}",
                "promises: {within: 3s}",
                "promises: {survives: [reboot]}",
                "probe: {method: tools/call}",
                "limits: {answer: soon}",
                "limits: {rate: 5}",
                "limits: {max-sessions: 0}",
                "lever: {}",
                "lever: {kind: magic}",
                "lever: {kind: http, url: 'http://127.0.0.1:1/c'}",
                "lever: {kind: command}",
                "tls: {password: {env: A}}"
            })
    void refusesWhatTheReadingRefuses(String wrong) {
        assertThrows(ConfigurationFault.class, () -> TargetFile.parse("file", LEAST + wrong, folder));
        assertThat(CHECK.validate(YAML.readTree(LEAST + wrong)), is(not(empty())));
    }

    private static List<String> keys(String place) {
        return new ArrayList<>(SCHEMA.at(place).propertyNames());
    }

    private static String resource(String name) {
        try (InputStream in = TargetSchemaTest.class.getClassLoader().getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
