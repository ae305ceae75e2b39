package io.github.sessionsurvival.platform;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the platform says unasked, and streams that it ends before their answer. */
@Timeout(60)
class StandingStreamsTest {

    @TempDir
    static Path folder;

    private static Rig rig;

    @BeforeAll
    static void start() {
        rig = Rig.on(folder);
    }

    @AfterAll
    static void stop() {
        rig.close();
    }

    @Test
    void ofTwoStreamsOnlyOneIsTold() {
        StandingStreams streams = new StandingStreams(Defects.NONE);
        StandingStreams.Stream first = new StandingStreams.Stream();
        streams.begin(first);
        StandingStreams.Stream second = new StandingStreams.Stream();
        streams.begin(second);

        assertThat(streams.say("news"), equalTo(true));

        assertThat(second.take(), contains("news"));
        assertThat(first.take(), empty());
        streams.end(second);
        assertThat(streams.say("more"), equalTo(true));
        assertThat(first.take(), contains("more"));
        streams.end(first);
        assertThat(streams.say("nobody listens"), equalTo(false));
    }

    @Test
    void whatIsSaidArrivesAtOnce() throws Exception {
        Rig.Guest guest = rig.guest();
        Visitor.Begun stream = guest.visitor().stream(
                "GET", "", Map.of("Mcp-Session-Id", guest.visitor().open()));
        BufferedReader lines = new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8));
        assertThat(lines.readLine(), equalTo(": open"));
        lines.readLine();

        assertThat(say(guest), equalTo(1));

        assertThat(lines.readLine(), containsString("notifications/tools/list_changed"));
    }

    @Test
    void sayingItWhereNobodyListensSaysNothing() throws Exception {
        Rig.Guest guest = rig.guest();
        guest.visitor().open();

        assertThat(say(guest), equalTo(0));
    }

    @Test
    void aStreamThatPausesSaysWhenToComeBackAndGivesTheRestThen() throws Exception {
        Rig.Guest guest = rig.guest();
        String session = guest.visitor().open("2025-11-25");
        guest.form("pausing-event-stream");

        HttpResponse<String> paused = guest.visitor().post(session, Visitor.COUNT);

        assertThat(paused.body(), containsString("retry: 50\n"));
        assertThat(paused.body(), not(containsString("result")));
        String id = paused.body().lines().findFirst().orElseThrow().substring("id: ".length());
        Visitor.Begun rest = guest.visitor().stream("GET", "", Map.of("Mcp-Session-Id", session, "Last-Event-ID", id));
        BufferedReader lines = new BufferedReader(new InputStreamReader(rest.body(), StandardCharsets.UTF_8));
        assertThat(lines.lines().limit(4).toList().get(3), containsString("\"result\""));
    }

    /** Older revisions know no such pause, and an opening has to be whole. */
    @Test
    void whoDoesNotKnowOfPausesGetsAWholeStream() throws Exception {
        Rig.Guest guest = rig.guest();
        guest.form("pausing-event-stream");

        String session = guest.visitor().open("2025-06-18");

        assertThat(guest.visitor().post(session, Visitor.COUNT).body(), containsString("\"result\""));
    }

    @Test
    void aSessionWhoseIdIsNotToldIsUsedWithoutOne() throws Exception {
        Rig.Guest guest = rig.guest();
        rig.pull("POST", "/era", "{\"caller\":\"" + guest.id() + "\",\"serves\":\"unnamed\"}");

        HttpResponse<String> opened = guest.visitor().post(Visitor.initialize("2025-11-25"));

        assertThat(Visitor.session(opened).isEmpty(), equalTo(true));
        assertThat(guest.visitor().post(Visitor.INITIALIZED).statusCode(), equalTo(202));
        assertThat(guest.visitor().post(Visitor.PING).statusCode(), equalTo(200));
        assertThat(guest.clear(), equalTo(1));
        assertThat(guest.visitor().post(Visitor.PING).statusCode(), equalTo(400));
    }

    private static int say(Rig.Guest guest) throws Exception {
        return rig.pull("POST", "/say", "{\"caller\":\"" + guest.id() + "\"}")
                .path("said")
                .asInt(-1);
    }
}
