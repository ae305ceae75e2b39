package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.wire.Headers;
import io.github.sessionsurvival.wire.LoneRequest;
import io.github.sessionsurvival.wire.Purpose;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/** Requests that stand alone and differ from a usual one in one part, as the sentences word them. */
enum LoneOddity implements Odd {
    DISCOVERY("a discovery", Kind.DISCOVERY, r -> r),
    USUAL("a real request", Kind.REAL_REQUEST, r -> r),
    SAYS_NOTHING("a real request that says nothing of its client", Kind.REAL_REQUEST, r -> without(r, List.of())),
    NO_REVISION_INSIDE(
            "a real request without its revision",
            Kind.REAL_REQUEST,
            r -> without(r, List.of(LoneRequest.PROTOCOL_VERSION))),
    NO_CAPABILITIES(
            "a real request without its capabilities",
            Kind.REAL_REQUEST,
            r -> without(r, List.of(LoneRequest.CLIENT_CAPABILITIES))),
    OLD_REVISION("a real request of revision 1900-01-01", Kind.REAL_REQUEST, LoneOddity::ofAnOldRevision),
    NO_REVISION_MARK(
            "a real request marked with no revision", Kind.REAL_REQUEST, r -> marked(r, LoneRequest.VERSION_HEADER)),
    OTHER_REVISION_MARK(
            "a real request marked with another revision",
            Kind.REAL_REQUEST,
            r -> marked(r, LoneRequest.VERSION_HEADER, "2025-11-25")),
    NO_METHOD_MARK(
            "a real request marked with no method", Kind.REAL_REQUEST, r -> marked(r, LoneRequest.METHOD_HEADER)),
    OTHER_METHOD_MARK(
            "a real request marked with another method",
            Kind.REAL_REQUEST,
            r -> marked(r, LoneRequest.METHOD_HEADER, "session-survival/none")),
    METHOD_IN_CAPITALS(
            "a real request marked with its method in capitals",
            Kind.REAL_REQUEST,
            r -> marked(r, LoneRequest.METHOD_HEADER, r.method().toUpperCase(Locale.ROOT))),
    LOWER_CASE(
            "a real request with its field names in small letters",
            Kind.REAL_REQUEST,
            r -> renamed(r, name -> name.toLowerCase(Locale.ROOT))),
    UPPER_CASE(
            "a real request with its field names in capitals",
            Kind.REAL_REQUEST,
            r -> renamed(r, name -> name.toUpperCase(Locale.ROOT))),
    NAMES_A_SESSION(
            "a real request that names a session",
            Kind.REAL_REQUEST,
            r -> with(r, r.headers().with("Mcp-Session-Id", "never-issued").with("Last-Event-ID", "never-sent"))),
    FOREIGN_PAGE(
            "a real request from a page elsewhere",
            Kind.REAL_REQUEST,
            r -> with(r, r.headers().with("Origin", "http://evil.example"))),
    NO_BEARER("a real request without a bearer", Kind.REAL_REQUEST, r -> r),
    WRONG_BEARER("a real request with a wrong bearer", Kind.REAL_REQUEST, r -> r),
    NO_TOOL_MARK("a tool call marked with no tool", Kind.TOOL_CALL, r -> marked(r, LoneRequest.NAME_HEADER)),
    OTHER_TOOL_MARK(
            "a tool call marked with another tool",
            Kind.TOOL_CALL,
            r -> marked(r, LoneRequest.NAME_HEADER, "session-survival-none")),
    ENCODED_TOOL_MARK(
            "a tool call marked in code",
            Kind.TOOL_CALL,
            r -> marked(
                    r,
                    LoneRequest.NAME_HEADER,
                    LoneRequest.encoded(LoneRequest.name(r.method(), r.params()).orElseThrow()))),
    UNKNOWN("an unknown request", Kind.UNKNOWN, r -> r),
    PING("a ping as before", Kind.PING, r -> r),
    LOG_LEVEL("a setting of the log level as before", Kind.LOG_LEVEL, r -> r);

    /** What is asked, apart from what is odd about it. */
    enum Kind {
        DISCOVERY,
        REAL_REQUEST,
        TOOL_CALL,
        UNKNOWN,
        PING,
        LOG_LEVEL
    }

    private final String words;
    private final Kind kind;
    private final UnaryOperator<LoneRequest> change;

    LoneOddity(String words, Kind kind, UnaryOperator<LoneRequest> change) {
        this.words = words;
        this.kind = kind;
        this.change = change;
    }

    @Override
    public String words() {
        return words;
    }

    Kind kind() {
        return kind;
    }

    /** Why it is sent. */
    Purpose purpose() {
        return switch (kind) {
            case DISCOVERY -> Purpose.DISCOVERY;
            case REAL_REQUEST -> Purpose.PROBE;
            case TOOL_CALL -> Purpose.TOOL_CALL;
            case PING -> Purpose.PING;
            case UNKNOWN, LOG_LEVEL -> Purpose.OTHER;
        };
    }

    LoneRequest of(LoneRequest usual) {
        return change.apply(usual);
    }

    /** Without those members of its description; without the whole of it where none is named. */
    private static LoneRequest without(LoneRequest request, List<String> members) {
        ObjectNode params = request.params();
        if (members.isEmpty()) {
            params.remove(LoneRequest.META);
        }
        if (params.path(LoneRequest.META) instanceof ObjectNode meta) {
            members.forEach(meta::remove);
        }
        return new LoneRequest(request.idJson(), request.method(), params, request.headers());
    }

    private static LoneRequest ofAnOldRevision(LoneRequest request) {
        ObjectNode params = request.params();
        ((ObjectNode) params.path(LoneRequest.META)).put(LoneRequest.PROTOCOL_VERSION, "1900-01-01");
        LoneRequest marked = marked(request, LoneRequest.VERSION_HEADER, "1900-01-01");
        return new LoneRequest(marked.idJson(), marked.method(), params, marked.headers());
    }

    private static LoneRequest marked(LoneRequest request, String header) {
        return with(
                request,
                new Headers(request.headers().fields().stream()
                        .filter(field -> !field.name().equals(header))
                        .toList()));
    }

    private static LoneRequest marked(LoneRequest request, String header, String value) {
        LoneRequest unmarked = marked(request, header);
        return with(unmarked, unmarked.headers().with(header, value));
    }

    private static LoneRequest renamed(LoneRequest request, UnaryOperator<String> spelling) {
        return with(
                request,
                new Headers(request.headers().fields().stream()
                        .map(field -> new Headers.Field(spelling.apply(field.name()), field.value()))
                        .toList()));
    }

    private static LoneRequest with(LoneRequest request, Headers headers) {
        return new LoneRequest(request.idJson(), request.method(), request.params(), headers);
    }
}
