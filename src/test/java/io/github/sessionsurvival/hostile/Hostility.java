package io.github.sessionsurvival.hostile;

import static io.github.sessionsurvival.client.RawServer.text;
import static io.github.sessionsurvival.hostile.HostileServer.RESTARTING;
import static io.github.sessionsurvival.hostile.HostileServer.SCRIPT;
import static io.github.sessionsurvival.hostile.HostileServer.error;
import static io.github.sessionsurvival.hostile.HostileServer.head;
import static io.github.sessionsurvival.hostile.HostileServer.json;
import static io.github.sessionsurvival.hostile.HostileServer.opened;
import static io.github.sessionsurvival.hostile.HostileServer.result;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** One way of being hostile, and when it is tried. */
enum Hostility {
    HANGS_BEFORE_HEADERS(everywhere(), (asked, socket, out) -> forever(socket)),
    FALLS_SILENT_AFTER_HEADERS(everywhere(), (asked, socket, out) -> {
        head(out, 200, "Content-Type: application/json\r\nContent-Length: 100\r\n");
        forever(socket);
    }),
    ONE_BYTE_A_SECOND(everywhere(), (asked, socket, out) -> {
        head(out, 200, "Content-Type: application/json\r\nContent-Length: 100\r\n");
        for (int i = 0; i < 100; i++) {
            text(out, " ");
            Thread.sleep(1_000);
        }
    }),
    HEADERS_ONE_BYTE_A_SECOND(everywhere(), (asked, socket, out) -> {
        for (int i = 0; i < 100; i++) {
            text(out, i == 0 ? "H" : "T");
            Thread.sleep(1_000);
        }
    }),
    ENDLESS_COMMENTS(requests(), (asked, socket, out) -> {
        head(out, 200, "Content-Type: text/event-stream\r\n");
        endlessly(out, ": still here\n\n");
    }),
    ENDLESS_EVENTS(requests(), (asked, socket, out) -> {
        head(out, 200, "Content-Type: text/event-stream\r\n");
        endlessly(out, "id: 1\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}\n\n");
    }),
    ENDLESS_LINE(requests(), (asked, socket, out) -> {
        head(out, 200, "Content-Type: text/event-stream\r\n");
        endlessly(out, "data: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx".repeat(100));
    }),
    A_GIGABYTE(everywhere(), (asked, socket, out) -> {
        head(out, 200, "Content-Type: application/json\r\nContent-Length: 1073741824\r\n");
        endlessly(out, "[1,2,3,4,5,6,7,8,9],".repeat(100));
    }),
    A_COMPRESSED_GIGABYTE(everywhere(), (asked, socket, out) -> compressed(out, CompressedGigabyte.BYTES)),
    BROKEN_COMPRESSION(requests(), (asked, socket, out) -> compressed(out, "no gzip".getBytes(StandardCharsets.UTF_8))),
    ENDLESS_CHUNKS(requests(), (asked, socket, out) -> {
        head(out, 200, "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n");
        endlessly(out, "1;" + "e=f;".repeat(1_000) + "\r\nx\r\n");
    }),
    TRUNCATED_JSON(requests(), (asked, socket, out) -> {
        String whole = result(asked, "{}");
        json(out, 200, "", whole.substring(0, whole.length() - 2));
    }),
    NESTED_100000_DEEP(
            requests(),
            (asked, socket, out) -> json(out, 200, "", result(asked, "[".repeat(100_000) + "]".repeat(100_000)))),
    NESTED_OBJECTS(
            requests(),
            (asked, socket, out) ->
                    json(out, 200, "", result(asked, "{\"a\":".repeat(100_000) + "1" + "}".repeat(100_000)))),
    DUPLICATE_KEYS(
            requests(),
            (asked, socket, out) -> json(
                    out,
                    200,
                    "",
                    "{\"jsonrpc\":\"1.0\",\"jsonrpc\":\"2.0\",\"id\":1,\"id\":" + asked.id()
                            + ",\"result\":{},\"result\":{}}")),
    A_NUMBER_OF_A_MILLION_DIGITS(
            requests(),
            (asked, socket, out) -> json(out, 200, "", result(asked, "{\"n\":" + "9".repeat(1_000_000) + "}"))),
    AN_EXPONENT_BEYOND_ALL_BOUNDS(
            requests(),
            (asked, socket, out) -> json(
                    out,
                    503,
                    "Retry-After: 1e999999999\r\n",
                    "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-3.2001e999999999,\"message\":\"MCP session is restarting, please retry\"}}")),
    INVALID_UTF_8(requests(), (asked, socket, out) -> {
        head(out, 200, "Content-Type: application/json\r\nContent-Length: 4\r\n");
        out.write(new byte[] {'"', (byte) 0xC3, (byte) 0x28, '"'});
    }),
    A_BYTE_ORDER_MARK(requests(), (asked, socket, out) -> json(out, 200, "", "\uFEFF" + result(asked, "{}"))),
    CR_ALONE(requests(), (asked, socket, out) -> {
        head(out, 200, "Content-Type: text/event-stream\r\n");
        text(out, "data: " + result(asked, "{}") + "\r\r");
    }),
    SPLIT_CRLF(requests(), (asked, socket, out) -> {
        head(out, 200, "Content-Type: text/event-stream\r\n");
        for (String piece : ("data: " + result(asked, "{}") + "\r|\n\r|\n").split("\\|")) {
            text(out, piece);
            Thread.sleep(50);
        }
    }),
    NUL_IN_THE_SESSION_ID(
            opening(),
            server -> (asked, socket, out) ->
                    json(out, 200, "Mcp-Session-Id: a\0b\r\n", opened(asked, "2025-11-25", "nul"))),
    NUL_IN_EVENT_IDS(requests(), (asked, socket, out) -> {
        head(out, 200, "Content-Type: text/event-stream\r\n");
        text(out, "id: a\0b\ndata: " + result(asked, "{}") + "\n\n");
    }),
    THOUSANDS_OF_HEADERS(everywhere(), (asked, socket, out) -> {
        head(out, 200, "x: y\r\n".repeat(20_000) + "Content-Length: 0\r\n");
    }),
    ENDLESS_HEADER(everywhere(), (asked, socket, out) -> {
        text(out, "HTTP/1.1 200 x\r\nx: ");
        endlessly(out, "yyyyyyyyyyyyyyyy".repeat(100));
    }),
    ENDLESS_INTERIM_ANSWERS(everywhere(), (asked, socket, out) -> endlessly(out, "HTTP/1.1 100 Continue\r\n\r\n")),
    HEADER_INJECTION(
            opening(),
            server -> (asked, socket, out) -> json(
                    out, 200, "Mcp-Session-Id: abc\rSet-Cookie: a=b\r\n", opened(asked, "2025-11-25", "injected"))),
    TWO_SESSION_HEADERS(
            opening(),
            server -> (asked, socket, out) -> json(
                    out,
                    200,
                    "Mcp-Session-Id: " + server.open() + "\r\nMcp-Session-Id: other\r\n",
                    opened(asked, "2025-11-25", "two"))),
    A_SESSION_ID_OF_10_KB(
            opening(),
            (asked, socket, out) -> json(
                    out, 200, "Mcp-Session-Id: " + "x".repeat(10_240) + "\r\n", opened(asked, "2025-11-25", "long"))),
    WORKFLOW_COMMANDS(
            everywhere(),
            (asked, socket, out) -> json(
                    out,
                    500,
                    "X-Note: ::error::injected\r\n",
                    error(
                            asked,
                            -32000,
                            "no\\n::error file=a::injected\\r\\n##[error]injected\\u001b[2J\\u202egnirts"))),
    HTML_IN_EVERY_STRING(
            everywhere(),
            (asked, socket, out) -> json(
                    out,
                    500,
                    "X-Html: " + SCRIPT + "\r\nMcp-Session-Id: " + SCRIPT.replace(' ', '_') + "\r\n",
                    error(asked, -32000, SCRIPT.replace("\"", "\\\"")))),
    HTML_IN_WHAT_IT_IS(
            opening(),
            server -> (asked, socket, out) -> json(
                    out,
                    200,
                    "Mcp-Session-Id: " + server.open() + "\r\n",
                    opened(asked, "2025-11-25", SCRIPT.replace("\"", "\\\"")))),
    HTML_AS_ITS_REVISION(
            opening(),
            server -> (asked, socket, out) -> json(
                    out,
                    200,
                    "Mcp-Session-Id: " + server.open() + "\r\n",
                    opened(asked, SCRIPT.replace("\"", "\\\""), "html"))),
    REDIRECTS_TO_ITSELF(
            everywhere(),
            server ->
                    (asked, socket, out) -> head(out, 307, "Location: " + server.url() + "\r\nContent-Length: 0\r\n")),
    REDIRECTS_ELSEWHERE(
            everywhere(),
            (asked, socket, out) -> head(out, 308, "Location: http://192.0.2.1:9/mcp\r\nContent-Length: 0\r\n")),
    CLOSES_AT_ONCE(everywhere(), (asked, socket, out) -> {}),
    RESETS_BEFORE_AN_ANSWER(everywhere(), (asked, socket, out) -> socket.setSoLinger(true, 0)),
    RESETS_WITHIN_HEADERS(everywhere(), (asked, socket, out) -> {
        text(out, "HTTP/1.1 200 OK\r\nContent-");
        Thread.sleep(100);
        socket.setSoLinger(true, 0);
    }),
    RESETS_WITHIN_THE_BODY(everywhere(), (asked, socket, out) -> {
        head(out, 200, "Content-Type: application/json\r\nContent-Length: 100\r\n");
        text(out, "{\"jsonrpc\"");
        Thread.sleep(100);
        socket.setSoLinger(true, 0);
    }),
    RESETS_BEHIND_THE_SESSION_ID(opening(), server -> (asked, socket, out) -> {
        head(
                out,
                200,
                "Mcp-Session-Id: " + server.open() + "\r\nContent-Type: application/json\r\nContent-Length: 100\r\n");
        Thread.sleep(100);
        socket.setSoLinger(true, 0);
    }),
    NAMES_A_SESSION_AND_FAILS(
            opening(),
            server -> (asked, socket, out) -> json(
                    out, 500, "Mcp-Session-Id: " + server.open() + "\r\n", error(asked, -32603, "Internal error"))),
    SPEAKS_ANOTHER_PROTOCOL(everywhere(), (asked, socket, out) -> text(out, "SSH-2.0-OpenSSH_9.9\r\n\r\n")),
    AN_EMPTY_ANSWER(
            requests(),
            (asked, socket, out) -> head(out, 200, "Content-Type: application/json\r\nContent-Length: 0\r\n")),
    A_WEB_PAGE(everywhere(), (asked, socket, out) -> {
        head(out, 200, "Content-Type: text/html\r\nContent-Length: 20\r\n");
        text(out, "<html>welcome</html>");
    }),
    SLOW_ENDINGS(ending(), (asked, socket, out) -> {
        Thread.sleep(3_000);
        head(out, 200, "Content-Length: 0\r\n");
    }),
    ENDINGS_THAT_END_NOTHING(ending(), (asked, socket, out) -> head(out, 200, "Content-Length: 0\r\n")),
    REPEATS_THE_BEARER(
            everywhere(),
            (asked, socket, out) -> json(
                    out,
                    403,
                    "X-You-Are: " + asked.bearer() + "\r\nWWW-Authenticate: Bearer realm=\"" + asked.bearer()
                            + "\"\r\nMcp-Session-Id: " + asked.bearer() + "\r\n",
                    error(
                            asked,
                            -32000,
                            "who is " + asked.bearer() + "? " + asked.session().orElse("")))),
    CHANGES_ITS_MIND(requests(), server -> {
        AtomicInteger count = new AtomicInteger();
        return (asked, socket, out) -> {
            switch (count.incrementAndGet() % 5) {
                case 1 -> restarting(out, "0");
                case 2 -> json(out, 500, "", error(asked, -32603, "no"));
                case 3 -> json(out, 429, "Retry-After: 0\r\n", error(asked, -32000, "too many"));
                case 4 -> json(out, 404, "", error(asked, -32001, "Session not found"));
                default -> server.soundly(asked, out);
            }
        };
    }),
    RESTARTS_FOR_EVER(everywhere(), (asked, socket, out) -> restarting(out, "0")),
    RESTARTS_FOR_AN_HOUR(everywhere(), (asked, socket, out) -> restarting(out, "3600")),
    RESTARTS_AND_NAMES_A_SESSION(
            opening(),
            server -> (asked, socket, out) ->
                    json(out, 503, "Retry-After: 0\r\nMcp-Session-Id: " + server.open() + "\r\n", RESTARTING)),
    TELLS_TO_COME_BACK_FOR_EVER(
            everywhere(),
            (asked, socket, out) -> json(out, 429, "Retry-After: 0\r\n", error(asked, -32000, "too many")));

    /** Long after every deadline of the client. */
    private static final long FOREVER_MILLIS = 30_000;

    private final Set<HostileServer.When> times;
    private final Function<HostileServer, Reply> reply;

    Hostility(Set<HostileServer.When> times, Reply reply) {
        this(times, server -> reply);
    }

    Hostility(Set<HostileServer.When> times, Function<HostileServer, Reply> reply) {
        this.times = times;
        this.reply = reply;
    }

    Set<HostileServer.When> times() {
        return times;
    }

    Reply reply(HostileServer server) {
        return reply.apply(server);
    }

    private static Set<HostileServer.When> everywhere() {
        return EnumSet.of(HostileServer.When.OPENING, HostileServer.When.LATER, HostileServer.When.ENDING);
    }

    private static Set<HostileServer.When> requests() {
        return EnumSet.of(HostileServer.When.OPENING, HostileServer.When.LATER);
    }

    private static Set<HostileServer.When> opening() {
        return EnumSet.of(HostileServer.When.OPENING);
    }

    private static Set<HostileServer.When> ending() {
        return EnumSet.of(HostileServer.When.ENDING);
    }

    private static void restarting(OutputStream out, String after) throws IOException {
        json(out, 503, "Retry-After: " + after + "\r\n", RESTARTING);
    }

    private static void forever(Socket socket) throws InterruptedException {
        for (long waited = 0; waited < FOREVER_MILLIS && !socket.isClosed(); waited += 100) {
            Thread.sleep(100);
        }
    }

    /** Until the client has gone: writing then fails. */
    private static void endlessly(OutputStream out, String piece) throws IOException {
        while (!Thread.currentThread().isInterrupted()) {
            text(out, piece);
        }
    }

    private static void compressed(OutputStream out, byte[] bytes) throws IOException {
        head(
                out,
                200,
                "Content-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: " + bytes.length + "\r\n");
        out.write(bytes);
    }
}
