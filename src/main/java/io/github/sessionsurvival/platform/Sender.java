package io.github.sessionsurvival.platform;

import com.sun.net.httpserver.HttpExchange;
import io.github.sessionsurvival.wire.SessionId;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Writes answers on the wire. */
final class Sender {

    /** How much of a refused body is read and forgotten, so that the client gets to read why it was refused. */
    private static final int PATIENCE = 32 * 1024 * 1024;

    /** A body of unknown length. */
    static final long CHUNKS = -1;

    /** Promised and never kept: the length of a body that is to break off. */
    static final long NEVER = 1_000_000;

    private Sender() {}

    /** The whole answer, with the lines that every answer of the platform's own carries. */
    static void send(Flight flight, Answer answer) throws IOException {
        HttpExchange exchange = flight.exchange();
        forget(exchange.getRequestBody());
        Answer sent = own(flight, answer);
        open(exchange, sent, length(sent));
        body(exchange, sent);
    }

    private static void forget(InputStream body) throws IOException {
        byte[] bin = new byte[16 * 1024];
        int left = PATIENCE;
        for (int read = body.read(bin); read >= 0 && left > 0; read = body.read(bin)) {
            left -= read;
        }
    }

    /** Adds the lines that every answer of the platform's own carries. */
    static Answer own(Flight flight, Answer answer) {
        Answer more = answer;
        // The origin was checked at the door; a refused one must not be let read the refusal.
        Optional<String> origin = new Lines(flight.exchange()).only("Origin");
        if (origin.isPresent() && answer.status() != 403 && answer.status() != 421) {
            more = more.with("access-control-allow-origin", origin.get())
                    .with("access-control-expose-headers", "mcp-session-id, www-authenticate, retry-after")
                    .with("vary", "origin");
        }
        return flight.defects().bent(flight, more);
    }

    /**
     * The headers of an answer.
     *
     * @param names a session whose id they tell: it counts as named from this moment, not earlier, and nobody can count in
     *     between
     * @param length of the body; {@link #CHUNKS} where it is not known
     * @throws Gone when the platform's life ended, or the session was reclaimed, before its id was told
     */
    static void headers(Flight flight, Answer answer, Optional<SessionId> names, long length) throws IOException, Gone {
        if (names.isEmpty()) {
            openAtOnce(flight.exchange(), answer, length);
            return;
        }
        boolean told = flight.incarnation().<Boolean, IOException>within(store -> {
            if (store.find(names.get()).filter(StoredSession::live).isEmpty()) {
                return false;
            }
            openAtOnce(flight.exchange(), answer, length);
            store.name(names.get());
            return true;
        });
        if (!told) {
            throw new Gone();
        }
    }

    /**
     * The headers, on the wire when this returns: newer JDKs keep them back until the body's first byte, and an answer that
     * falls silent after its headers would not have had any.
     */
    private static void openAtOnce(HttpExchange exchange, Answer answer, long length) throws IOException {
        open(exchange, answer, length);
        if (!isBodiless(exchange, answer) && length != 0) {
            exchange.getResponseBody().flush();
        }
    }

    private static void open(HttpExchange exchange, Answer answer, long length) throws IOException {
        answer.headers().fields().forEach(f -> exchange.getResponseHeaders().add(f.name(), f.value()));
        // The JDK's server takes 0 for chunks and -1 for nothing.
        exchange.sendResponseHeaders(
                answer.status(), isBodiless(exchange, answer) || length == 0 ? -1 : Math.max(0, length));
    }

    private static boolean isBodiless(HttpExchange exchange, Answer answer) {
        return exchange.getRequestMethod().equals("HEAD") || answer.status() == 204 || answer.status() == 304;
    }

    /** How long the answer is on the wire. */
    static long length(Answer answer) {
        return answer.streamed() ? CHUNKS : bytes(answer).length;
    }

    /** The same for an answer that is to break off: chunks always end in good order, only a promised length can be cut. */
    static long breakableLength(Answer answer, boolean goesOn) {
        return goesOn ? NEVER : bytes(answer).length;
    }

    static void body(HttpExchange exchange, Answer answer) throws IOException {
        byte[] bytes = bytes(answer);
        if (bytes.length > 0 && !exchange.getRequestMethod().equals("HEAD")) {
            OutputStream body = exchange.getResponseBody();
            body.write(bytes);
            body.flush();
        }
    }

    private static byte[] bytes(Answer answer) {
        return answer.body().getBytes(StandardCharsets.UTF_8);
    }
}
