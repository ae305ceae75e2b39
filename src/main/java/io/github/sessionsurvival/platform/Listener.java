package io.github.sessionsurvival.platform;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/** One listening socket on loopback with its connections, from its opening to its end. */
final class Listener {

    private static final int BACKLOG = 512;
    private static final int LOWEST_PORT = 15_000;
    /** Below the ports that systems hand to outgoing connections: a client's own socket must not take our port in a kill. */
    private static final int BEYOND_HIGHEST_PORT = 32_000;

    private static final int TRIES = 50;
    private static final long MOMENT_MILLIS = 20;

    static {
        // Else the server's second write waits for the client's delayed acknowledgement: 40 ms for every answer.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    /** Serves one request; the listener closes the exchange afterwards. */
    interface Service {
        /** @param connected false once the listener has gone and the client can be told nothing */
        void serve(HttpExchange exchange, BooleanSupplier connected) throws IOException;
    }

    private final HttpServer server;
    private volatile boolean listening = true;

    private Listener(HttpServer server) {
        this.server = server;
    }

    /**
     * @param port 0 chooses a free one
     * @throws PlatformFailure when the port is taken
     */
    static Listener open(int port, Service service, ExecutorService threads) {
        AtomicReference<Listener> opened = new AtomicReference<>();
        AtomicReference<Exception> failure = new AtomicReference<>();
        CountDownLatch done = new CountDownLatch(1);
        // The server's own threads inherit being daemons: one forgotten platform must not keep a process alive.
        Thread opener = new Thread(
                () -> {
                    try {
                        opened.set(new Listener(bound(port)).serving(service, threads));
                    } catch (IOException | RuntimeException broken) {
                        failure.set(broken);
                    } finally {
                        done.countDown();
                    }
                },
                "platform-opener");
        opener.setDaemon(true);
        opener.start();
        try {
            if (!done.await(30, TimeUnit.SECONDS)) {
                throw new PlatformFailure("The platform's listener did not open.", null);
            }
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
            throw new PlatformFailure("The platform was interrupted while it started.", closing);
        }
        if (failure.get() != null) {
            throw new PlatformFailure(
                    "The platform cannot listen on 127.0.0.1:" + port + ": "
                            + failure.get().getMessage() + ". Choose another port.",
                    failure.get());
        }
        return opened.get();
    }

    private static HttpServer bound(int port) throws IOException {
        InetAddress loopback = InetAddress.getByAddress("127.0.0.1", new byte[] {127, 0, 0, 1});
        for (int tries = 0; port == 0 && tries < TRIES; tries++) {
            try {
                int chosen = ThreadLocalRandom.current().nextInt(LOWEST_PORT, BEYOND_HIGHEST_PORT);
                return HttpServer.create(new InetSocketAddress(loopback, chosen), BACKLOG);
            } catch (BindException taken) {
                continue;
            }
        }
        return boundTo(new InetSocketAddress(loopback, port));
    }

    /**
     * A listener that was just stopped may hold its port for a moment longer, until its selector lets go of it: a kill must
     * come back on the same port all the same.
     */
    private static HttpServer boundTo(InetSocketAddress address) throws IOException {
        for (int tries = 1; ; tries++) {
            try {
                return HttpServer.create(address, BACKLOG);
            } catch (BindException taken) {
                if (tries == TRIES) {
                    throw taken;
                }
                aMoment();
            }
        }
    }

    private static void aMoment() throws IOException {
        try {
            if (new CountDownLatch(1).await(MOMENT_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("nobody counts down");
            }
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for the port", ending);
        }
    }

    private Listener serving(Service service, ExecutorService threads) {
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            try (exchange) {
                if (listening) {
                    service.serve(exchange, () -> listening);
                }
            }
        });
        server.start();
        return this;
    }

    int port() {
        return server.getAddress().getPort();
    }

    /** The socket and every connection are closed at once, whatever is going on. */
    void stop() {
        listening = false;
        server.stop(0);
    }
}
