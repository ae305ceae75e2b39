package io.github.sessionsurvival.target;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** A body read into memory up to a limit; a larger one fails instead of filling the heap. */
final class BoundedBytes implements HttpResponse.BodySubscriber<byte[]> {

    private final int most;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
    private volatile Flow.Subscription subscription;

    BoundedBytes(int most) {
        this.most = most;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return whole;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> parts) {
        for (ByteBuffer part : parts) {
            byte[] chunk = new byte[part.remaining()];
            part.get(chunk);
            if (bytes.size() + chunk.length > most) {
                subscription.cancel();
                whole.completeExceptionally(new IOException("larger than " + most + " bytes"));
                return;
            }
            bytes.writeBytes(chunk);
        }
    }

    @Override
    public void onError(Throwable error) {
        whole.completeExceptionally(error);
    }

    @Override
    public void onComplete() {
        whole.complete(bytes.toByteArray());
    }
}
