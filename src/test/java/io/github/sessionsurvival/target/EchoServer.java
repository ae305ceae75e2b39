package io.github.sessionsurvival.target;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A server small enough to be killed often: answers one line per connection with its leader's id, its own and the line. */
final class EchoServer {

    private EchoServer() {}

    public static void main(String[] args) throws IOException {
        try (ServerSocket listener =
                new ServerSocket(Integer.parseInt(args[0]), 50, InetAddress.getLoopbackAddress())) {
            System.out.println("ready");
            while (true) {
                try (Socket socket = listener.accept()) {
                    String line = new BufferedReader(
                                    new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
                            .readLine();
                    String answer = args[1] + " " + ProcessHandle.current().pid() + " " + line + "\n";
                    socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
                } catch (IOException e) {
                    System.out.println(e.getMessage());
                }
            }
        }
    }
}
