package io.github.sessionsurvival.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A server of bare sockets on loopback: it reads one whole request a connection, keeps it, and answers as told. */
public final class RawServer implements AutoCloseable {

    /** What to do once a request has been read; the connection is closed when it returns. */
    @FunctionalInterface
    public interface Answering {
        void answer(Socket socket, OutputStream out) throws IOException, InterruptedException;

        /** @param request head and body */
        default void answer(String request, Socket socket, OutputStream out) throws IOException, InterruptedException {
            answer(socket, out);
        }
    }

    private final ServerSocket listening;
    private final String scheme;
    private final String host;
    private final ExecutorService threads = Executors.newCachedThreadPool(RawServer::daemon);
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

    public RawServer(Answering answering) {
        this(onLoopback("127.0.0.1"), "http", "127.0.0.1", answering);
    }

    /** The same behind TLS, or at another address of this machine. */
    public RawServer(ServerSocket listening, String scheme, String host, Answering answering) {
        this.listening = listening;
        this.scheme = scheme;
        this.host = host;
        threads.submit(() -> {
            while (!listening.isClosed()) {
                Socket socket = listening.accept();
                sockets.add(socket);
                threads.submit(() -> serve(socket, answering));
            }
            return null;
        });
    }

    private Void serve(Socket socket, Answering answering) throws IOException, InterruptedException {
        try (socket) {
            String request = read(socket.getInputStream());
            if (request.isEmpty()) {
                return null;
            }
            requests.add(request);
            answering.answer(request, socket, socket.getOutputStream());
            socket.getOutputStream().flush();
        }
        return null;
    }

    private static String read(InputStream in) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        String head = "";
        while (!head.endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                return head;
            }
            bytes.write(next);
            head = bytes.toString(StandardCharsets.ISO_8859_1);
        }
        int length = head.lines()
                .filter(l -> l.toLowerCase(java.util.Locale.ROOT).startsWith("content-length:"))
                .mapToInt(l ->
                        Integer.parseInt(l.substring("content-length:".length()).strip()))
                .findFirst()
                .orElse(0);
        return head + new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    /** Every request, head and body, in the order of arrival. */
    public List<String> requests() {
        return List.copyOf(requests);
    }

    public URI url() {
        return URI.create(scheme + "://" + host + ":" + listening.getLocalPort() + "/mcp");
    }

    public static ServerSocket onLoopback(String address) {
        try {
            return new ServerSocket(0, 50, InetAddress.getByName(address));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "raw server");
        thread.setDaemon(true);
        return thread;
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

    public static void text(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }
}
