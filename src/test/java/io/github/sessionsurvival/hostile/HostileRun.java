package io.github.sessionsurvival.hostile;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.oneOf;

import io.github.sessionsurvival.cli.InProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A run against a hostile server. Whatever that does, it ends soon, in little memory, with a verdict that can be read,
 * with no session left that could have been ended, and with nothing in its reports or on the console that the server
 * could have put there.
 */
final class HostileRun {

    private static final String BEARER = "bEarer-of_the.hostile+set/0815=";

    /** Handshake, requests, streams and endings, each a few times. */
    private static final String TAGS =
            "@INIT-14 or @SESS-02 or @SESS-06 or @PING-01 or @SSE-01 or @RPC-02 or @GET-01 or @POST-01";

    /** Far above what any takes: only a hang meets it. */
    private static final Duration HANG = Duration.ofSeconds(60);

    private static final Pattern OF_JAVA = Pattern.compile("\\bjavax?\\.|\\bjdk\\.|[a-z](Exception|Error)\\b");

    private static final AtomicLong AFTER_COLLECTIONS = new AtomicLong();

    private final Path folder;

    HostileRun(Path folder) {
        this.folder = folder;
    }

    /** @param sessionsCanBeEnded whether the server does what an ending asks for */
    void against(HostileServer server, boolean sessionsCanBeEnded) throws Exception {
        Path target = Files.writeString(folder.resolve("hostile.yaml"), """
                name: hostile
                url: %s
                bearer: {env: CHECK_BEARER}
                limits: {connect: 500ms, answer: 500ms, total: 1s, cold-start-within: 1s, scenarios-at-once: 20}
                """.formatted(server.url()));
        Path reports = folder.resolve("reports");
        long begun = System.nanoTime();

        InProcess.Ended run = new InProcess(folder.resolve("state"), Map.of("CHECK_BEARER", BEARER))
                .run("run", "--target", target.toString(), "--tags", TAGS, "--reports", reports.toString());

        AFTER_COLLECTIONS.accumulateAndGet(inUseAfterTheLastCollection(), Math::max);
        assertThat(Duration.ofNanos(System.nanoTime() - begun), lessThan(HANG));
        assertThat(run.output(), run.exit(), oneOf(0, 1, 3));
        JsonNode result = JsonMapper.builder().build().readTree(Files.readString(reports.resolve("run.json")));
        assertThat(result.get("verdict").asString(), not(""));
        demandThatAReaderUnderstands(result);
        assertThat("faults of the suite", result.get("suiteFaults").toString(), is("[]"));
        if (sessionsCanBeEnded) {
            assertThat("sessions that could have been ended", server.leftOpen(), is(empty()));
        }
        Set<String> secrets = new TreeSet<>(server.ids());
        secrets.add(BEARER);
        demandThatNothingIsTold(secrets, run.output(), reports);
        demandThatTheConsoleObeysNothing(run.output());
        demandThatThePageRunsNothing(reports.resolve("index.html"));
    }

    /** In the words of the protocol: a class of Java, or its message, tells somebody from quality assurance nothing. */
    private static void demandThatAReaderUnderstands(JsonNode result) {
        List<String> sentences = new ArrayList<>(List.of(result.get("verdict").asString()));
        result.get("scenarios").forEach(row -> sentences.add(row.get("reason").asString()));
        result.get("requirements")
                .forEach(row -> sentences.add(row.get("reason").asString()));
        for (String sentence : sentences) {
            assertThat(sentence, OF_JAVA.matcher(sentence).find(), is(false));
        }
    }

    private static void demandThatNothingIsTold(Set<String> secrets, String output, Path reports) throws IOException {
        try (Stream<Path> files = Files.walk(reports)) {
            List<String> texts = Stream.concat(
                            Stream.of(output),
                            files.filter(Files::isRegularFile).map(HostileRun::text))
                    .toList();
            for (String secret : secrets) {
                assertThat("a secret", texts.stream().noneMatch(text -> text.contains(secret)), is(true));
            }
        }
    }

    private static String text(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** No control characters but line ends, none that turn the reading direction, no line that a pipeline would obey. */
    private static void demandThatTheConsoleObeysNothing(String output) {
        assertThat(output, output.chars().noneMatch(c -> Character.isISOControl(c) && c != '\n'), is(true));
        assertThat(output, output.chars().noneMatch(c -> Character.getType(c) == Character.FORMAT), is(true));
        assertThat(
                output,
                output.lines().map(String::strip).noneMatch(line -> line.startsWith("::") || line.startsWith("##[")),
                is(true));
    }

    private static void demandThatThePageRunsNothing(Path page) throws IOException {
        Document document = Jsoup.parse(Files.readString(page));
        for (Element element : document.getAllElements()) {
            assertThat(
                    element.outerHtml(),
                    element.attributes().asList().stream()
                            .noneMatch(a -> a.getKey().startsWith("on")),
                    is(true));
        }
        assertThat(document.select("img, iframe, object, embed, base, link[href]"), is(empty()));
        assertThat(
                document.select("script").stream()
                        .noneMatch(script -> script.data().contains("alert(1)")),
                is(true));
        assertThat(
                document.select("[href]").stream()
                        .map(element -> element.attr("href").strip())
                        .noneMatch(href -> href.startsWith("javascript:") || href.startsWith("data:")),
                is(true));
    }

    private static long inUseAfterTheLastCollection() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .map(MemoryPoolMXBean::getCollectionUsage)
                .mapToLong(usage -> usage == null ? 0 : usage.getUsed())
                .sum();
    }

    /** How much memory all that was tried in this process took. */
    static void tellPeak(String what) {
        long peak = AFTER_COLLECTIONS.get();
        System.out.println("hostile servers, " + what + ": at most " + peak / (1 << 20)
                + " MB of heap in use after a collection, of "
                + Runtime.getRuntime().maxMemory() / (1 << 20) + " MB");
    }
}
