package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.target.Loopback;
import io.github.sessionsurvival.wire.Revision;
import io.github.sessionsurvival.wire.SessionId;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Requests that differ from a usual one in one part, as the sentences word them. */
enum Oddity implements Odd {
    UNKNOWN_METHOD(
            "a request of an unknown method", r -> r.saying(message(OddRequest.PING_ID, "session-survival/none"))),
    CUT_SHORT("a message that breaks off", r -> r.saying("{\"jsonrpc\":\"2.0\",\"id\":\"odd-1\",\"method\":\"pi")),
    NULL_ID("a request whose number is null", r -> r.saying(message("null", "ping"))),
    CANCELLATION(
            "a cancellation of an unknown request",
            r -> r.saying("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
                    + "\"params\":{\"requestId\":\"never-sent\",\"reason\":\"no longer needed\"}}")),
    TWO_PINGS("two pings in one list", r -> r.saying("[" + ping(1) + "," + ping(2) + "]")),
    TEXT("a ping as plain text", r -> r.with("Content-Type", "text/plain")),
    JSON_ONLY("a ping that takes no streams", r -> r.with("Accept", "application/json")),
    STRANGE_VERB("a request by a method that nobody serves", r -> r.by("PUT")),
    OLD_REVISION("a ping of revision 1900-01-01", r -> r.in(Optional.of(new Revision("1900-01-01")))),
    GARBLED_REVISION("a ping of a garbled revision", r -> r.in(Optional.of(new Revision("garbled")))),
    NO_REVISION("a ping that names no revision", r -> r.in(Optional.empty())),
    LOWER_CASE("a ping with its field names in small letters", r -> renamed(r, "mcp-session-id")),
    UPPER_CASE("a ping with its field names in capitals", r -> renamed(r, "MCP-SESSION-ID")),
    PADDED("a ping with spaces around the session id", Oddity::padded),
    OTHER_LETTERS("a ping with the session id in other letters", Oddity::inOtherLetters),
    FOREIGN_PAGE("a ping from a page elsewhere", r -> r.with("Origin", "http://evil.example")),
    OWN_PAGE("a ping from a page of its own", OddRequest::fromItsOwnPage),
    LOOK_ALIKE_PAGE("a ping from a page that looks local", r -> r.with("Origin", "http://localhost.evil.example")),
    UNKNOWN_EVENT(
            "a resumption behind an unknown event",
            r -> r.saying("").by("GET").with("Last-Event-ID", "session-survival-none")),
    OTHER_DOOR("a ping by the other door", Oddity::byTheOtherDoor),
    OPENING_IN_A_LIST("an opening inside a list", r -> r.saying("[" + r.body().text() + "]")),
    OPENING_WITHOUT_REVISION(
            "an opening without its revision", r -> r.saying(opening("\"capabilities\":{}," + client()))),
    OPENING_WITHOUT_CAPABILITIES(
            "an opening without its capabilities",
            r -> r.saying(opening("\"protocolVersion\":\"" + Revision.R2025_11_25 + "\"," + client()))),
    OPENING_WITHOUT_CLIENT(
            "an opening without its client's name",
            r -> r.saying(opening("\"protocolVersion\":\"" + Revision.R2025_11_25 + "\",\"capabilities\":{}"))),
    OPENING_FROM_A_FOREIGN_PAGE("an opening from a page elsewhere", r -> r.with("Origin", "http://evil.example")),
    OPENING_WITHOUT_BEARER(
            "an opening without a bearer",
            r -> r.from(Somebody.NOBODY.inPlaceOf(r.caller()).orElseThrow())),
    OPENING_WITH_A_WRONG_BEARER(
            "an opening with a wrong bearer",
            r -> r.from(Somebody.IMPOSTOR.inPlaceOf(r.caller()).orElseThrow())),
    OPENING_IN_A_SESSION("an opening within the session", UnaryOperator.identity()),
    OPENING_FOR_ANOTHER_HOST("an opening for another host", r -> Oddity.here(r).with("Host", "evil.example")),
    OPENING_ELSEWHERE(
            "an opening at another address of this machine", r -> Oddity.here(r).at(OtherAddress.of(r.server()))),
    OPENING_THAT_SAYS_IT_TWICE("an opening that says its revision twice", r -> r.in(Optional.of(Revision.R2025_11_25)));

    private final String words;
    private final UnaryOperator<OddRequest> change;

    Oddity(String words, UnaryOperator<OddRequest> change) {
        this.words = words;
        this.change = change;
    }

    @Override
    public String words() {
        return words;
    }

    /** Whether it asks for a session, rather than something of one. */
    boolean isOpening() {
        return words.startsWith("an opening");
    }

    /** Whether only a revision whose requests name it can be meant. */
    boolean isAboutRevisions() {
        return this == OLD_REVISION || this == GARBLED_REVISION || this == NO_REVISION;
    }

    /** Whether it is an opening that names the session it is sent in. */
    boolean isOpeningInASession() {
        return this == OPENING_IN_A_SESSION;
    }

    OddRequest of(OddRequest usual) {
        return change.apply(usual);
    }

    /** Where names and addresses are of a machine's own: elsewhere proxies and virtual hosts have a say in them. */
    private static OddRequest here(OddRequest request) {
        if (!Loopback.is(request.server())) {
            throw new NotApplicable("this server is not asked by an address of this machine alone");
        }
        return request;
    }

    private static OddRequest byTheOtherDoor(OddRequest ping) {
        return ping.at(CurrentRun.get()
                .target()
                .way()
                .otherDoor()
                .orElseThrow(() -> new NotApplicable("this target names no other address of its server")));
    }

    private static String message(String id, String method) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\"}";
    }

    private static String client() {
        return "\"clientInfo\":{\"name\":\"session-survival\",\"version\":\"1\"}";
    }

    private static String ping(int number) {
        return message("\"odd-" + number + "\"", "ping");
    }

    private static String opening(String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":\"odd-1\",\"method\":\"initialize\",\"params\":{" + params + "}}";
    }

    /** The id under another spelling of its field's name (SESS-14). */
    private static OddRequest renamed(OddRequest ping, String name) {
        return ping.naming(Optional.empty()).with(name, idOf(ping).value());
    }

    private static OddRequest padded(OddRequest ping) {
        return ping.naming(Optional.empty())
                .with("Mcp-Session-Id", "  " + idOf(ping).value() + "  ");
    }

    /** Another id, if ids are text: a server that folds letters would take it for the same (SESS-15). */
    private static OddRequest inOtherLetters(OddRequest ping) {
        String id = idOf(ping).value();
        String other = id.equals(id.toUpperCase(java.util.Locale.ROOT))
                ? id.toLowerCase(java.util.Locale.ROOT)
                : id.toUpperCase(java.util.Locale.ROOT);
        if (other.equals(id)) {
            throw new NotApplicable("this server's session ids have no letters");
        }
        return ping.naming(Optional.of(new SessionId(other)));
    }

    private static SessionId idOf(OddRequest ping) {
        return ping.session().orElseThrow(() -> new NotApplicable("this server issues no session ids"));
    }
}
