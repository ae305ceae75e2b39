package io.github.sessionsurvival.report;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.*;

import io.github.sessionsurvival.verdict.Evidence;
import io.github.sessionsurvival.verdict.Judgement;
import io.github.sessionsurvival.verdict.RunResult;
import io.github.sessionsurvival.verdict.ScenarioRecord;
import io.github.sessionsurvival.verdict.ScenarioRecord.Outcome;
import java.io.StringReader;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

final class JUnitXmlTest {

    private static Document xml(RunResult result) throws Exception {
        return DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(JUnitXml.of(result))));
    }

    private static int count(RunResult result, String element) throws Exception {
        return xml(result).getElementsByTagName(element).getLength();
    }

    private static RunResult one(Outcome outcome, String tag, String reason) {
        return Samples.result(List.of(
                Samples.scenario(10, "one", Outcome.PASSED, "", List.of("@RST-08"), List.of(), Evidence.NONE),
                Samples.scenario(11, "two", outcome, reason, List.of(tag), List.of(), Evidence.NONE)));
    }

    @Test
    void failsExactlyWhereTheExitStatusIsOne() throws Exception {
        record Row(Outcome outcome, String tag, int exit, int failures, int errors, int skipped) {}
        for (Row row : List.of(
                new Row(Outcome.PASSED, "@SESS-07", 0, 0, 0, 0),
                new Row(Outcome.FAILED, "@SESS-07", 1, 1, 0, 0),
                new Row(Outcome.NOT_TESTABLE, "@SESS-11", 1, 1, 0, 0),
                new Row(Outcome.FAILED, "@SESS-11", 0, 0, 0, 1),
                new Row(Outcome.FAILED, "@RST-14", 0, 0, 0, 1),
                new Row(Outcome.NOT_APPLICABLE, "@SESS-07", 0, 0, 0, 1),
                new Row(Outcome.NOT_RUN, "@SESS-07", 0, 0, 0, 1),
                new Row(Outcome.FAILED, "@RST-05", 4, 0, 1, 0),
                new Row(Outcome.SUITE_FAULT, "@SESS-07", 4, 0, 1, 0))) {
            RunResult result = one(row.outcome(), row.tag(), "why");
            assertThat(row.toString(), result.exit(), is(row.exit()));
            assertThat(row.toString(), count(result, "failure"), is(row.failures()));
            assertThat(row.toString(), count(result, "error"), is(row.errors()));
            assertThat(row.toString(), count(result, "skipped"), is(row.skipped()));
        }
    }

    @Test
    void sessionsLeftBehindAreFailuresOfTheirOwn() throws Exception {
        RunResult result = Judgement.of(
                Samples.catalogue(),
                Samples.facts(List.of("77ab…(36): still answered"), ""),
                one(Outcome.PASSED, "@SESS-07", "").scenarios(),
                Optional.empty());
        assertThat(result.exit(), is(1));
        assertThat(count(result, "failure"), is(1));
    }

    @Test
    void aRunThatTestedNothingHasAnError() throws Exception {
        assertThat(count(Samples.result(List.of()), "error"), is(1));
        RunResult unreachable = Judgement.of(
                Samples.catalogue(), Samples.facts(List.of(), "connection refused"), List.of(), Optional.empty());
        assertThat(unreachable.exit(), is(3));
        assertThat(count(unreachable, "error"), is(1));
    }

    @Test
    void namesTheScenarioByItsFeatureAndTellsRowsOfOneTitleApart() throws Exception {
        RunResult result = Samples.result(List.of(
                Samples.scenario(10, "same", Outcome.PASSED, "", List.of("@RST-08"), List.of(), Evidence.NONE),
                Samples.scenario(11, "same", Outcome.PASSED, "", List.of("@RST-08"), List.of(), Evidence.NONE)));
        Element first = (Element) xml(result).getElementsByTagName("testcase").item(0);
        assertThat(first.getAttribute("classname"), is("A session survives a platform restart during initialize"));
        assertThat(first.getAttribute("name"), is("same (line 10)"));
    }

    @Test
    void isWellFormedWhateverAServerWrote() throws Exception {
        String hostile = "]]></failure><x/>&\u0000\u0001\u001b\ud800 \"'<\uffff";
        RunResult result = one(Outcome.FAILED, "@SESS-07", hostile);
        Element failure = (Element) xml(result).getElementsByTagName("failure").item(0);
        assertThat(failure.getTextContent(), containsString("]]></failure><x/>&"));
    }

    @Test
    void countsWhatItHolds() throws Exception {
        Element suite = xml(Samples.ofEverything()).getDocumentElement();
        List<ScenarioRecord> scenarios = Samples.ofEverything().scenarios();
        assertThat(suite.getAttribute("tests"), is(Integer.toString(scenarios.size() + 1)));
        assertThat(suite.getAttribute("failures"), is("2"));
        assertThat(suite.getAttribute("errors"), is("0"));
    }
}
