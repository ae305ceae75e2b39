package io.github.sessionsurvival.platform;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SessionCapsTest {

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
    void oneTooManyIsToldWhenToComeBackAndNoOpenSessionGoes() throws Exception {
        Rig.Guest guest = rig.guest();
        cap(guest, "1");
        String session = guest.visitor().open();

        HttpResponse<String> refused = guest.visitor().post(Visitor.initialize("2025-11-25"));

        assertThat(refused.statusCode(), equalTo(503));
        assertThat(refused.headers().firstValue("retry-after"), equalTo(Optional.of("1")));
        assertThat(Visitor.session(refused), equalTo(Optional.empty()));
        assertThat(guest.counted("live"), equalTo(1));
        assertThat(guest.visitor().post(session, Visitor.PING).statusCode(), equalTo(200));
    }

    @Test
    void manyAtOnceNeverExceedIt() throws Exception {
        Rig.Guest guest = rig.guest();
        cap(guest, "3");
        List<CompletableFuture<HttpResponse<String>>> openings = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            openings.add(guest.visitor().sendLater("POST", Visitor.initialize("2025-11-25"), Map.of()));
        }

        long opened = openings.stream()
                .map(CompletableFuture::join)
                .filter(answer -> answer.statusCode() == 200)
                .count();

        assertThat(opened, equalTo(3L));
        assertThat(guest.counted("created"), equalTo(3));
    }

    @Test
    void anEndedSessionMakesRoomAndClearingLiftsTheLimit() throws Exception {
        Rig.Guest guest = rig.guest();
        cap(guest, "1");
        guest.visitor().end(guest.visitor().open());
        guest.visitor().open();
        assertThat(guest.visitor().post(Visitor.initialize("2025-11-25")).statusCode(), equalTo(503));

        guest.clear();

        guest.visitor().open();
        assertThat(guest.counted("live"), equalTo(2));
    }

    @Test
    void aLimitIsItsCallersAlone() throws Exception {
        Rig.Guest guest = rig.guest();
        cap(guest, "1");
        guest.visitor().open();

        rig.guest().visitor().open();
        cap(guest, "null");
        guest.visitor().open();
    }

    private static void cap(Rig.Guest guest, String sessions) throws Exception {
        rig.pull("POST", "/session-cap", "{\"caller\":\"" + guest.id() + "\",\"sessions\":" + sessions + "}");
    }
}
