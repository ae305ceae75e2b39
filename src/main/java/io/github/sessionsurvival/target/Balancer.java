package io.github.sessionsurvival.target;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Stands before the instances of a server that the suite started, on loopback: each connection goes to the next instance
 * in turn, or to the one that its first request names by a cookie. What passes through is not changed but for that cookie,
 * which the first answer on a connection sets; connections in flight stay where they are when the instances change.
 */
final class Balancer implements AutoCloseable {

    static final String COOKIE = "session-survival-instance";

    private static final int LARGEST_HEAD = 64 * 1024;
    private static final int PIECE = 16 * 1024;
    private static final int BACKLOG = 512;
    private static final Duration A_MOMENT = Duration.ofMillis(20);
    private static final Duration CONNECT = Duration.ofSeconds(2);
    private static final Pattern NAMED = Pattern.compile("(?:^|;)\\s*" + COOKIE + "=(\\d{1,5})");

    private final ServerSocket door;
    private final AtomicInteger turn = new AtomicInteger();
    private final Set<Socket> clients = ConcurrentHashMap.newKeySet();
    private final Set<Socket> served = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "balancer");
        thread.setDaemon(true);
        return thread;
    });
    private volatile List<Integer> instances;

    private Balancer(ServerSocket door, List<Integer> instances) {
        this.door = door;
        this.instances = List.copyOf(instances);
    }

    /**
     * @param port where it listens
     * @param instances the ports of the instances
     * @throws StartFailure when the port is taken
     */
    static Balancer open(int port, List<Integer> instances) {
        try {
            Balancer balancer =
                    new Balancer(new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress()), instances);
            balancer.threads.execute(balancer::accept);
            return balancer;
        } catch (IOException e) {
            throw new StartFailure("port " + port + " is taken already, so no balancer can listen there;"
                    + " end what listens on it, or let the suite choose: url with ${port}");
        }
    }

    /** From now on new connections go to these. */
    void sendTo(List<Integer> ports) {
        instances = List.copyOf(ports);
    }

    /** Waits until no connection to that instance is left, at most that long: a stream that stands by never ends itself. */
    void awaitQuiet(int port, Duration most) {
        long end = System.nanoTime() + most.toNanos();
        // One that has been sent there a moment ago may not be there yet.
        Pause.of(A_MOMENT);
        while (served.stream().anyMatch(socket -> socket.getPort() == port) && System.nanoTime() < end) {
            Pause.of(A_MOMENT);
        }
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket client = door.accept();
                clients.add(client);
                threads.execute(() -> serve(client));
            } catch (IOException e) {
                // Closed, or a connection that was gone before it was taken: the next one may do.
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            client.setTcpNoDelay(true);
            byte[] head = head(client.getInputStream());
            Optional<Integer> named = instanceNamedIn(head);
            try (Socket instance = connect(named)) {
                served.add(instance);
                instance.setTcpNoDelay(true);
                instance.getOutputStream().write(head);
                threads.execute(() -> pass(client, instance));
                try {
                    answer(client, instance, named.isEmpty());
                } finally {
                    served.remove(instance);
                }
            }
        } catch (IOException e) {
            // Either side has gone: closing the other tells it so.
        } finally {
            clients.remove(client);
        }
    }

    /** What the client sends after its first request's head. */
    private void pass(Socket client, Socket instance) {
        try {
            copy(client.getInputStream(), instance.getOutputStream());
            instance.shutdownOutput();
        } catch (IOException e) {
            close(instance);
        }
    }

    private static void answer(Socket client, Socket instance, boolean setsCookie) throws IOException {
        InputStream from = instance.getInputStream();
        OutputStream to = client.getOutputStream();
        if (setsCookie) {
            byte[] line = line(from);
            to.write(line);
            if (new String(line, StandardCharsets.ISO_8859_1).startsWith("HTTP/1.1 ")) {
                to.write(("Set-Cookie: " + COOKIE + "=" + instance.getPort() + "; Path=/\r\n")
                        .getBytes(StandardCharsets.ISO_8859_1));
            }
            to.flush();
        }
        copy(from, to);
    }

    private Socket connect(Optional<Integer> named) throws IOException {
        List<Integer> present = instances;
        int first = named.filter(present::contains)
                .map(present::indexOf)
                .orElseGet(() -> Math.floorMod(turn.getAndIncrement(), present.size()));
        for (int i = 0; ; i++) {
            Socket instance = new Socket();
            try {
                int port = present.get((first + i) % present.size());
                instance.connect(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), port), (int) CONNECT.toMillis());
                return instance;
            } catch (IOException e) {
                instance.close();
                if (i == present.size() - 1) {
                    throw e;
                }
            }
        }
    }

    /** Up to the empty line, or as far as it goes. */
    private static byte[] head(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        int ending = 0;
        for (int next = in.read(); next >= 0; next = in.read()) {
            head.write(next);
            ending = next == '\n' ? ending + 1 : next == '\r' ? ending : 0;
            if (ending == 2 || head.size() == LARGEST_HEAD) {
                break;
            }
        }
        return head.toByteArray();
    }

    private static byte[] line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next >= 0; next = in.read()) {
            line.write(next);
            if (next == '\n' || line.size() == LARGEST_HEAD) {
                break;
            }
        }
        return line.toByteArray();
    }

    private static Optional<Integer> instanceNamedIn(byte[] head) {
        return new String(head, StandardCharsets.ISO_8859_1)
                .lines()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("cookie:"))
                .map(line -> NAMED.matcher(line.substring("cookie:".length())))
                .filter(Matcher::find)
                .map(found -> Integer.valueOf(found.group(1)))
                .findFirst();
    }

    private static void copy(InputStream from, OutputStream to) throws IOException {
        byte[] piece = new byte[PIECE];
        for (int length = from.read(piece); length >= 0; length = from.read(piece)) {
            to.write(piece, 0, length);
            to.flush();
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is as good as closed.
        }
    }

    @Override
    public void close() {
        try {
            door.close();
        } catch (IOException e) {
            // It is as good as closed.
        }
        clients.forEach(Balancer::close);
        served.forEach(Balancer::close);
        threads.shutdownNow();
    }
}
