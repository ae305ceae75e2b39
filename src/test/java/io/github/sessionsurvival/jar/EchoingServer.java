package io.github.sessionsurvival.jar;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An MCP server, as a process of its own, that repeats every header of a request wherever it can: in headers, results,
 * error messages, events, and its own log. It is wrong in places, so that failure messages quote it. JDK only: it is
 * started from the folder of test classes.
 */
final class EchoingServer {

    private static final Pattern ID = Pattern.compile("\"id\"\\s*:\\s*(\"[^\"]*\"|-?\\d+)");
    private static final Pattern METHOD = Pattern.compile("\"method\"\\s*:\\s*\"([^\"]*)\"");

    private final Set<String> sessions = ConcurrentHashMap.newKeySet();
    private final Path issued;

    private EchoingServer(Path issued) {
        this.issued = issued;
    }

    /** Arguments: the port, and the file that learns every id that is issued. */
    public static void main(String[] arguments) throws IOException {
        HttpServer http = HttpServer.create(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0])), 100);
        http.setExecutor(Executors.newFixedThreadPool(16));
        http.createContext("/", new EchoingServer(Path.of(arguments[1]))::answer);
        http.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String echo = exchange.getRequestHeaders().toString();
            String id = found(ID, request);
            String session = exchange.getRequestHeaders().getFirst("Mcp-Session-Id");
            switch (exchange.getRequestMethod()) {
                case "POST" -> {
                    if (found(METHOD, request).equals("initialize")) {
                        open(exchange, id, echo);
                    } else if (session == null || !sessions.contains(session)) {
                        send(exchange, session == null ? 400 : 404, error(id, echo), false);
                    } else if (id.isEmpty()) {
                        send(exchange, 202, "", false);
                    } else {
                        // A ping's result must be empty: this one is quoted by the failure.
                        send(exchange, 200, result(id, "{\"tools\":[],\"echo\":" + quoted(echo) + "}"), true);
                    }
                }
                case "DELETE" ->
                    send(exchange, sessions.remove(String.valueOf(session)) ? 200 : 404, error("", echo), false);
                default -> send(exchange, 405, error("", echo), false);
            }
        }
    }

    private void open(HttpExchange exchange, String id, String echo) throws IOException {
        String session = UUID.randomUUID().toString();
        synchronized (issued) {
            Files.writeString(issued, session + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
        sessions.add(session);
        exchange.getResponseHeaders().set("Mcp-Session-Id", session);
        String text = quoted(echo + " " + session);
        send(
                exchange,
                200,
                result(
                        id,
                        "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":"
                                + text + ",\"version\":" + text + "},\"instructions\":" + text + "}"),
                true);
    }

    private static void send(HttpExchange exchange, int status, String json, boolean asEvents) throws IOException {
        String echo = exchange.getRequestHeaders().toString();
        String text = asEvents ? ": " + echo + "\nid: " + echo + "\ndata: " + json + "\n\n" : json;
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("X-Echo", echo);
        exchange.getResponseHeaders().set("Content-Type", asEvents ? "text/event-stream" : "application/json");
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        System.out.println(exchange.getRequestMethod() + " " + echo + " -> " + status + " "
                + exchange.getResponseHeaders().entrySet() + " " + text);
    }

    private static String result(String id, String result) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}";
    }

    private static String error(String id, String echo) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + (id.isEmpty() ? "null" : id)
                + ",\"error\":{\"code\":-32000,\"message\":" + quoted("no: " + echo) + "}}";
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    private static String found(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(1) : "";
    }
}
