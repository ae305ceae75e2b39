package io.github.sessionsurvival.client;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * An answer's body, handed over piece by piece on request, so that a body nobody reads is not read from the socket
 * either. Its answer counts as received when its headers are.
 */
final class ArrivingBody implements HttpResponse.BodySubscriber<ArrivingBody> {

    /** What came next. */
    sealed interface Piece {
        record Bytes(byte[] bytes) implements Piece {}

        record End() implements Piece {}

        record Failed(Throwable thrown) implements Piece {}

        /** Nothing within the time, or the reading was cut. */
        record Nothing() implements Piece {}
    }

    private final BlockingQueue<Piece> pieces = new LinkedBlockingQueue<>();
    private Flow.Subscription subscription;
    private boolean asked;
    private boolean cut;

    /** Waits for the next piece. */
    Piece next(Duration within) throws InterruptedException {
        ask();
        Piece piece = pieces.poll(within.toNanos(), TimeUnit.NANOSECONDS);
        return piece == null ? new Piece.Nothing() : piece;
    }

    /** Ends the reading and drops the connection, whoever waits. Safe to repeat, from any thread. */
    void cut() {
        Flow.Subscription dropped;
        synchronized (this) {
            cut = true;
            dropped = subscription;
        }
        if (dropped != null) {
            dropped.cancel();
        }
        pieces.add(new Piece.Nothing());
    }

    private void ask() {
        Flow.Subscription ready;
        synchronized (this) {
            ready = subscription;
            asked = ready == null;
        }
        if (ready != null) {
            ready.request(1);
        }
    }

    @Override
    public CompletionStage<ArrivingBody> getBody() {
        return CompletableFuture.completedFuture(this);
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        boolean request;
        boolean cancel;
        synchronized (this) {
            subscription = given;
            request = asked;
            cancel = cut;
        }
        if (cancel) {
            given.cancel();
        } else if (request) {
            given.request(1);
        }
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (ByteBuffer buffer : buffers) {
            byte[] piece = new byte[buffer.remaining()];
            buffer.get(piece);
            bytes.writeBytes(piece);
        }
        pieces.add(new Piece.Bytes(bytes.toByteArray()));
    }

    @Override
    public void onError(Throwable thrown) {
        pieces.add(new Piece.Failed(thrown));
    }

    @Override
    public void onComplete() {
        pieces.add(new Piece.End());
    }
}
