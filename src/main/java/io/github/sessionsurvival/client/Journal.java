package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.SessionId;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * One run's sessions on disk, so that a killed run can be tidied up after (design section 4): every note is on the disk
 * before the call returns. Readable by its owner only, since it holds whole session ids; it never holds a bearer. Locked
 * as long as it is open, so that a running run is never swept. Safe for many threads.
 *
 * <p>Written through a {@link RandomAccessFile} and not a channel: a channel closes itself under a thread that is
 * interrupted while writing, and with it the lock and every later note would be lost.
 */
public final class Journal implements AutoCloseable {

    static final String SUFFIX = ".journal";
    private static final int BYTES_LIMIT = 64 * 1024 * 1024;

    private final Path path;
    private final RandomAccessFile file;
    private final FileLock lock;
    private final Optional<JournalHeader> header;
    private final Map<SessionId, NotedSession> held;
    private final List<UnnamedSession> unnamed;
    private final int damaged;
    /** Whether somebody has been told of what may exist without a name; of a run's own, its report tells. */
    private boolean unnamedTold = true;

    private boolean withinLine;
    private boolean closed;

    private Journal(Path path, RandomAccessFile file, FileLock lock, JournalText.Reading reading) {
        this.path = path;
        this.file = file;
        this.lock = lock;
        this.header = reading.header();
        this.held = new LinkedHashMap<>(reading.held());
        this.unnamed = new ArrayList<>(reading.unnamed());
        this.damaged = reading.damaged();
        this.withinLine = reading.endsWithinLine();
    }

    /** Begins the journal of a run. It appears under its name only once it is locked and has its header. */
    static Journal begin(Path folder, JournalHeader header) throws IOException {
        Path path = folder.resolve(header.run() + SUFFIX);
        if (Files.exists(path)) {
            throw new IOException("a journal of run " + header.run() + " exists already; give the run another name");
        }
        // A sweep that found the file before it is locked would take it for a dead run's and delete it.
        Path unborn = folder.resolve("." + header.run() + SUFFIX + ".new");
        Files.createFile(unborn, ownerOnly(folder));
        RandomAccessFile file = new RandomAccessFile(unborn.toFile(), "rw");
        try {
            FileLock lock = lock(file).orElseThrow(() -> new IOException("the journal " + path + " cannot be locked"));
            JournalText.Reading nothing = new JournalText.Reading(Optional.of(header), Map.of(), List.of(), 0, false);
            Journal journal = new Journal(path, file, lock, nothing);
            journal.append(JournalText.header(header));
            Files.move(unborn, path);
            return journal;
        } catch (IOException | RuntimeException e) {
            file.close();
            Files.deleteIfExists(unborn);
            throw e;
        }
    }

    /** The journal of a run that lives no more, for sweeping; empty when it is locked, so that its run still lives. */
    static Optional<Journal> reopen(Path path) throws IOException {
        RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
        try {
            Optional<FileLock> lock = lock(file);
            if (lock.isEmpty()) {
                file.close();
                return Optional.empty();
            }
            if (file.length() > BYTES_LIMIT) {
                throw new IOException("the journal " + path + " is too large to be one");
            }
            byte[] bytes = new byte[(int) file.length()];
            file.readFully(bytes);
            Journal journal = new Journal(path, file, lock.get(), JournalText.read(bytes));
            journal.unnamedTold = journal.unnamed.isEmpty();
            return Optional.of(journal);
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private static Optional<FileLock> lock(RandomAccessFile file) throws IOException {
        try {
            return Optional.ofNullable(file.getChannel().tryLock());
        } catch (OverlappingFileLockException e) {
            return Optional.empty();
        }
    }

    private static FileAttribute<?>[] ownerOnly(Path folder) {
        return folder.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    public Path path() {
        return path;
    }

    /** Empty where the run died before its header was on the disk; then it noted nothing. */
    public Optional<JournalHeader> header() {
        return header;
    }

    /** How many sessions were noted and are not known to be ended. */
    public synchronized int stillHeld() {
        return held.size();
    }

    /** One line for each place where a session may exist that nobody could name. */
    public List<String> possiblyLeftBehind() {
        return possiblyLeftBehind(caller -> true);
    }

    /** The same of those callers only. */
    public synchronized List<String> possiblyLeftBehind(Predicate<String> ofCaller) {
        return Stream.concat(
                        unnamed.stream().filter(u -> ofCaller.test(u.caller())).map(UnnamedSession::inWords),
                        damaged == 0
                                ? Stream.empty()
                                : Stream.of(damaged + (damaged == 1 ? " line" : " lines")
                                        + " of the journal cannot be read; a session may have been noted there"))
                .toList();
    }

    synchronized boolean isOpen() {
        return !closed;
    }

    synchronized List<NotedSession> held() {
        return List.copyOf(held.values());
    }

    /** What may exist without a name; whoever asks makes it known or reclaims it. */
    synchronized List<UnnamedSession> takeUnnamed() {
        unnamedTold = true;
        return List.copyOf(unnamed);
    }

    synchronized void noted(NotedSession noted) throws IOException {
        held.put(noted.id(), noted);
        append(JournalText.noted(noted));
    }

    synchronized void ended(SessionId id) throws IOException {
        if (held.remove(id) != null) {
            append(JournalText.ended(id));
        }
    }

    synchronized void mayExist(UnnamedSession possible) throws IOException {
        unnamed.add(possible);
        append(JournalText.mayExist(possible));
    }

    /**
     * An opening request is about to be sent. It stays in the journal of a run that is killed before the answer is read:
     * the server may have created a session then.
     */
    synchronized void opening(int number, String caller, String scenario) throws IOException {
        append(JournalText.opening(number, caller, scenario), false);
    }

    synchronized void openingOver(int number) throws IOException {
        append(JournalText.openingOver(number), false);
    }

    private void append(String line) throws IOException {
        append(line, true);
    }

    /** @param onDisk whether the line must outlive the machine too; a killed process loses nothing it has written */
    private synchronized void append(String line, boolean onDisk) throws IOException {
        if (closed) {
            throw new IOException("the journal of this run is closed");
        }
        byte[] bytes = ((withinLine ? "\n" : "") + line + "\n").getBytes(StandardCharsets.UTF_8);
        // Until the line is known to be whole, the next one must not be glued to what is left of it.
        withinLine = true;
        file.seek(file.length());
        file.write(bytes);
        if (onDisk) {
            file.getFD().sync();
        }
        withinLine = false;
    }

    /** Closes and unlocks it; deletes it when nothing it noted is left, and what may be left was told to somebody. */
    @Override
    public void close() throws IOException {
        close(false);
    }

    /** Closes and deletes it whatever it holds: for a server that is known to be gone with all its sessions. */
    public void forget() throws IOException {
        close(true);
    }

    private synchronized void close(boolean evenWhenHeld) throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        boolean unreadable = header.isEmpty() && damaged > 1;
        try {
            lock.release();
        } finally {
            file.close();
        }
        if (evenWhenHeld || (held.isEmpty() && unnamedTold && !unreadable)) {
            Files.deleteIfExists(path);
        }
    }
}
