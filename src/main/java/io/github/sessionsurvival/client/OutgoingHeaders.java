package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.Headers;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The header fields that an endpoint sets: the request's own, then the caller's where the request names none. */
final class OutgoingHeaders {

    private static final String AGENT = "session-survival";

    /** What frames a message or belongs to the connection; java.net.http keeps these to itself, so both endpoints do. */
    private static final Set<String> RESERVED =
            Set.of("connection", "content-length", "expect", "transfer-encoding", "upgrade");

    /** A request may lie about it to see what comes of that (SEC-08); a caller, who says it on every request, may not. */
    private static final String HOST = "host";

    private OutgoingHeaders() {}

    /**
     * The fields exactly as they go on the wire.
     *
     * @throws IllegalArgumentException for a name that is no token or is the client's own: a fault of the target file
     */
    static Headers of(Endpoint.Outgoing outgoing) {
        Headers headers = Headers.NONE;
        for (Headers.Field field : outgoing.headers().fields()) {
            headers = headers.with(checked(field.name()), sendable(field.value()));
        }
        Caller caller = outgoing.caller();
        if (caller.bearer().isPresent() && !headers.has("Authorization")) {
            headers = headers.with(
                    "Authorization", sendable("Bearer " + caller.bearer().get().reveal()));
        }
        for (Caller.ExtraHeader extra : notYetIn(headers, caller.extraHeaders())) {
            String name = checked(extra.name());
            if (name.equalsIgnoreCase(HOST)) {
                throw setByTheClient(name);
            }
            headers = headers.with(name, sendable(extra.value().reveal()));
        }
        return headers.has("User-Agent") ? headers : headers.with("User-Agent", AGENT);
    }

    private static List<Caller.ExtraHeader> notYetIn(Headers headers, List<Caller.ExtraHeader> extra) {
        return extra.stream().filter(e -> !headers.has(e.name())).toList();
    }

    private static String checked(String name) {
        boolean token = !name.isEmpty()
                && name.chars().allMatch(c -> c > 0x20 && c < 0x7f && "\"(),/:;<=>?@[\\]{}".indexOf(c) < 0);
        if (!token) {
            throw new IllegalArgumentException("a header cannot have this name: " + name.replaceAll("[^!-~]", "?"));
        }
        if (RESERVED.contains(name.toLowerCase(Locale.ROOT))) {
            throw setByTheClient(name);
        }
        return name;
    }

    private static IllegalArgumentException setByTheClient(String name) {
        return new IllegalArgumentException("the header " + name + " is set by the client itself");
    }

    /**
     * What both clients can send. A server may have named a session with bytes that no client may send back; such a
     * request still goes out, with a question mark in their place, and the answer shows what comes of it.
     */
    private static String sendable(String value) {
        StringBuilder sent = new StringBuilder(value.length());
        value.codePoints()
                .map(c -> c == '\t' || c >= 0x20 && c < 0x7f ? c : '?')
                .forEach(sent::appendCodePoint);
        return sent.toString();
    }
}
