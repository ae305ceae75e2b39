package io.github.sessionsurvival.platform;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;

/** The standing streams of one session. What is said goes to one of them, never to two (SSE-07). Safe for many threads. */
final class StandingStreams {

    private final Deque<Stream> open = new ArrayDeque<>();
    private final Defects defects;
    private int opened;

    StandingStreams(Defects defects) {
        this.defects = defects;
    }

    /** How many there have been. */
    synchronized int opened() {
        return opened;
    }

    /** One of them, as long as its client listens. */
    static final class Stream {
        private final Queue<String> said = new ArrayDeque<>();
        private CompletableFuture<Void> spoken = new CompletableFuture<>();

        private synchronized void say(String message) {
            said.add(message);
            spoken.complete(null);
        }

        /** Completes when there is something to pass on. */
        synchronized CompletableFuture<Void> spoken() {
            return spoken;
        }

        /** What was said since the last time. */
        synchronized List<String> take() {
            List<String> taken = new ArrayList<>(said);
            said.clear();
            spoken = new CompletableFuture<>();
            return taken;
        }
    }

    synchronized void begin(Stream stream) {
        open.addLast(stream);
        opened++;
    }

    synchronized void end(Stream stream) {
        open.remove(stream);
    }

    /** On the stream that was opened last; whether there is one. */
    synchronized boolean say(String message) {
        if (open.isEmpty()) {
            return false;
        }
        if (defects.has(Defect.SAID_ON_EVERY_STREAM)) {
            open.forEach(stream -> stream.say(message));
        } else {
            open.getLast().say(message);
        }
        return true;
    }
}
