package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.Body;
import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A request body that refuses to be sent twice. java.net.http repeats a GET by itself when the connection ends before any
 * answer, and offers no way to switch that off; the server would see two requests where the log shows one. The length is
 * asked for exactly once each time a request is about to be written, so a second question is a repetition.
 */
final class SentOnce implements HttpRequest.BodyPublisher {

    /** The client was about to repeat the request: the first sending found the connection closed without an answer. */
    static final class Repetition extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        Repetition() {
            super("the request was sent already", null);
        }
    }

    private final HttpRequest.BodyPublisher body;
    private final Runnable begins;
    private final AtomicInteger sendings = new AtomicInteger();

    /** @param begins what to do when the request is about to be written */
    SentOnce(Body body, Runnable begins) {
        this.body = HttpRequest.BodyPublishers.ofByteArray(body.bytes());
        this.begins = begins;
    }

    /** Whether there is a connection and the request is being written to it. */
    boolean isUnderWay() {
        return sendings.get() > 0;
    }

    @Override
    public long contentLength() {
        if (sendings.incrementAndGet() > 1) {
            throw new Repetition();
        }
        begins.run();
        return body.contentLength();
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
        body.subscribe(subscriber);
    }
}
