package io.github.sessionsurvival.platform;

import io.github.sessionsurvival.wire.Revision;
import io.github.sessionsurvival.wire.SessionId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;

/**
 * The durable sessions and what is counted about them. Every change is in the file before its method returns, so a kill at
 * any moment loses nothing that a client was told. Safe for many threads.
 */
final class SessionStore {

    private static final String FILE = "sessions.mv";
    private static final String SECRET = "secret";
    private static final int SECRET_BYTES = 32;
    private static final int ID_BYTES = 32;
    private static final String SEPARATOR = "\n";

    private final MVStore file;
    private final MVMap<String, String> sessions;
    private final MVMap<String, String> censuses;
    /** Owner, separator, id of every live session that was never named: what reclaiming walks over. */
    private final MVMap<String, String> unnamed;

    private final byte[] secret;
    private final SecureRandom random = new SecureRandom();

    private final Defects defects;

    private SessionStore(MVStore file, Defects defects) {
        this.file = file;
        this.defects = defects;
        // Chunks are reused at once: the file stays small, and a kill of the process, unlike a power cut, loses none.
        file.setRetentionTime(0);
        file.setVersionsToKeep(0);
        this.sessions = file.openMap("sessions");
        this.censuses = file.openMap("censuses");
        this.unnamed = file.openMap("unnamed");
        this.secret = secret(file.openMap("platform"));
    }

    /** @throws PlatformFailure when the folder cannot be written, is in use, or holds something else */
    static SessionStore open(Path folder, Defects defects) {
        Path path = folder.resolve(FILE);
        try {
            Files.createDirectories(folder);
            if (!Files.exists(path)) {
                Files.createFile(path);
                keepForOwner(path);
            }
            return new SessionStore(
                    new MVStore.Builder()
                            .fileName(path.toString())
                            .autoCommitDisabled()
                            .open(),
                    defects);
        } catch (IOException | MVStoreException broken) {
            throw new PlatformFailure(
                    "The platform's storage in " + folder
                            + " cannot be opened: another platform is using it, or it is not writable or damaged."
                            + " Name another folder.",
                    broken);
        }
    }

    /** The file holds usable session ids (SESS-20). */
    private static void keepForOwner(Path path) throws IOException {
        if (Files.getFileStore(path).supportsFileAttributeView("posix")) {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
        }
    }

    private byte[] secret(MVMap<String, String> platform) {
        String known = platform.get(SECRET);
        if (known != null) {
            return HexFormat.of().parseHex(known);
        }
        byte[] fresh = randomBytes(SECRET_BYTES);
        platform.put(SECRET, HexFormat.of().formatHex(fresh));
        file.commit();
        return fresh;
    }

    /** What bearers of new callers are derived from: the same as long as the storage is. */
    byte[] secret() {
        return secret.clone();
    }

    /** Empty where the owner has that many live sessions already: counted and minted in one, or two at once would exceed it. */
    synchronized Optional<SessionId> mint(String owner, Revision revision, int most) {
        return isFull(owner, most) ? Optional.empty() : Optional.of(mint(owner, revision));
    }

    private boolean isFull(String owner, int most) {
        Census census = censusOf(owner);
        if (defects.has(Defect.LIMIT_IGNORED) || defects.has(Defect.LIMIT_RACES)) {
            return false;
        }
        if (defects.has(Defect.LIMIT_COUNTS_ENDED_SESSIONS)) {
            return census.created() >= most;
        }
        if (defects.has(Defect.LIMIT_ENDS_THE_OLDEST) && census.live() >= most) {
            live(owner).stream().findFirst().ifPresent(this::destroy);
            return false;
        }
        return census.live() >= most;
    }

    /** How many live sessions that owner has. */
    synchronized int open(String owner) {
        return censusOf(owner).live();
    }

    synchronized SessionId mint(String owner, Revision revision) {
        if (defects.has(Defect.ONE_SESSION_FOR_EVERYONE) && !live(owner).isEmpty()) {
            return live(owner).get(0);
        }
        // 64 hexadecimal digits from a secure source (SESS-02, SESS-03).
        String value = HexFormat.of().formatHex(randomBytes(ID_BYTES));
        SessionId id =
                new SessionId(defects.has(Defect.IDS_HAVE_SPACES) ? value.replaceFirst("(?<=.{8})", " ") : value);
        return mint(owner, revision, id);
    }

    /** A session under an id that somebody else has chosen: what {@link Defect}s do. */
    synchronized SessionId mint(String owner, Revision revision, SessionId id) {
        put(id, StoredSession.minted(owner, revision));
        unnamed.put(owner + SEPARATOR + id.value(), "");
        count(owner, Census::mint);
        file.commit();
        return id;
    }

    synchronized Optional<StoredSession> find(SessionId id) {
        return Optional.ofNullable(sessions.get(id.value()))
                .map(text -> JsonText.MAPPER.readValue(text, StoredSession.class));
    }

    /** The id was sent to the client. */
    synchronized void name(SessionId id) {
        find(id).filter(s -> !s.named()).ifPresent(session -> {
            put(id, session.nowNamed());
            unnamed.remove(session.owner() + SEPARATOR + id.value());
            count(session.owner(), c -> c.name(session));
            file.commit();
        });
    }

    synchronized void confirm(SessionId id) {
        find(id).filter(s -> !s.confirmed()).ifPresent(session -> {
            put(id, session.nowConfirmed());
            file.commit();
        });
    }

    /** Live again: what {@link Defect}s do. */
    synchronized void revive(SessionId id) {
        find(id).filter(s -> !s.live()).ifPresent(session -> {
            put(id, session.become(StoredSession.State.LIVE));
            file.commit();
        });
    }

    /** Without what it remembered: what {@link Defect}s do. */
    synchronized void forgetCount(SessionId id) {
        find(id).filter(s -> s.count() > 0).ifPresent(session -> {
            put(id, session.forgetful());
            file.commit();
        });
    }

    /** Every live session. */
    synchronized List<SessionId> live() {
        return sessions.keySet().stream()
                .map(SessionId::new)
                .filter(id -> find(id).filter(StoredSession::live).isPresent())
                .toList();
    }

    /** Ended by its client. */
    synchronized void end(SessionId id) {
        lose(id, StoredSession.State.ENDED);
    }

    /** Ended by the platform; whether it was live until now. */
    synchronized boolean destroy(SessionId id) {
        return lose(id, StoredSession.State.DESTROYED);
    }

    private boolean lose(SessionId id, StoredSession.State state) {
        Optional<StoredSession> live = find(id).filter(StoredSession::live);
        live.ifPresent(session -> {
            put(id, session.become(state));
            unnamed.remove(session.owner() + SEPARATOR + id.value());
            count(session.owner(), c -> c.lose(session, state == StoredSession.State.ENDED));
            file.commit();
        });
        return live.isPresent();
    }

    /** The tool {@code count} runs: how often it has now run in this session. */
    synchronized long increment(SessionId id, String tool) {
        StoredSession counted = find(id).orElseThrow().counted();
        put(id, counted);
        count(counted.owner(), c -> c.execute(tool));
        file.commit();
        return counted.count();
    }

    synchronized void executed(String owner, String tool) {
        count(owner, c -> c.execute(tool));
        file.commit();
    }

    synchronized void openingReceived(String owner) {
        count(owner, Census::open);
        file.commit();
    }

    /** The live sessions of that owner, or of everyone, whose id was never sent. */
    synchronized List<SessionId> unnamed(Optional<String> owner) {
        List<SessionId> found = new ArrayList<>();
        for (String key : unnamed.keySet()) {
            int cut = key.indexOf(SEPARATOR);
            if (owner.isEmpty() || owner.get().equals(key.substring(0, cut))) {
                found.add(new SessionId(key.substring(cut + 1)));
            }
        }
        return found;
    }

    /** Every live session of that owner. */
    synchronized List<SessionId> live(String owner) {
        return sessions.keySet().stream()
                .map(SessionId::new)
                .filter(id -> find(id).filter(s -> s.live() && s.owner().equals(owner))
                        .isPresent())
                .toList();
    }

    /** What is counted for one caller, or for all of them together. */
    synchronized Census census(Optional<String> owner) {
        if (owner.isPresent()) {
            return censusOf(owner.get());
        }
        Census sum = Census.NONE;
        for (String each : censuses.keySet()) {
            sum = sum.plus(censusOf(each));
        }
        return sum;
    }

    private Census censusOf(String owner) {
        String text = censuses.get(owner);
        return text == null ? Census.NONE : JsonText.MAPPER.readValue(text, Census.class);
    }

    private void count(String owner, UnaryOperator<Census> change) {
        censuses.put(owner, JsonText.write(change.apply(censusOf(owner))));
    }

    private void put(SessionId id, StoredSession session) {
        sessions.put(id.value(), JsonText.write(session));
    }

    private byte[] randomBytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** With the tidying of an orderly stop. */
    synchronized void close() {
        file.close();
    }

    /** As a killed process leaves it: nothing more is written. */
    synchronized void abandon() {
        file.closeImmediately();
    }
}
