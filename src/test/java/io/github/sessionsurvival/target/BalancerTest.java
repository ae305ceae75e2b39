package io.github.sessionsurvival.target;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class BalancerTest {

    private Instance one;
    private Instance two;
    private Balancer balancer;
    private int door;

    @BeforeEach
    void open() throws IOException {
        one = new Instance("one");
        two = new Instance("two");
        door = StartedServer.freePort();
        balancer = Balancer.open(door, List.of(one.port(), two.port()));
    }

    @AfterEach
    void close() throws IOException {
        balancer.close();
        one.socket.close();
        two.socket.close();
    }

    @Test
    void takesTheInstancesInTurn() throws IOException {
        assertThat(List.of(body(ask("")), body(ask("")), body(ask(""))), equalTo(List.of("one", "two", "one")));
    }

    @Test
    void leavesAClientThatKeepsItsCookieWhereItIs() throws IOException {
        String first = ask("");
        String cookie = first.lines()
                .filter(line -> line.startsWith("Set-Cookie: "))
                .findFirst()
                .orElseThrow()
                .substring("Set-Cookie: ".length())
                .split(";")[0];

        for (int i = 0; i < 5; i++) {
            String again = ask("Cookie: other=1; " + cookie + "\r\n");

            assertThat(body(again), equalTo("one"));
            assertThat("what was known already is not said again", again, not(containsString("Set-Cookie")));
        }
    }

    @Test
    void changesNothingElse() throws IOException {
        String answer = ask("X-Odd:  kept as it is \r\n");

        assertThat(answer, startsWith("HTTP/1.1 200 Fine\r\nSet-Cookie: " + Balancer.COOKIE + "="));
        assertThat(one.heard, equalTo("GET / HTTP/1.1\r\nX-Odd:  kept as it is \r\n\r\n"));
    }

    @Test
    void goesToTheNextWhereOneHasGone() throws IOException {
        one.close();

        assertThat(body(ask("")), equalTo("two"));
        assertThat(body(ask("")), equalTo("two"));
    }

    /** A deploy moves newcomers; what an old instance still answers it answers to the end. */
    @Test
    void leavesAConnectionWhereItIsWhenTheInstancesChange() throws IOException {
        try (Socket held = new Socket(InetAddress.getLoopbackAddress(), door)) {
            send(held, "GET /slow HTTP/1.1\r\n\r\n");
            one.awaitRequest();
            balancer.sendTo(List.of(two.port()));
            assertThat(body(ask("")), equalTo("two"));

            one.goOn();

            assertThat(body(read(held)), equalTo("one"));
        }
    }

    @Test
    void saysThatItsPortIsTaken() {
        StartFailure taken = assertThrows(StartFailure.class, () -> Balancer.open(door, List.of(one.port())));

        assertThat(taken.getMessage(), containsString("port " + door + " is taken already"));
    }

    private String ask(String header) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), door)) {
            send(socket, "GET / HTTP/1.1\r\n" + header + "\r\n");
            return read(socket);
        }
    }

    private static void send(Socket socket, String text) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    private static String read(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    private static String body(String answer) {
        return answer.substring(answer.indexOf("\r\n\r\n") + 4);
    }

    /** Answers with its name, and closes. */
    private static final class Instance {
        private final ServerSocket socket;
        private final String name;
        private volatile String heard = "";
        private volatile boolean goesOn;

        Instance(String name) throws IOException {
            this.name = name;
            this.socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            Thread thread = new Thread(this::serve, "instance " + name);
            thread.setDaemon(true);
            thread.start();
        }

        /** Returns when nobody can connect to it any more. */
        void close() throws IOException {
            int port = port();
            socket.close();
            while (true) {
                try {
                    new Socket(InetAddress.getLoopbackAddress(), port).close();
                } catch (IOException refused) {
                    return;
                }
            }
        }

        int port() {
            return socket.getLocalPort();
        }

        void awaitRequest() {
            while (!heard.contains("/slow")) {
                Thread.onSpinWait();
            }
        }

        void goOn() {
            goesOn = true;
        }

        private void serve() {
            while (!socket.isClosed()) {
                try (Socket client = socket.accept()) {
                    StringBuilder head = new StringBuilder();
                    InputStream in = client.getInputStream();
                    while (head.indexOf("\r\n\r\n") < 0) {
                        head.append((char) in.read());
                    }
                    heard = head.toString();
                    while (heard.contains("/slow") && !goesOn) {
                        Thread.onSpinWait();
                    }
                    send(client, "HTTP/1.1 200 Fine\r\n\r\n" + name);
                } catch (IOException e) {
                    // Closed, or a client that has gone.
                }
            }
        }
    }
}
