package io.github.sessionsurvival.platform;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class MembershipTest {

    @TempDir
    Path folder;

    private Rig rig;
    private Rig.Guest guest;
    private String session;

    @BeforeEach
    void start() throws Exception {
        rig = Rig.on(folder);
        guest = rig.guest();
        session = guest.visitor().open();
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "GET", "DELETE"})
    void anOutageIsToldAsOneOnEveryVerbAndEndsNothing(String verb) throws Exception {
        guest.visitor().count(session);
        become("failing");

        HttpResponse<String> answer = send(guest.visitor(), verb, session);

        assertThat(answer.statusCode(), equalTo(503));
        assertThat(answer.headers().firstValue("retry-after"), equalTo(Optional.of("2")));
        assertThat(
                answer.body(),
                equalTo("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32001,\"message\":"
                        + "\"Organization authorization temporarily unavailable - please retry\"},\"id\":null}"));
        become("over");
        assertThat(guest.visitor().count(session), equalTo(2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "GET", "DELETE"})
    void whoIsShutOutLosesTheSessionThatIsNamed(String verb) throws Exception {
        String unnamed = guest.visitor().open();
        become("refusing");

        HttpResponse<String> answer = send(guest.visitor(), verb, session);

        assertThat(answer.statusCode(), equalTo(403));
        assertThat(answer.headers().firstValue("retry-after"), equalTo(Optional.empty()));
        assertThat(answer.body(), containsString("\"code\":-32001"));
        become("over");
        assertThat(guest.visitor().post(session, Visitor.PING).statusCode(), equalTo(404));
        assertThat(
                "nobody named the other",
                guest.visitor().post(unnamed, Visitor.PING).statusCode(),
                equalTo(200));
    }

    /** Else anybody who is shut out could end what others have. */
    @Test
    void whoIsShutOutEndsNobodyElsesSession() throws Exception {
        Rig.Guest other = rig.guest();
        String theirs = other.visitor().open();
        become("refusing");

        assertThat(guest.visitor().post(theirs, Visitor.PING).statusCode(), equalTo(403));

        assertThat(other.visitor().post(theirs, Visitor.PING).statusCode(), equalTo(200));
    }

    @Test
    void anOpeningDuringAnOutageCreatesNothing() throws Exception {
        become("failing");

        HttpResponse<String> answer = guest.visitor().post(Visitor.initialize("2025-11-25"));

        assertThat(answer.statusCode(), equalTo(503));
        assertThat(Visitor.session(answer), equalTo(Optional.empty()));
        assertThat(guest.counted("created"), equalTo(1));
    }

    @Test
    void aWrongBearerIsToldSoAllTheWhile() throws Exception {
        become("failing");

        assertThat(rig.visitor("wrong").post(session, Visitor.PING).statusCode(), equalTo(401));
    }

    @Test
    void outlivesARestartAndEndsWithClearing() throws Exception {
        become("failing");
        rig.pull("POST", "/restart", "");
        assertThat(guest.visitor().post(session, Visitor.PING).statusCode(), equalTo(503));

        guest.clear();

        assertThat(guest.visitor().post(session, Visitor.PING).statusCode(), equalTo(200));
    }

    @Test
    void strikesEveryoneWhereNobodyIsNamed() throws Exception {
        rig.pull("POST", "/outage", "{\"state\":\"failing\"}");
        assertThat(guest.visitor().post(session, Visitor.PING).statusCode(), equalTo(503));

        become("over");
        assertThat("whoever is named is told apart", ping(), equalTo(200));

        guest.clear();
        assertThat(ping(), equalTo(503));
        rig.pull("POST", "/clear", "{}");
        assertThat(ping(), equalTo(200));
    }

    private int ping() throws Exception {
        return guest.visitor().post(session, Visitor.PING).statusCode();
    }

    private void become(String state) throws Exception {
        rig.pull("POST", "/outage", "{\"caller\":\"" + guest.id() + "\",\"state\":\"" + state + "\"}");
    }

    private static HttpResponse<String> send(Visitor visitor, String verb, String session) throws Exception {
        return visitor.sendLater(verb, verb.equals("POST") ? Visitor.PING : "", Map.of("mcp-session-id", session))
                .get();
    }
}
