package io.github.sessionsurvival.target;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.startsWith;

import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CredentialsTest {

    @TempDir
    Path folder;

    private final List<Secret> fetched = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private final Hands hands = new Hands();

    @BeforeEach
    void first() throws IOException {
        next("first");
    }

    @Test
    void keepTheBearerWhileItIsGood() {
        Credentials credentials = of(command(Optional.of(Duration.ofMinutes(5))));

        assertThat(credentials.current(main("first")), is(main("first")));
        hands.forward(Duration.ofMinutes(4));
        assertThat(credentials.current(main("first")), is(main("first")));
        assertThat(fetched, is(empty()));
    }

    @Test
    void fetchAnotherBeforeItsTimeIsOver() throws IOException {
        Credentials credentials = of(command(Optional.of(Duration.ofMinutes(5))));
        credentials.current(main("first"));
        next("second");
        hands.forward(Duration.ofSeconds(290));

        // Scenarios go on saying who they are with the bearer that the run began with.
        assertThat(credentials.current(main("first")), is(main("second")));
        assertThat(credentials.current(main("first")), is(main("second")));
        assertThat(fetched, contains(Secret.of("second")));
    }

    @Test
    void readFromATokenWhenItExpires() throws IOException {
        String token = token("{\"exp\":" + hands.instant().plusSeconds(60).getEpochSecond() + "}");
        next(token);
        Credentials credentials = of(command(Optional.empty()));
        assertThat(credentials.current(main(token)), is(main(token)));
        next("second");
        hands.forward(Duration.ofSeconds(45));

        assertThat(credentials.current(main(token)), is(main("second")));
    }

    @Test
    void takeWhatIsNoTokenForOneThatTellsNothing() {
        assertThat(TokenExpiry.of(Secret.of("a.b.c")), is(Optional.empty()));
        assertThat(TokenExpiry.of(Secret.of("opaque")), is(Optional.empty()));
        assertThat(TokenExpiry.of(Secret.of(token("{\"exp\":\"soon\"}"))), is(Optional.empty()));
        assertThat(TokenExpiry.of(Secret.of(token("{\"exp\":1e300}"))), is(Optional.empty()));
    }

    @Test
    void fetchAnotherWhenTheServerRefusesOneButOnceOnly() throws IOException {
        Credentials credentials = of(command(Optional.empty()));
        credentials.current(main("first"));
        next("second");

        assertThat(credentials.after(main("first")), is(Optional.of(main("second"))));
        assertThat(credentials.after(main("first")), is(Optional.of(main("second"))));
        assertThat(fetched, hasSize(1));
        assertThat(credentials.after(main("second")), is(Optional.empty()));
        assertThat(credentials.after(main("second")), is(Optional.empty()));
        assertThat(fetched, hasSize(2));
    }

    @Test
    void readAFileAgainToo() throws IOException {
        Path file = folder.resolve("token");
        Files.writeString(file, "first\n");
        Credentials credentials = of(new SecretSource.TextFile("here", file));
        credentials.current(main("first"));
        Files.writeString(file, "second\n");

        assertThat(credentials.after(main("first")), is(Optional.of(main("second"))));
    }

    @Test
    void leaveOthersBearersAndVariablesAlone() {
        Credentials credentials = of(command(Optional.empty()));
        credentials.current(main("first"));

        assertThat(credentials.current(main("scripted")), is(main("scripted")));
        assertThat(credentials.after(main("scripted")), is(Optional.empty()));
        assertThat(credentials.after(Caller.anonymous("main")), is(Optional.empty()));
        assertThat(credentials.after(Caller.withBearer("somebody", Secret.of("first"))), is(Optional.empty()));
        assertThat(of(new SecretSource.Variable("here", "TOKEN")).after(main("first")), is(Optional.empty()));
        assertThat(fetched, is(empty()));
    }

    @Test
    void goOnWithTheOldOneWhereNoOtherCanBeFetched() throws IOException {
        Credentials credentials = of(command(Optional.of(Duration.ofMinutes(5))));
        credentials.current(main("first"));
        Files.delete(folder.resolve("token"));
        hands.forward(Duration.ofMinutes(5));

        assertThat(credentials.current(main("first")), is(main("first")));
        assertThat(failures, contains(startsWith("the bearer could not be fetched anew: here: the command cat ended")));
    }

    private void next(String token) throws IOException {
        Files.writeString(folder.resolve("token"), token + "\n");
    }

    private SecretSource command(Optional<Duration> validFor) {
        return new SecretSource.Command("here", List.of("cat", "token"), folder, validFor);
    }

    private Credentials of(SecretSource source) {
        return new Credentials(
                Map.of("main", source),
                new Environment(name -> null, name -> null),
                new Credentials.Watcher() {
                    @Override
                    public void fetched(Secret bearer) {
                        fetched.add(bearer);
                    }

                    @Override
                    public void failed(String complaint) {
                        failures.add(complaint);
                    }
                },
                hands);
    }

    private static Caller main(String bearer) {
        return Caller.withBearer("main", Secret.of(bearer));
    }

    private static String token(String claims) {
        return "e30." + Base64.getUrlEncoder().withoutPadding().encodeToString(claims.getBytes(StandardCharsets.UTF_8))
                + ".c2ln";
    }

    /** A clock moved by hand. */
    private static final class Hands extends Clock {
        private Instant now = Instant.parse("2026-12-01T12:00:00Z");

        void forward(Duration by) {
            now = now.plus(by);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
