package io.github.sessionsurvival.client;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.sessionsurvival.wire.SessionId;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {

    private static final JournalHeader HEADER = new JournalHeader(
            "run-1", "embedded", URI.create("http://127.0.0.1:9400/mcp"), Optional.of("embedded"), ManualClock.START);

    @TempDir
    Path state;

    private static JournalHeader header(String run) {
        return new JournalHeader(run, HEADER.target(), HEADER.url(), HEADER.reference(), HEADER.startedAt());
    }

    private static NotedSession noted(String id) {
        return new NotedSession(new SessionId(id), "main", "A scenario – ünï", 3, Duration.ofMillis(1234));
    }

    private Path file() {
        return state.resolve("run-1.journal");
    }

    /** What a run that was killed right now would leave: the bytes on the disk, with nobody's lock. */
    private Path killed(byte[] bytes) throws IOException {
        Path other = Files.createDirectories(state.resolve("after-the-kill"));
        Path journal = other.resolve("run-1.journal");
        Files.write(journal, bytes);
        return other;
    }

    private Journal left(byte[] bytes) throws IOException {
        return new JournalFolder(killed(bytes)).left().journals().get(0);
    }

    @Test
    void aNoteIsOnTheDiskWhenTheCallReturns() throws Exception {
        try (Journal journal = new JournalFolder(state).begin(HEADER)) {
            journal.noted(noted("session-one"));
            assertThat(Files.readString(file()), containsString("session-one"));
        }
    }

    @Test
    void whatWasWrittenIsReadBack() throws Exception {
        try (Journal journal = new JournalFolder(state).begin(HEADER)) {
            journal.noted(noted("session-one"));
            journal.noted(noted("quote\" back\\slash \n line"));
            journal.noted(noted("session-three"));
            journal.ended(new SessionId("session-one"));
            journal.mayExist(new UnnamedSession("other", "B", 7));
            try (Journal left = left(Files.readAllBytes(file()))) {
                assertThat(left.header(), is(Optional.of(HEADER)));
                assertThat(left.held(), is(List.of(noted("quote\" back\\slash \n line"), noted("session-three"))));
                assertThat(left.stillHeld(), is(2));
                assertThat(left.possiblyLeftBehind(), is(List.of(new UnnamedSession("other", "B", 7).inWords())));
            }
        }
    }

    /** The server may have created its session, and nobody will ever read the id. */
    @Test
    void anOpeningInFlightWhenTheRunDiesIsASessionThatMayExist() throws Exception {
        try (Journal journal = new JournalFolder(state).begin(HEADER)) {
            journal.opening(1, "main", "A");
            journal.opening(2, "other", "B");
            journal.openingOver(1);
            try (Journal left = left(Files.readAllBytes(file()))) {
                assertThat(
                        left.possiblyLeftBehind(),
                        is(List.of(UnnamedSession.inFlight("other", "B").inWords())));
                assertThat(left.possiblyLeftBehind("main"::equals), is(empty()));
            }
            assertThat("a run's own end tells of it", journal.possiblyLeftBehind(), is(empty()));
        }
    }

    /** A sweep of another target passes by. */
    @Test
    void whatMayExistStaysNotedUntilSomebodyIsToldOfIt() throws Exception {
        try (Journal journal = new JournalFolder(state).begin(HEADER)) {
            journal.opening(1, "main", "A");
            Path folder = killed(Files.readAllBytes(file()));
            new JournalFolder(folder).left().journals().get(0).close();
            try (Journal left = new JournalFolder(folder).left().journals().get(0)) {
                assertThat(left.takeUnnamed(), hasSize(1));
            }
            assertThat(new JournalFolder(folder).left().journals(), is(empty()));
        }
    }

    @Test
    void onlyItsOwnerCanReadIt() throws Exception {
        try (Journal journal = new JournalFolder(state).begin(HEADER)) {
            assertThat(journal.path(), is(file()));
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())), is("rw-------"));
        }
    }

    @Test
    void itGoesWhenNothingIsLeft() throws Exception {
        Journal journal = new JournalFolder(state).begin(HEADER);
        journal.noted(noted("session-one"));
        journal.mayExist(new UnnamedSession("main", "B", 7));
        journal.ended(new SessionId("session-one"));
        journal.close();
        assertThat(Files.exists(file()), is(false));
    }

    @Test
    void itStaysWhileASessionIsLeft() throws Exception {
        Journal journal = new JournalFolder(state).begin(HEADER);
        journal.noted(noted("session-one"));
        journal.close();
        assertThat(Files.exists(file()), is(true));
        journal.close();
    }

    @Test
    void itCanBeForgottenWhenTheServerIsGone() throws Exception {
        Journal journal = new JournalFolder(state).begin(HEADER);
        journal.noted(noted("session-one"));
        journal.forget();
        assertThat(Files.exists(file()), is(false));
    }

    @Test
    void twoRunsHaveAJournalEach() throws Exception {
        JournalFolder folder = new JournalFolder(state);
        try (Journal one = folder.begin(header("run-1"));
                Journal two = folder.begin(header("run-2"))) {
            one.noted(noted("session-one"));
            two.noted(noted("session-two"));
            assertThat(Files.readString(one.path()), not(containsString("session-two")));
            assertThat(folder.left().journals(), is(empty()));
        }
    }

    @Test
    void aRunsNameIsTakenOnce() throws Exception {
        JournalFolder folder = new JournalFolder(state);
        try (Journal journal = folder.begin(HEADER)) {
            journal.noted(noted("session-one"));
            IOException refused = assertThrows(IOException.class, () -> folder.begin(HEADER));
            assertThat(refused.getMessage(), containsString("give the run another name"));
            assertThat(Files.readString(file()), containsString("session-one"));
        }
    }

    @Test
    void aRunsNameCannotLeaveTheFolder() {
        assertThrows(IOException.class, () -> new JournalFolder(state).begin(header("../run")));
        assertThrows(IOException.class, () -> new JournalFolder(state).begin(header(".hidden")));
    }

    @Test
    void aFolderThatIsNotThereHoldsNothing() throws Exception {
        assertThat(new JournalFolder(state.resolve("none")).left().journals(), is(empty()));
    }

    @Test
    void aRunningRunOfAnotherProcessIsPassedOver() throws Exception {
        Files.writeString(file(), JournalText.header(HEADER) + "\n");
        Process holder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        Path.of(Holder.class
                                        .getProtectionDomain()
                                        .getCodeSource()
                                        .getLocation()
                                        .toURI())
                                .toString(),
                        Holder.class.getName(),
                        file().toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            assertThat(holder.inputReader().readLine(), is("true"));
            assertThat(new JournalFolder(state).left().journals(), is(empty()));
        } finally {
            holder.destroyForcibly();
            assertThat(holder.waitFor(20, TimeUnit.SECONDS), is(true));
        }
        List<Journal> left = new JournalFolder(state).left().journals();
        assertThat(left, hasSize(1));
        left.get(0).close();
    }

    /** A run of another process: it has its journal locked. */
    static final class Holder {
        public static void main(String[] arguments) throws Exception {
            try (var file = new RandomAccessFile(arguments[0], "rw");
                    var lock = file.getChannel().tryLock()) {
                System.out.println(lock.isValid());
                System.in.read();
            }
        }
    }

    @Test
    void twoSweepsDoNotShareAJournal() throws Exception {
        JournalFolder folder =
                new JournalFolder(killed((JournalText.header(HEADER) + "\n").getBytes(StandardCharsets.UTF_8)));
        try (Journal first = folder.left().journals().get(0)) {
            assertThat(first.header(), is(Optional.of(HEADER)));
            assertThat(folder.left().journals(), is(empty()));
        }
    }

    @Test
    void tornAtAnyByteItStillTellsWhatIsWhole() throws Exception {
        String header = JournalText.header(HEADER) + "\n";
        String one = JournalText.noted(noted("session-one")) + "\n";
        String two = JournalText.noted(noted("session-two")) + "\n";
        String ended = JournalText.ended(new SessionId("session-one")) + "\n";
        String may = JournalText.mayExist(new UnnamedSession("main", "B", 7)) + "\n";
        byte[] whole = (header + one + two + ended + may).getBytes(StandardCharsets.UTF_8);
        int[] ends = new int[5];
        int at = 0;
        String[] lines = {header, one, two, ended, may};
        for (int i = 0; i < lines.length; i++) {
            at += lines[i].getBytes(StandardCharsets.UTF_8).length;
            // The line's end itself may be missing: the object before it is whole.
            ends[i] = at - 1;
        }
        for (int cut = 0; cut <= whole.length; cut++) {
            JournalText.Reading reading = JournalText.read(Arrays.copyOf(whole, cut));
            int complete = 0;
            while (complete < ends.length && cut >= ends[complete]) {
                complete++;
            }
            List<String> held =
                    switch (complete) {
                        case 0, 1 -> List.of();
                        case 2 -> List.of("session-one");
                        case 3 -> List.of("session-one", "session-two");
                        default -> List.of("session-two");
                    };
            String where = "cut at byte " + cut;
            assertThat(where, reading.header().isPresent(), is(complete >= 1));
            assertThat(
                    where,
                    reading.held().keySet().stream().map(SessionId::value).toList(),
                    is(held));
            assertThat(where, reading.unnamed().size(), is(complete == 5 ? 1 : 0));
            boolean betweenLines = complete > 0 && (cut == ends[complete - 1] || cut == ends[complete - 1] + 1);
            assertThat(where, reading.damaged(), is(cut == 0 || betweenLines ? 0 : 1));
        }
    }

    @Test
    void whatIsWrittenAfterATornLineIsReadable() throws Exception {
        byte[] whole = (JournalText.header(HEADER) + "\n" + JournalText.noted(noted("session-one")) + "\n"
                        + JournalText.noted(noted("session-two")) + "\n")
                .getBytes(StandardCharsets.UTF_8);
        int firstTwoLines =
                whole.length - JournalText.noted(noted("session-two")).getBytes(StandardCharsets.UTF_8).length - 1;
        for (int cut = firstTwoLines - 1; cut <= whole.length; cut++) {
            Path folder = killed(Arrays.copyOf(whole, cut));
            try (Journal left = new JournalFolder(folder).left().journals().get(0)) {
                left.ended(new SessionId("session-one"));
            }
            Path journal = folder.resolve("run-1.journal");
            if (Files.exists(journal)) {
                JournalText.Reading reading = JournalText.read(Files.readAllBytes(journal));
                assertThat("cut at byte " + cut, reading.held().containsKey(new SessionId("session-one")), is(false));
            }
        }
    }

    @Test
    void aTornNoteIsReportedAsPossiblyLeftBehind() throws Exception {
        String torn = JournalText.header(HEADER) + "\n{\"noted\":{\"id\":\"sess";
        try (Journal left = left(torn.getBytes(StandardCharsets.UTF_8))) {
            assertThat(left.possiblyLeftBehind(), hasSize(1));
            assertThat(left.possiblyLeftBehind().get(0), containsString("1 line of the journal cannot be read"));
            assertThat(left.possiblyLeftBehind().get(0), not(containsString("sess\"")));
        }
    }

    @Test
    void aRunThatDiedBeforeItsHeaderLeftNothing() throws Exception {
        Path folder = killed("{\"journal\":1,\"run\":\"ru".getBytes(StandardCharsets.UTF_8));
        try (Journal left = new JournalFolder(folder).left().journals().get(0)) {
            assertThat(left.header(), is(Optional.empty()));
        }
        assertThat(Files.exists(folder.resolve("run-1.journal")), is(false));
    }

    @Test
    void aFileThatIsNoJournalIsKept() throws Exception {
        Path folder = killed("some notes\nof somebody else\n".getBytes(StandardCharsets.UTF_8));
        new JournalFolder(folder).left().journals().get(0).close();
        assertThat(Files.exists(folder.resolve("run-1.journal")), is(true));
    }

    @Test
    void aDamagedLineCostsOnlyItself() {
        JournalText.Reading reading = JournalText.read((JournalText.header(HEADER) + "\n"
                        + "\u0000\u0000\u0000\n"
                        + "{\"noted\":{\"id\":\"\"}}\n"
                        + "{\"noted\":7}\n"
                        + "{\"later\":\"entry\"}\n"
                        + "[]\n"
                        + JournalText.noted(noted("session-two")) + "\n")
                .getBytes(StandardCharsets.UTF_8));
        assertThat(reading.held().keySet(), is(java.util.Set.of(new SessionId("session-two"))));
        assertThat(reading.damaged(), is(5));
    }

    @Test
    void anInterruptedThreadCanStillNote() throws Exception {
        try (Journal journal = new JournalFolder(state).begin(HEADER)) {
            Thread.currentThread().interrupt();
            journal.noted(noted("session-one"));
            assertThat(Thread.interrupted(), is(true));
            journal.noted(noted("session-two"));
            assertThat(JournalText.read(Files.readAllBytes(file())).held().size(), is(2));
        }
    }

    @Test
    void aJournalThatCannotBeOpenedIsNamed() throws Exception {
        Path big = state.resolve("big.journal");
        try (var channel =
                java.nio.channels.FileChannel.open(big, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.write(java.nio.ByteBuffer.wrap(new byte[] {'\n'}), 65L * 1024 * 1024);
        }
        JournalFolder.Left left = new JournalFolder(state).left();
        assertThat(left.journals(), is(empty()));
        assertThat(left.unreadable(), hasSize(1));
        assertThat(left.unreadable().get(0), containsString("big.journal"));
    }
}
