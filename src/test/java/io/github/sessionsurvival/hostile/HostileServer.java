package io.github.sessionsurvival.hostile;

import io.github.sessionsurvival.client.RawServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** A small sound MCP server with sessions, on bare sockets, whose answers are hostile where it is told so. */
final class HostileServer implements AutoCloseable {

    static final String SCRIPT = "<script>alert(1)</script><img src=x onerror=\"alert(1)\">'\"--></style>";
    static final String RESTARTING =
            "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32001,\"message\":\"MCP session is restarting, please retry\"}}";

    /** When it is hostile; otherwise it is sound. */
    enum When {
        OPENING,
        LATER,
        ENDING,
        ALWAYS;

        boolean isMeant(Asked asked) {
            return switch (this) {
                case OPENING -> asked.isOpening();
                case LATER -> asked.verb().equals("POST") && !asked.isOpening() && !asked.isNotice();
                case ENDING -> asked.verb().equals("DELETE");
                case ALWAYS -> true;
            };
        }
    }

    private final RawServer server;
    private final Set<String> live = ConcurrentHashMap.newKeySet();
    private final Set<String> named = ConcurrentHashMap.newKeySet();

    HostileServer(Hostility hostility, When when) {
        this(RawServer.onLoopback("127.0.0.1"), "http", hostility, when);
    }

    HostileServer(ServerSocket listening, String scheme, Hostility hostility, When when) {
        server = new RawServer(listening, scheme, "127.0.0.1", new RawServer.Answering() {
            @Override
            public void answer(Socket socket, OutputStream out) {
                throw new IllegalStateException("a request is read first");
            }

            @Override
            public void answer(String request, Socket socket, OutputStream out)
                    throws IOException, InterruptedException {
                Asked asked = new Asked(request);
                if (when.isMeant(asked)) {
                    hostility.reply(HostileServer.this).write(asked, socket, out);
                } else {
                    soundly(asked, out);
                }
            }
        });
    }

    URI url() {
        return server.url();
    }

    /** Opens a session and tells its id. */
    String open() {
        String id = UUID.randomUUID().toString();
        live.add(id);
        named.add(id);
        return id;
    }

    /** Sessions whose ids it told and that nobody has ended. */
    Set<String> leftOpen() {
        return new TreeSet<>(live);
    }

    /** Every id that it told. */
    Set<String> ids() {
        return new TreeSet<>(named);
    }

    /** As a server should. */
    void soundly(Asked asked, OutputStream out) throws IOException {
        if (asked.isOpening()) {
            json(out, 200, "Mcp-Session-Id: " + open() + "\r\n", opened(asked, "2025-11-25", "hostile"));
            return;
        }
        if (asked.session().isEmpty()) {
            json(out, 400, "", error(asked, -32000, "Bad Request: Mcp-Session-Id header is required"));
            return;
        }
        if (!live.contains(asked.session().get())) {
            json(out, 404, "", error(asked, -32001, "Session not found"));
            return;
        }
        switch (asked.verb()) {
            case "DELETE" -> {
                live.remove(asked.session().get());
                head(out, 200, "Content-Length: 0\r\n");
            }
            case "POST" -> {
                if (asked.isNotice()) {
                    head(out, 202, "Content-Length: 0\r\n");
                } else if (asked.method().equals("ping")) {
                    json(out, 200, "", result(asked, "{}"));
                } else if (asked.method().equals("tools/list")) {
                    json(out, 200, "", result(asked, "{\"tools\":[]}"));
                } else {
                    json(out, 200, "", error(asked, -32601, "Method not found"));
                }
            }
            default -> head(out, 405, "Allow: POST, DELETE\r\nContent-Length: 0\r\n");
        }
    }

    static String opened(Asked asked, String revision, String name) {
        return result(
                asked,
                "{\"protocolVersion\":\"" + revision + "\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\""
                        + name + "\",\"version\":\"1\"}}");
    }

    static String result(Asked asked, String result) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + asked.id() + ",\"result\":" + result + "}";
    }

    static String error(Asked asked, int code, String message) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + asked.id() + ",\"error\":{\"code\":" + code + ",\"message\":\""
                + message + "\"}}";
    }

    static void json(OutputStream out, int status, String headers, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        head(out, status, headers + "Content-Type: application/json\r\nContent-Length: " + bytes.length + "\r\n");
        out.write(bytes);
        out.flush();
    }

    static void head(OutputStream out, int status, String headers) throws IOException {
        RawServer.text(out, "HTTP/1.1 " + status + " x\r\nConnection: close\r\n" + headers + "\r\n");
    }

    @Override
    public void close() {
        server.close();
    }
}
