package io.github.sessionsurvival.report;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.*;

import io.github.sessionsurvival.verdict.Evidence;
import io.github.sessionsurvival.verdict.RunResult;
import io.github.sessionsurvival.verdict.ScenarioRecord;
import io.github.sessionsurvival.verdict.ScenarioRecord.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class PageTest {

    private static final String HOSTILE =
            "<script>alert(1)</script><img src=x onerror=alert(1)>\" onload=\"x ' & \u0000\u001b[31m \u202e ]]> --> </style>";

    private static Document page(RunResult result) {
        return Jsoup.parse(Page.of(result));
    }

    /** Written to be looked at. */
    @Test
    void writesASampleReport() throws Exception {
        Path folder = Files.createDirectories(Path.of("target", "sample-report"));
        Files.writeString(folder.resolve(Page.FILE), Page.of(Samples.ofEverything()));
        assertThat(Files.size(folder.resolve(Page.FILE)), is(greaterThan(5_000L)));
    }

    @Test
    void beginsWithTheVerdictInWords() {
        Element body = page(Samples.ofEverything()).body();
        assertThat(
                body.text(),
                containsString("✗ 1 of 6 requirements broken: SESS-07. 1 session left behind. Do not ship."));
        assertThat(body.text().indexOf("Do not ship."), is(lessThan(200)));
    }

    @Test
    void saysOfABrokenRequirementWhatAClientSuffersWhatWasSeenAndWhere() {
        Element article = page(Samples.ofEverything()).selectFirst("article");
        assertThat(
                article.text(),
                allOf(
                        containsString("✗ broken SESS-07"),
                        containsString("What a client suffers: The client never learns"),
                        containsString(
                                "What was seen: expected 404 for an id that was never issued, was 400 (exchange 2)"),
                        containsString("Bad Request: No valid session ID provided"),
                        containsString("curl -i -X POST"),
                        containsString("Authorization: Bearer $MCP_BEARER")));
    }

    @Test
    void everyLinkWithinThePageHasItsAnchor() {
        Document page = page(Samples.ofEverything());
        Set<String> ids = page.select("[id]").stream().map(Element::id).collect(Collectors.toSet());
        assertThat(ids, hasItems("SESS-07", "RST-05", "requirements", "features", "client", "sessions", "run"));
        assertThat(page.select("[id]").size(), is(ids.size()));
        for (Element link : page.select("a[href^=#]")) {
            assertThat(ids, hasItem(link.attr("href").substring(1)));
        }
    }

    @Test
    void keepsTheClientsSideApart() {
        Document page = page(Samples.ofEverything());
        String html = page.body().html();
        assertThat(html.indexOf("id=\"RST-05\""), is(greaterThan(html.indexOf("id=\"client\""))));
        assertThat(html.indexOf("An answer whose status is 500"), is(greaterThan(html.indexOf("id=\"client\""))));
        assertThat(html.indexOf("id=\"RST-08\""), is(lessThan(html.indexOf("id=\"client\""))));
    }

    @Test
    void showsAttemptsAndWaitsAsATableAndToScale() {
        Element scenario = page(Samples.ofEverything()).getElementById("s1");
        assertThat(scenario.select("table.tl tr"), hasSize(4));
        assertThat(scenario.text(), containsString("asked 2 s, took 2.004 s"));
        assertThat(scenario.select("svg rect.wa"), hasSize(2));
        double first = Double.parseDouble(scenario.selectFirst("svg rect.wa").attr("width"));
        double advertised =
                Double.parseDouble(scenario.selectFirst("svg rect.ad").attr("width"));
        assertThat(first / advertised, is(closeTo(2004.2 / 2000, 0.01)));
    }

    @Test
    void marksHowALookAlikeDiffers() {
        assertThat(page(Samples.ofEverything()).select("mark").text(), containsString("status is 500, not 503"));
    }

    @Test
    void showsNarrativeAsProse() {
        Document page = page(Samples.ofEverything());
        assertThat(page.select("section.f li em").first().text(), is("agreed"));
        assertThat(page.select("section.f li code").first().text(), is("503"));
        assertThat(page.select("section.f li strong").first().text(), is("final"));
    }

    @Test
    void needsNeitherScriptNorNetwork() {
        Document page = page(Samples.ofEverything());
        assertThat(page.select("script,link,img,iframe,[src],[style],[onclick]"), is(empty()));
        assertThat(page.select("a[href]").stream().allMatch(a -> a.attr("href").startsWith("#")), is(true));
    }

    @Test
    void hostileTextStaysText() {
        Evidence.Seen seen = Samples.exchange(1, 200, HOSTILE);
        RunResult result = Samples.result(List.of(Samples.scenario(
                10,
                HOSTILE,
                Outcome.FAILED,
                HOSTILE,
                List.of("@SESS-07", "@" + HOSTILE),
                List.of(Samples.step("Given ", HOSTILE, "failed", 1)),
                new Evidence(List.of(seen), List.of(), List.of(), List.of(HOSTILE), List.of()))));
        String html = Page.of(result);
        Document page = Jsoup.parse(html);
        assertThat(page.select("script,img,[onload],[onerror]"), is(empty()));
        assertThat(page.text(), containsString("<script>alert(1)</script>"));
        assertThat(html.codePoints().anyMatch(c -> c == 0 || c == 0x1b || c == 0x202e), is(false));
        assertThat(page.select("style"), hasSize(1));
    }

    /** WCAG 2 AA, for text, in light and in dark. */
    @Test
    void everyColourOfTextStandsOutFromWhatIsBehindIt() {
        List<String> themes = Arrays.stream(PageStyle.CSS.split(":root\\{"))
                .filter(t -> t.contains("--mark:"))
                .toList();
        assertThat(themes, hasSize(2));
        for (String theme : themes) {
            for (String text : List.of("fg", "q", "ok", "bad", "warn", "info")) {
                for (String behind : List.of("bg", "box", "mark")) {
                    double contrast = (luminance(theme, text) + 0.05) / (luminance(theme, behind) + 0.05);
                    assertThat(text + " on " + behind, Math.max(contrast, 1 / contrast), is(greaterThan(4.5)));
                }
            }
        }
    }

    private static double luminance(String theme, String name) {
        String hex = theme.replaceFirst("(?s).*--" + name + ":#([0-9a-f]+).*", "$1");
        String full = hex.length() == 3 ? hex.replaceAll("(.)", "$1$1") : hex;
        double sum = 0;
        double[] weights = {0.2126, 0.7152, 0.0722};
        for (int i = 0; i < 3; i++) {
            double part = Integer.parseInt(full.substring(2 * i, 2 * i + 2), 16) / 255.0;
            sum += weights[i] * (part <= 0.03928 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4));
        }
        return sum;
    }

    /** Answers that are alike but for their ids are shown once; to find that out must not cost the square of a body. */
    @Test
    @Timeout(20)
    void isNotHeldUpByAMegabyteWithoutASpace() {
        Evidence.Seen seen = Samples.exchange(1, 200, "a".repeat(1_000_000));
        ScenarioRecord scenario = Samples.scenario(
                10,
                "one",
                Outcome.PASSED,
                "",
                List.of("@SESS-07"),
                List.of(),
                new Evidence(List.of(seen), List.of(), List.of(), List.of(), List.of()));

        assertThat(Page.of(Samples.result(List.of(scenario))), containsString("aaa"));
    }

    @Test
    void isWrittenFromAnEmptyResultToo() {
        Document page = page(Samples.result(List.of()));
        assertThat(page.text(), containsString("No scenario was selected, so nothing was tested."));
    }
}
