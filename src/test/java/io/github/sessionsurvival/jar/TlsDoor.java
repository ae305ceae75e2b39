package io.github.sessionsurvival.jar;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Takes TLS connections and hands what comes over them to a plain port of this machine, as a gateway does. */
final class TlsDoor implements AutoCloseable {

    private final ServerSocket listening;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "tls door");
        thread.setDaemon(true);
        return thread;
    });

    TlsDoor(ServerSocket listening, int leadsTo) {
        this.listening = listening;
        threads.submit(() -> {
            while (!listening.isClosed()) {
                Socket socket = listening.accept();
                sockets.add(socket);
                threads.submit(() -> serve(socket, leadsTo));
            }
            return null;
        });
    }

    int port() {
        return listening.getLocalPort();
    }

    private Void serve(Socket socket, int leadsTo) throws IOException {
        try (socket;
                Socket behind = new Socket(InetAddress.getByName("127.0.0.1"), leadsTo)) {
            sockets.add(behind);
            threads.submit(() -> pipe(behind, socket));
            pipe(socket, behind);
        }
        return null;
    }

    private static Void pipe(Socket from, Socket to) throws IOException {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        }
        return null;
    }

    @Override
    public void close() {
        try {
            listening.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.shutdownNow();
    }
}
