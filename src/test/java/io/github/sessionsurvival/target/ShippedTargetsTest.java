package io.github.sessionsurvival.target;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ShippedTargetsTest {

    private static final Path SOURCES = Path.of("src/main/targets");

    /** What using a target in its own folder leaves there, and its own tests; none of it is shipped. */
    private static final Set<String> MADE = Set.of("node_modules", "target", "dist", "test");

    @TempDir
    Path cache;

    @Test
    void areFiveServersThatOthersWroteAndThreeFormsOfThePlatformInWorkerdAndTwoMoreOfOneServer() {
        assertThat(
                ShippedTargets.names(),
                contains(
                        "everything",
                        "ts-sdk-v2",
                        "java-sdk",
                        "quarkus",
                        "go-mcp-cron",
                        "workerd",
                        "workerd-one-process",
                        "workerd-unwrapped",
                        "ts-sdk-v2-both",
                        "ts-sdk-v2-sessionless"));
    }

    /** A file that the index forgets is missing wherever the jar is used, and nowhere else. */
    @ParameterizedTest
    @MethodSource("names")
    void areLaidOutWithEveryFileOfTheirs(String name) throws IOException {
        Path folder = ShippedTargets.layOut(name, cache).getParent();
        assertThat(files(folder), equalTo(files(SOURCES.resolve(folder.getFileName()))));
    }

    @ParameterizedTest
    @MethodSource("names")
    void haveATargetFileOfTheirNameThatPreparesStartsAndNamesAToolThatMayBeCalled(String name) {
        TargetFile file = TargetFile.read(ShippedTargets.layOut(name, cache));
        assertThat(file.name(), equalTo(name));
        assertThat(file.start().orElseThrow().prepare().isEmpty(), is(false));
        assertThat(file.asksForPort(), is(true));
        assertThat(file.safeTool().isPresent(), is(true));
        // Of a platform of ours more can be asked than of a process.
        boolean ours = name.startsWith("workerd");
        assertThat(file.lever() instanceof LeverDeclaration.Http, is(ours));
        assertThat(file.lever() instanceof LeverDeclaration.OwnProcess, is(!ours));
        assertThat(file.asksForControlPort(), is(ours));
    }

    @ParameterizedTest
    @MethodSource("names")
    void nameNoRegistryInTheirLockFiles(String name) throws IOException {
        Path source =
                SOURCES.resolve(ShippedTargets.layOut(name, cache).getParent().getFileName());
        Path lock = source.resolve("package-lock.json");
        if (Files.exists(lock)) {
            assertThat(Files.readString(lock), not(containsString("\"resolved\"")));
        } else {
            assertThat(Files.readString(source.resolve("pom.xml")), not(containsString("<repositor")));
        }
    }

    @Test
    void prepareAgainAfterAFileOfTheirsHasChanged() throws IOException {
        Path folder = ShippedTargets.layOut("java-sdk", cache).getParent();
        Path done = Files.createFile(folder.resolve(".session-survival-prepared"));
        ShippedTargets.layOut("java-sdk", cache);
        assertThat(Files.exists(done), is(true));
        Files.writeString(folder.resolve("pom.xml"), "<project/>");
        ShippedTargets.layOut("java-sdk", cache);
        assertThat(Files.exists(done), is(false));
    }

    static Stream<String> names() {
        return ShippedTargets.names().stream();
    }

    private static Set<String> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .map(folder::relativize)
                    .filter(file -> !MADE.contains(file.getName(0).toString()))
                    .filter(file -> !file.toString().startsWith(".session-survival-prepared"))
                    .map(file -> file.toString().replace('\\', '/'))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }
}
