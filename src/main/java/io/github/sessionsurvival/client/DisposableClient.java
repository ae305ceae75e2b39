package io.github.sessionsurvival.client;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.http.HttpClient;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A java.net.http client for one exchange, ended with it. Left to the garbage collector, each would keep its selector
 * thread, and a thousand exchanges would hold a thousand threads.
 */
final class DisposableClient implements AutoCloseable {

    /** Since Java 21 a client can be told to end. */
    private static final Optional<MethodHandle> SHUTDOWN_NOW = shutdownNow();

    private final ThreadGroup group;
    private final HttpClient client;

    DisposableClient(Supplier<HttpClient> build) {
        group = new ThreadGroup("session-survival swift client");
        client = SHUTDOWN_NOW.isPresent() ? build.get() : builtWithin(group, build);
    }

    private static Optional<MethodHandle> shutdownNow() {
        try {
            return Optional.of(MethodHandles.publicLookup()
                    .findVirtual(HttpClient.class, "shutdownNow", MethodType.methodType(void.class)));
        } catch (ReflectiveOperationException beforeJava21) {
            return Optional.empty();
        }
    }

    /** A client starts its one thread in the group of whoever builds it, which is how that thread can be found again. */
    private static HttpClient builtWithin(ThreadGroup group, Supplier<HttpClient> build) {
        HttpClient[] built = new HttpClient[1];
        Thread builder = new Thread(group, () -> built[0] = build.get(), "session-survival swift builder");
        builder.setDaemon(true);
        builder.start();
        boolean interrupted = false;
        while (true) {
            try {
                builder.join();
                break;
            } catch (InterruptedException e) {
                // Building takes no time; the exchange itself ends by the interruption.
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (built[0] == null) {
            throw new IllegalStateException("the HTTP client could not be built");
        }
        return built[0];
    }

    HttpClient client() {
        return client;
    }

    @Override
    public void close() {
        if (SHUTDOWN_NOW.isEmpty()) {
            group.interrupt();
            return;
        }
        try {
            SHUTDOWN_NOW.get().invokeExact(client);
        } catch (Throwable e) {
            throw new IllegalStateException("the HTTP client could not be ended", e);
        }
    }
}
