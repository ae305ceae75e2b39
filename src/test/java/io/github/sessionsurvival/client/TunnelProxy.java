package io.github.sessionsurvival.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A forward proxy on loopback that does CONNECT and nothing else, and leads every tunnel to one port of this machine. */
public final class TunnelProxy implements AutoCloseable {

    private final ServerSocket listening;
    private final ExecutorService threads = Executors.newCachedThreadPool(TunnelProxy::daemon);
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final List<String> heads = new CopyOnWriteArrayList<>();

    /**
     * @param leadsTo the port of this machine where every tunnel ends
     * @param credentials {@code user:password} that it demands; empty: none
     * @param refusesWith the status for every wish; empty: it grants them
     */
    public TunnelProxy(int leadsTo, Optional<String> credentials, Optional<Integer> refusesWith) {
        try {
            listening = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.submit(() -> {
            while (!listening.isClosed()) {
                Socket socket = listening.accept();
                sockets.add(socket);
                threads.submit(() -> serve(socket, leadsTo, credentials, refusesWith));
            }
            return null;
        });
    }

    public int port() {
        return listening.getLocalPort();
    }

    /** What clients asked of the proxy itself, in order. */
    public List<String> heads() {
        return List.copyOf(heads);
    }

    private Void serve(Socket socket, int leadsTo, Optional<String> credentials, Optional<Integer> refusesWith)
            throws IOException {
        try (socket) {
            String head = head(socket.getInputStream());
            if (head.isEmpty()) {
                // Somebody only looked whether a proxy is there.
                return null;
            }
            heads.add(head);
            OutputStream out = socket.getOutputStream();
            boolean admitted = credentials
                    .map(c -> head.contains("Proxy-Authorization: Basic "
                            + Base64.getEncoder().encodeToString(c.getBytes(StandardCharsets.UTF_8)) + "\r\n"))
                    .orElse(true);
            int status = !admitted ? 407 : refusesWith.orElse(200);
            if (status != 200) {
                say(
                        out,
                        "HTTP/1.1 " + status
                                + " no\r\nProxy-Authenticate: Basic realm=\"r\"\r\nMcp-Session-Id: of-the-proxy\r\n"
                                + "Content-Length: 0\r\n\r\n");
                return null;
            }
            try (Socket target = new Socket(InetAddress.getByName("127.0.0.1"), leadsTo)) {
                sockets.add(target);
                say(out, "HTTP/1.1 200 tunnel\r\n\r\n");
                threads.submit(() -> pipe(target, socket));
                pipe(socket, target);
            }
        }
        return null;
    }

    private static Void pipe(Socket from, Socket to) throws IOException {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
        } finally {
            to.close();
            from.close();
        }
        return null;
    }

    private static void say(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    private static String head(InputStream in) throws IOException {
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
        return head;
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "tunnel proxy");
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
}
