package io.github.sessionsurvival.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Says the same to every connection whatever comes in, then reads on until the client leaves. */
public final class ServerSocketAnsweringAtOnce implements AutoCloseable {

    private final ServerSocket listening = RawServer.onLoopback("127.0.0.1");

    public ServerSocketAnsweringAtOnce(String text) {
        Thread thread = new Thread(
                () -> {
                    while (!listening.isClosed()) {
                        try (Socket socket = listening.accept()) {
                            socket.getInputStream().read();
                            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
                            socket.getOutputStream().flush();
                            socket.shutdownOutput();
                            socket.getInputStream().readAllBytes();
                        } catch (IOException e) {
                            // The client has left, or the listener is closed.
                        }
                    }
                },
                "answers at once");
        thread.setDaemon(true);
        thread.start();
    }

    public int port() {
        return listening.getLocalPort();
    }

    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
