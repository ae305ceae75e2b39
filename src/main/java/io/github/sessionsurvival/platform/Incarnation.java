package io.github.sessionsurvival.platform;

import io.github.sessionsurvival.wire.SessionId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * One life of the platform, from one restart to the next: the open storage and the runtimes in memory. It ends whole:
 * nobody works with an ended one.
 */
final class Incarnation {

    private final SessionStore store;
    private final Map<SessionId, SessionRuntime> runtimes = new ConcurrentHashMap<>();
    private final ReentrantReadWriteLock life = new ReentrantReadWriteLock();
    private boolean over;

    private final BiConsumer<Incarnation, SessionRuntime> onStart;
    private final Defects defects;
    private final boolean reborn;
    private final Set<SessionId> before;
    private final AtomicBoolean askedAlone = new AtomicBoolean();

    private Incarnation(
            SessionStore store, BiConsumer<Incarnation, SessionRuntime> onStart, Defects defects, boolean reborn) {
        this.store = store;
        this.onStart = onStart;
        this.defects = defects;
        this.reborn = reborn;
        this.before = reborn && defects.areAny() ? Set.copyOf(store.live()) : Set.of();
    }

    /** @param onStart told of every runtime that starts, so that another may go */
    static Incarnation first(Path folder, BiConsumer<Incarnation, SessionRuntime> onStart, Defects defects) {
        return new Incarnation(SessionStore.open(folder, defects), onStart, defects, false);
    }

    /** The next life on the same storage. */
    static Incarnation another(
            Path folder, BiConsumer<Incarnation, SessionRuntime> onStart, Defects defects, boolean losesSessions) {
        SessionStore store = SessionStore.open(folder, defects);
        if (losesSessions) {
            store.live().forEach(store::destroy);
        }
        return new Incarnation(store, onStart, defects, true);
    }

    /** Whether nobody has asked for anything without a session in this life, which is not the platform's first. */
    boolean isFirstLoneRequest() {
        return reborn && !askedAlone.getAndSet(true);
    }

    /** Whether that session is of an earlier life; known where something is wrong with the platform. */
    boolean isFromBefore(SessionId id) {
        return before.contains(id);
    }

    /** What may fail while a life is being used. */
    interface Work<T, E extends Exception> {
        T with(SessionStore store) throws E;
    }

    /**
     * Works with the storage while this life lasts.
     *
     * @throws Gone when it has ended
     */
    <T, E extends Exception> T within(Work<T, E> work) throws E, Gone {
        life.readLock().lock();
        try {
            if (over) {
                throw new Gone();
            }
            return work.with(store);
        } finally {
            life.readLock().unlock();
        }
    }

    /**
     * Works alone, while nobody is in the middle of anything: what is counted here never catches a session between the
     * sending of its id and the record of it.
     */
    <T> T alone(Function<SessionStore, T> work) throws Gone {
        life.writeLock().lock();
        try {
            if (over) {
                throw new Gone();
            }
            return work.apply(store);
        } finally {
            life.writeLock().unlock();
        }
    }

    /**
     * The runtime of a live session, busy with that request from now on; the next one where it meets one that is just
     * being disposed of. Call within this life.
     *
     * @param worksIn makes a runtime busy; false when it has been disposed of
     * @throws Refusal when the session ended meanwhile: whoever was let in a moment ago learns the same as who comes now
     */
    SessionRuntime enter(SessionId id, Predicate<SessionRuntime> worksIn) throws Refusal {
        SessionRuntime runtime = runtime(id).orElseThrow(Live::dead);
        while (!worksIn.test(runtime)) {
            Thread.onSpinWait();
            runtime = runtime(id).orElseThrow(Live::dead);
        }
        return runtime;
    }

    /** The runtime of a live session, read from storage where it is not in memory; call within this life. */
    Optional<SessionRuntime> runtime(SessionId id) {
        SessionRuntime running = runtimes.get(id);
        if (running != null) {
            return Optional.of(running);
        }
        Optional<StoredSession> stored = store.find(id).filter(StoredSession::live);
        return stored.map(s -> started(new SessionRuntime(id, s, defects))).filter(this::isOfALiveSession);
    }

    /** A session that ended while its runtime was being started has dropped none: nobody else would drop this one. */
    private boolean isOfALiveSession(SessionRuntime fresh) {
        if (store.find(fresh.id()).filter(StoredSession::live).isPresent()) {
            return true;
        }
        drop(fresh.id());
        return false;
    }

    /** Of two requests that both find none, one starts it and both get that one. */
    private SessionRuntime started(SessionRuntime fresh) {
        SessionRuntime other = runtimes.putIfAbsent(fresh.id(), fresh);
        if (other == null) {
            if (defects.has(Defect.COUNT_FORGOTTEN)) {
                store.forgetCount(fresh.id());
            }
            onStart.accept(this, fresh);
            return fresh;
        }
        return other;
    }

    /** The runtimes of that caller's sessions; of everyone's when empty. */
    List<SessionRuntime> runtimes(Optional<String> caller) {
        return runtimes.values().stream()
                .filter(r -> caller.isEmpty() || caller.get().equals(r.owner()))
                .toList();
    }

    /** Drops a runtime that is not busy; whether it did. Its session is read back from storage by the next request. */
    boolean dispose(SessionRuntime runtime) {
        if (!runtime.dispose()) {
            return false;
        }
        runtimes.remove(runtime.id(), runtime);
        runtime.over().complete(Ruling.RESTART);
        return true;
    }

    /** Drops the runtime; the session stays in storage. */
    void drop(SessionId id) {
        SessionRuntime running = runtimes.remove(id);
        if (running != null) {
            running.over().complete(Ruling.RESTART);
        }
    }

    /** Ends a session in storage and in memory; whether it was live until now. Call within this life. */
    boolean destroy(SessionId id) {
        boolean destroyed = store.destroy(id);
        if (destroyed) {
            drop(id);
        }
        return destroyed;
    }

    /** What bearers are derived from; the same in every life on the same storage. */
    byte[] secret() {
        return store.secret();
    }

    /** How many runtimes are in memory. */
    int resident() {
        return runtimes.size();
    }

    /** Ends this life: waits for what is being written, drops every runtime, closes the storage. */
    void end(boolean orderly) {
        life.writeLock().lock();
        try {
            if (over) {
                return;
            }
            over = true;
            if (orderly) {
                store.close();
            } else {
                store.abandon();
            }
        } finally {
            life.writeLock().unlock();
        }
        List<SessionId> ids = new ArrayList<>(runtimes.keySet());
        ids.forEach(this::drop);
    }
}
