package io.github.sessionsurvival.platform;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The ways in which servers get sessions wrong, each seen in the field or of a kind that was. A platform is started with one
 * to see that it is found out. Those that are in an answer alone are written here as its {@link Bend}; the others where the
 * platform does what they get wrong, one place each.
 */
public enum Defect {

    // The restart answer

    RESTART_ANSWER_ECHOES_THE_ID(
            "repeats the request's id in its restart answer",
            restartAnswer((asked, answer) ->
                    answer.edited(m -> m.set("id", asked.message().path("id"))))),
    RESTART_ANSWER_IS_500("gives its restart answer status 500", restartAnswer(a -> a.withStatus(500))),
    RESTART_ANSWER_IS_200("gives its restart answer as a success", restartAnswer(a -> a.withStatus(200))),
    RESTART_ANSWER_IN_OTHER_WORDS(
            "words its restart answer in its own way",
            restartAnswer(a -> a.edited(m -> error(m).put("message", "Restarting, try again")))),
    RESTART_ANSWER_WITH_ANOTHER_CODE(
            "gives its restart answer another error code",
            restartAnswer(a -> a.edited(m -> error(m).put("code", -32000)))),
    RESTART_ANSWER_WITHOUT_ADVICE(
            "says in its restart answer nothing of when to come back", restartAnswer(a -> a.without("retry-after"))),
    RESTART_ANSWER_AS_A_PAGE(
            "labels its restart answer as a web page", restartAnswer(a -> a.replacing("content-type", "text/html"))),
    RESTART_ANSWER_NAMES_A_SESSION(
            "names a session beside its restart answer",
            restartAnswer(a -> a.with("mcp-session-id", "named-in-a-restart-answer"))),
    RESTART_ANSWER_IS_A_GATEWAYS(
            "lets its gateway answer with an error page while it restarts",
            restartAnswer(a -> page(502, "<html><body><h1>502 Bad Gateway</h1></body></html>"))),
    RESTART_LEAVES_SESSIONS("keeps the session of an opening that a restart interrupted"),
    RESTART_OF_A_REQUEST_IS_500(
            "answers a request that a restart interrupted with status 500",
            restartAnswer((asked, answer) -> asked.is("initialize") ? answer : page(500, "out of order"))),
    RESTART_SWALLOWS_PINGS("never answers a ping that a restart interrupted"),
    RESTART_UNDOES_ENDINGS("ends no session whose ending a restart has interrupted, whatever it answers"),
    BROKEN_ANSWER_ENDS_IN_GOOD_ORDER("ends an answer that a restart interrupted as if it were whole"),
    DESTROYED_SESSION_TOLD_TO_WAIT("tells the client of a session that it destroyed to try again"),
    DESTROYED_SESSION_LIVES_ON("goes on with a session that it has called destroyed"),

    // What outlives a restart

    SESSIONS_LOST_IN_A_RESTART("loses every session when it restarts"),
    SESSIONS_LOST_IN_A_DEPLOY("loses every session when another version takes its place"),
    SESSIONS_DAMAGED_IN_A_RESTART("answers sessions from before a restart with status 500"),
    COUNT_FORGOTTEN("reads a session back from storage without what it remembered"),
    OWNER_FORGOTTEN_IN_A_RESTART("knows no more after a restart whose session it is"),
    RESUMPTION_FAILS_AFTER_A_RESTART("fails to resume a stream from before a restart"),
    WAKES_UP_LATE("takes longer to wake up than clients wait"),

    // Dead and missing ids

    DEAD_ID_IS_400_BY_POST("answers requests of a dead session with 400", dead("POST", a -> a.withStatus(400))),
    DEAD_ID_IS_400_BY_GET("answers the stream of a dead session with 400", dead("GET", a -> a.withStatus(400))),
    DEAD_ID_IS_400_BY_DELETE("answers the ending of a dead session with 400", dead("DELETE", a -> a.withStatus(400))),
    DEAD_ID_IS_410("answers requests of a dead session with 410", dead("POST", a -> a.withStatus(410))),
    DEAD_ID_IS_500("answers requests of a dead session with 500", dead("POST", a -> a.withStatus(500))),
    DEAD_ID_IS_401("answers requests of a dead session with 401", dead("POST", a -> a.withStatus(401))),
    DEAD_ID_IS_AN_ERROR_IN_A_SUCCESS(
            "answers requests of a dead session with an error in a success", dead("POST", a -> a.withStatus(200))),
    DEAD_ID_IS_TOLD_TO_WAIT(
            "answers requests of a dead session with the restart answer",
            dead("POST", a -> RestartNotice.answer(Optional.of(RestartNotice.RETRY_AFTER)))),
    ENDED_SESSIONS_REVIVED("goes on with a session that its client has ended, when it is asked"),
    UNKNOWN_IDS_ADOPTED("opens a session for any id that it is asked with"),
    MADE_UP_ID_ADOPTED("opens a session under the id that an opening brings along"),
    DEAD_ID_ENDS_LIVING_SESSIONS("ends a caller's sessions when it is asked for a dead one"),
    MISSING_ID_IS_404(
            "answers a request that names no session with 404",
            (asked, answer) -> asked.by("POST") && isMissing(asked, answer) ? answer.withStatus(404) : answer),
    MISSING_ID_SERVED(
            "serves requests that name no session",
            (asked, answer) -> asked.by("POST") && isMissing(asked, answer)
                    ? Answer.json(200, JsonText.write(result(asked)))
                    : answer),
    STREAM_OF_NO_SESSION_OPENED(
            "opens a stream for who names no session",
            (asked, answer) ->
                    asked.by("GET") && isMissing(asked, answer) ? EventStreams.answer(": open\n\n") : answer),

    // The handshake

    CONFIRMATION_ANSWERED_WITH_NULL(
            "answers the confirmation with a null", confirmation(a -> Answer.json(200, "null"))),
    CONFIRMATION_ANSWERED_WITH_A_RESULT(
            "answers the confirmation with a result",
            confirmation(a -> Answer.json(200, "{\"jsonrpc\":\"2.0\",\"id\":null,\"result\":{}}"))),
    CONFIRMATION_IS_204("answers the confirmation with 204", confirmation(a -> a.withStatus(204))),
    CONFIRMATION_WITH_A_BODY("accepts the confirmation with some text", confirmation(a -> a.saying("ok"))),
    OPENING_WITHOUT_SERVER_INFO(
            "does not say its name when a session opens", opened(m -> result(m).remove("serverInfo"))),
    OPENING_WITHOUT_CAPABILITIES(
            "does not say what it can do when a session opens",
            opened(m -> result(m).remove("capabilities"))),
    OPENING_ANSWERED_UNDER_ANOTHER_ID("answers the opening under another id", opened(m -> m.put("id", "another"))),
    OPENING_NAMES_TWO_SESSIONS(
            "names two sessions in one answer",
            (asked, answer) -> isOpened(asked, answer) ? answer.with("mcp-session-id", "one-more") : answer),
    EVERY_REVISION_AGREED(
            "agrees to any revision, spoken or not",
            (asked, answer) -> isOpened(asked, answer)
                    ? answer.edited(m -> result(m)
                            .set(
                                    "protocolVersion",
                                    asked.message().path("params").path("protocolVersion")))
                    : answer),
    LATEST_REVISION_FOR_EVERYONE(
            "agrees to its latest revision, whatever is asked for",
            opened(m -> result(m).put("protocolVersion", "2025-11-25"))),
    EARLIEST_REVISION_OFFERED("offers its earliest revision in place of one that it does not speak"),
    IDS_HAVE_SPACES("puts a space into its session ids"),
    ONE_SESSION_FOR_EVERYONE("gives every opening of a caller the same session"),
    UNNAMED_SESSIONS_NOT_SERVED("asks for the id of a session, though it has told none"),
    OPENING_ENDS_OTHERS("ends a caller's sessions when it opens another"),
    OPENINGS_AT_ONCE_FAIL("answers one of several openings at once with 500"),
    PING_BEFORE_CONFIRMATION_REFUSED("refuses pings until a session is confirmed"),
    REQUEST_BEFORE_CONFIRMATION_IS_500("fails with status 500 at a request before the confirmation"),
    SECOND_OPENING_REPLACES("replaces a session by an opening that names it"),
    INCOMPLETE_OPENING_ACCEPTED("opens a session for an opening that lacks what it has to say"),
    OPENING_WITH_A_REVISION_REFUSED("refuses an opening that names its revision in a header too"),
    ASKS_ITS_CLIENT(
            "asks its client for something, on the stream that stands open",
            standing((asked, answer) -> answer.saying(
                    answer.body() + "data: {\"jsonrpc\":\"2.0\",\"id\":\"ask-1\",\"method\":\"roots/list\"}\n\n"))),

    // Messages

    PING_ANSWERED_WITH_SOMETHING(
            "answers a ping with something",
            (asked, answer) -> asked.is("ping") && answer.status() == 200
                    ? answer.edited(m -> {
                        if (m.path("result") instanceof ObjectNode result) {
                            result.put("pong", true);
                        }
                    })
                    : answer),
    RESULT_BESIDE_AN_ERROR("sends an error and a result in one answer", errors(m -> m.putObject("result"))),
    ERROR_CODE_IS_A_TEXT("writes error codes as text", errors(m -> error(m).put("code", "failed"))),
    REFUSAL_WITHOUT_THE_ID("refuses a request without its id", errors(m -> m.set("id", NullNode.getInstance()))),
    UNREADABLE_REFUSED_UNDER_AN_ID(
            "refuses what it could not read under the id of some request",
            (asked, answer) -> answer.body().contains("Parse error") ? answer.edited(m -> m.put("id", 1)) : answer),
    NULL_ID_ANSWERED(
            "answers a request whose id is null",
            (asked, answer) -> asked.message().path("id").isNull() && answer.status() == 400
                    ? Answer.json(200, "{\"jsonrpc\":\"2.0\",\"id\":null,\"result\":{}}")
                    : answer),
    NOTICES_ANSWERED(
            "answers notices with a result",
            (asked, answer) -> asked.isNotice() && !asked.is("notifications/initialized") && answer.status() == 202
                    ? Answer.json(200, "{\"jsonrpc\":\"2.0\",\"id\":null,\"result\":{}}")
                    : answer),
    NOTICES_FAIL(
            "fails with status 500 at a cancellation of something unknown",
            (asked, answer) -> asked.is("notifications/cancelled") ? page(500, "no such request") : answer),
    CANCELLATIONS_END_THE_SESSION("ends a session at a cancellation of something unknown"),
    UNKNOWN_METHODS_ANSWERED(
            "answers methods that it does not know with an empty result",
            (asked, answer) -> answer.body().contains("Method not found")
                    ? Answer.json(200, JsonText.write(result(asked)))
                    : answer),
    REFUSALS_END_THE_SESSION("ends a session when it refuses one of its requests"),
    LISTS_REFUSED("refuses lists of messages under a revision that has them"),
    OPENING_IN_A_LIST_ACCEPTED("opens a session for an opening inside a list"),
    ANSWERS_AS_TEXT(
            "labels its answers as plain text",
            (asked, answer) -> answer.status() == 200 && asked.is("tools/list") && !asked.isLone()
                    ? answer.replacing("content-type", "text/plain")
                    : answer),
    PLAIN_TEXT_ACCEPTED("reads messages that are labelled as plain text"),
    JSON_ALONE_FAILS(
            "fails with status 500 at a client that takes no streams",
            (asked, answer) -> answer.status() == 406 ? page(500, "cannot answer") : answer),
    UNKNOWN_VERB_IS_404(
            "answers an HTTP method that it does not serve with 404",
            (asked, answer) -> answer.status() == 405 && asked.by("PUT") ? answer.withStatus(404) : answer),
    SESSION_IDS_IN_ANY_LETTERS("takes session ids in small letters and capitals for the same"),
    UNKNOWN_REVISIONS_SERVED("serves requests of a revision that it does not speak"),
    MISSING_REVISION_REFUSED("refuses requests that name no revision"),

    // Memory, limits, idle time

    BUSY_RUNTIMES_DISPOSED("drops sessions from memory while they answer"),
    LATEST_RUNTIME_DISPOSED("drops the session from memory that was used last"),
    CAP_ENDS_SESSIONS("ends sessions that it drops from memory"),
    IDLE_CLOCK_NEVER_REARMED("counts the idle time of a session from its opening"),
    RESTORED_FOR_ONE_ALONE("answers one request while it reads a session back, and fails the others"),
    STREAMS_KEEP_RUNTIMES("keeps a session in memory as long as somebody holds a stream of it"),
    LIMIT_IGNORED("opens more sessions than its limit"),
    LIMIT_WITHOUT_ADVICE("does not say when to come back to who is one too many", limit(a -> a.without("retry-after"))),
    LIMIT_LOOKS_LIKE_A_RESTART(
            "gives the restart answer to who is one too many",
            limit(a -> RestartNotice.answer(Optional.of(RestartNotice.RETRY_AFTER)))),
    LIMIT_ENDS_THE_OLDEST("ends the oldest session where there is no room for another"),
    LIMIT_RACES("counts its sessions too early, so that openings at once exceed the limit"),
    LIMIT_COUNTS_ENDED_SESSIONS("counts ended sessions among the open ones"),
    IDLE_SESSIONS_FAIL("fails with status 500 at a session that was left idle"),

    // Endings

    ENDING_NOT_DONE("accepts endings and ends nothing"),
    SECOND_ENDING_FAILS("fails with status 500 when a session is ended again", dead("DELETE", a -> a.withStatus(500))),
    ENDING_FAILS(
            "ends a session and says that it failed",
            (asked, answer) -> asked.by("DELETE") && answer.status() == 204 ? page(500, "failed") : answer),
    ENDING_ENDS_EVERYTHING("ends all sessions of a caller who ends one"),
    ENDING_BARS_OPENINGS("lets a caller who has ended a session open no other"),
    ENDINGS_AT_ONCE_FAIL("fails with status 500 where a session is ended twice at once"),

    // Whose session it is

    NO_BEARER_SERVED("serves requests without a bearer"),
    WRONG_BEARER_SERVED("serves requests with any bearer"),
    WRONG_BEARER_IS_403(
            "answers a wrong bearer with 403",
            (asked, answer) -> answer.status() == 401 && asked.says("Authorization") ? answer.withStatus(403) : answer),
    REFUSAL_WITHOUT_A_CHALLENGE(
            "asks for a bearer without a challenge",
            (asked, answer) -> answer.status() == 401 ? answer.without("www-authenticate") : answer),
    CHALLENGE_POINTS_NOWHERE(
            "points from its challenge to a document that is not there",
            (asked, answer) -> answer.status() == 401
                    ? answer.replacing(
                            "www-authenticate",
                            answer.headers()
                                    .first("www-authenticate")
                                    .orElse("")
                                    .replace("/.well-known/", "/nowhere/"))
                    : answer),
    DOCUMENT_NAMES_NOBODY(
            "names nobody who grants access",
            (asked, answer) -> answer.body().contains("authorization_servers")
                    ? answer.edited(m -> m.remove("authorization_servers"))
                    : answer),
    OTHERS_SERVED_BY_POST("answers requests of a session whoever asks"),
    OTHERS_SERVED_BY_GET("opens the stream of a session whoever asks"),
    OTHERS_SERVED_BY_DELETE("lets anybody end a session"),
    WRONG_BEARER_ENDS_THE_SESSION("ends a session that is named with a wrong bearer"),
    SESSIONS_LOOKED_UP_FIRST("looks a session up before it asks for a bearer"),
    SESSIONS_BOUND_TO_A_BEARER("takes a caller with a new bearer for somebody else"),
    OUTAGE_IS_500(
            "answers with status 500 while it cannot find out who may come in",
            (asked, answer) -> answer.body().contains("temporarily unavailable") ? page(500, "no answer") : answer),
    OUTAGE_ENDS_SESSIONS("ends sessions while it cannot find out who may come in"),
    OUTAGE_LEAVES_SESSIONS("opens sessions that it then refuses while it cannot find out who may come in"),
    SHUT_OUT_TOLD_TO_COME_BACK(
            "advises who may no longer come in to try again",
            (asked, answer) -> isShutOut(answer) ? answer.with("retry-after", "2") : answer),
    SHUT_OUT_IS_401(
            "asks who may no longer come in for a bearer",
            (asked, answer) -> isShutOut(answer) ? answer.withStatus(401) : answer),
    SHUT_OUT_COMES_BACK("gives a caller who was shut out the old session back"),

    // Pages from elsewhere

    FOREIGN_PAGES_SERVED("serves pages from anywhere"),
    LIKELY_PAGES_SERVED("serves pages whose origin begins like an allowed one"),
    OWN_PAGES_REFUSED("refuses pages that it has delivered itself"),
    FOREIGN_HOSTS_SERVED("serves requests that name another host"),
    FOREIGN_PAGES_TOLD_AN_ID(
            "refuses a foreign page under the id of its request",
            (asked, answer) ->
                    answer.body().contains("Origin is not allowed") ? answer.edited(m -> m.put("id", 1)) : answer),

    // Streams

    ANSWER_TWICE_IN_A_STREAM("says an answer twice in its stream", streams(text -> text + lastEvent(text))),
    STREAM_GOES_ON_BEHIND_ITS_ANSWER(
            "goes on in a stream behind its answer",
            streams(text -> text + "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}\n\n")),
    STREAM_ENDS_BEFORE_ITS_ANSWER(
            "ends a stream before its answer",
            streams(text -> "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}\n\n")),
    STREAM_NOT_PRIMED(
            "begins a stream with its answer", streams(text -> text.replaceFirst("^id: [^\\n]*\\ndata: \\n\\n", ""))),
    PAUSE_WITHOUT_ADVICE(
            "ends a stream early without saying when to come back",
            streams(text -> text.replaceFirst("retry: \\d+\\n", ""))),
    OTHER_ANSWERS_IN_A_STREAM(
            "answers other requests in a stream too",
            streams(text -> "data: {\"jsonrpc\":\"2.0\",\"id\":\"others\",\"result\":{}}\n\n" + text)),
    SAID_ON_EVERY_STREAM("says the same on every stream that stands open"),
    ANSWERS_ON_THE_STANDING_STREAM(
            "answers requests on the stream that stands open",
            standing((asked, answer) ->
                    answer.saying(answer.body() + "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n\n"))),
    STREAM_IS_JSON("answers the request for a stream with JSON", standing((asked, answer) -> Answer.json(200, "{}"))),
    REOPENING_REFUSED("opens the stream of a session only once"),
    EVENT_IDS_REPEATED("gives events of different streams the same id"),
    RESUMPTION_FAILS(
            "fails with status 500 where a stream is to be resumed",
            (asked, answer) -> asked.says("Last-Event-ID") ? page(500, "cannot resume") : answer),
    EVERY_STREAM_REPLAYED("says in the rest of a stream what belongs to others"),
    REPLAYED_FROM_THE_BEGINNING("says a whole stream again to who asks for its rest"),
    NOTHING_REPLAYED("keeps nothing of what it has said in a stream"),
    UNKNOWN_EVENT_FAILS("fails with status 500 where the rest behind an unknown event is asked for"),
    STREAMS_OUTLIVE_A_DRAIN("leaves streams open when it goes down"),
    DRAIN_WAITS_FOR_STREAMS("waits for open streams when it is to go down"),

    // Front doors and deploys

    DOOR_HOLDS_STREAMS_BACK("collects what a stream says before its front door passes it on"),
    DOOR_CUTS_QUIET_STREAMS("lets its front door cut streams that say nothing for a second"),
    DOOR_SENDS_OPENINGS_AGAIN("lets its front door send openings a second time"),
    INSTANCES_SHARE_NOTHING("reaches with every tenth request of a session an instance that does not know it"),
    OTHER_DOOR_KNOWS_NO_SESSIONS("knows sessions at one of its addresses alone"),
    DEPLOY_SHUTS_EVERYONE_OUT("answers with an error page while another version takes its place"),
    DRAIN_SHUTS_EVERYONE_OUT("answers with an error page while it is drained"),

    // Requests that stand alone

    DISCOVERY_WITHOUT_CAPABILITIES(
            "does not say what it can do when it is asked alone",
            lone("server/discover", m -> result(m).remove("capabilities"))),
    DISCOVERY_CHANGES("names other revisions when it is asked again"),
    LONE_INCOMPLETE_SERVED("serves lone requests that do not say their revision", lonely(400, "_meta names")),
    LONE_UNKNOWN_REVISION_WITHOUT_ADVICE(
            "refuses an unknown revision without those to ask for",
            loneErrors("Unsupported protocol version", m -> error(m).remove("data"))),
    LONE_REFUSAL_NAMES_OTHER_REVISIONS(
            "names revisions in a refusal that it does not speak", loneErrors("Unsupported protocol version", m -> {
                if (error(m).path("data") instanceof ObjectNode data) {
                    data.putArray("supported").add("2027-01-01");
                }
            })),
    LONE_REVISION_MARK_IGNORED(
            "ignores which revision a lone request is marked with", lonely(400, "MCP-Protocol-Version is not")),
    LONE_METHOD_MARK_IGNORED("ignores which method a lone request is marked with", lonely(400, "Mcp-Method is not")),
    LONE_NAME_MARK_IGNORED("ignores which tool a lone request is marked with", lonely(400, "Mcp-Name is not")),
    LONE_NAME_CODE_NOT_READ("does not read names in code in the marks of lone requests"),
    LONE_MARKS_IN_CAPITALS_SERVED("takes the marks of lone requests in any letters"),
    LONE_UNKNOWN_METHOD_IS_200(
            "answers a lone request of an unknown method with status 200",
            (asked, answer) -> asked.isLone() && answer.status() == 404 ? answer.withStatus(200) : answer),
    LONE_FIRST_REQUEST_FAILS("fails the first lone request after a restart"),
    SUBSCRIPTION_ENDS_WITHOUT_A_WORD("says nothing to subscriptions when it goes down"),
    OLD_CLIENTS_TOLD_NOTHING(
            "names no revision to a client that wants to open a session",
            (asked, answer) -> asked.is("initialize")
                            && answer.status() == 400
                            && answer.body().contains("Unsupported protocol")
                    ? answer.edited(m -> {
                        error(m).put("message", "Bad Request");
                        error(m).remove("data");
                    })
                    : answer),
    LONE_REQUESTS_END_SESSIONS("ends a caller's sessions when that caller asks without one"),
    LONE_REQUESTS_LOOK_FOR_SESSIONS("answers a lone request that names a session with 404"),
    LONE_REQUESTS_OPEN_SESSIONS(
            "names a session in answer to a lone request",
            (asked, answer) -> asked.isLone() && answer.status() == 200
                    ? answer.replacing("mcp-session-id", "of-a-lone-request")
                    : answer),
    LONE_ERRORS_WITH_RESERVED_CODES(
            "gives errors codes that are reserved and mean nothing",
            (asked, answer) -> asked.isLone() && answer.status() / 100 == 4
                    ? answer.edited(m -> error(m).put("code", -32050))
                    : answer),
    LONE_RESULTS_WITHOUT_TYPE(
            "does not say whether a result is complete",
            (asked, answer) -> asked.isLone() && answer.status() == 200 && !asked.is("subscriptions/listen")
                    ? answer.edited(m -> result(m).remove("resultType"))
                    : answer),
    LONE_STREAMS_ASK(
            "asks its client for something in the stream of an answer",
            (asked, answer) -> asked.isLone() && answer.streamed() && !asked.is("subscriptions/listen")
                    ? answer.saying(
                            "data: {\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"roots/list\"}\n\n" + answer.body())
                    : answer),
    LONE_STREAMS_HELD_BACK(
            "does not tell proxies to pass streams on",
            (asked, answer) -> asked.isLone() ? answer.without("x-accel-buffering") : answer),
    LONE_RESTART_TOLD_AS_A_SESSIONS(
            "tells a lone request of a restart as it tells a session",
            (asked, answer) -> asked.isLone() && answer.status() == 503
                    ? RestartNotice.answer(Optional.of(RestartNotice.RETRY_AFTER))
                    : answer),
    LONE_GET_OPENS_A_STREAM(
            "opens a stream though it keeps no sessions",
            (asked, answer) -> asked.by("GET") && answer.status() == 405 ? EventStreams.answer(": open\n\n") : answer);

    private final String words;
    private final Bend bend;

    /** One that is written where the platform does what it gets wrong. */
    Defect(String words) {
        this(words, Bend.NONE);
    }

    Defect(String words, Bend bend) {
        this.words = words;
        this.bend = bend;
    }

    /** What a server with it does, after "the server". */
    public String words() {
        return words;
    }

    /** As options and files spell it. */
    public String word() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    public static Optional<Defect> named(String word) {
        return Arrays.stream(values()).filter(d -> d.word().equals(word)).findFirst();
    }

    /** What it makes of answers. */
    Bend bend() {
        return bend;
    }

    private static Bend restartAnswer(UnaryOperator<Answer> change) {
        return restartAnswer((asked, answer) -> change.apply(answer));
    }

    private static Bend restartAnswer(Bend change) {
        return (asked, answer) -> Asked.isRestartAnswer(answer) ? change.bend(asked, answer) : answer;
    }

    /** The answer to who names a session that is not there. */
    private static Bend dead(String verb, UnaryOperator<Answer> change) {
        return (asked, answer) -> asked.by(verb) && isOfADeadSession(answer) ? change.apply(answer) : answer;
    }

    private static boolean isOfADeadSession(Answer answer) {
        return answer.status() == 404 && answer.body().contains("Session ");
    }

    private static boolean isMissing(Asked asked, Answer answer) {
        return !asked.namesSession() && answer.status() == 400 && answer.body().contains("header is required");
    }

    private static boolean isShutOut(Answer answer) {
        return answer.status() == 403 && answer.body().contains("No organization");
    }

    private static Bend confirmation(UnaryOperator<Answer> change) {
        return (asked, answer) ->
                asked.is("notifications/initialized") && answer.status() == 202 ? change.apply(answer) : answer;
    }

    private static boolean isOpened(Asked asked, Answer answer) {
        return asked.is("initialize")
                && answer.status() == 200
                && answer.headers().has("mcp-session-id");
    }

    private static Bend opened(Consumer<ObjectNode> change) {
        return (asked, answer) -> isOpened(asked, answer) ? answer.edited(change) : answer;
    }

    /** Errors that answer a request which could be read. */
    private static Bend errors(Consumer<ObjectNode> change) {
        return (asked, answer) -> asked.message().path("id").isValueNode()
                        && !asked.is("initialize")
                        && !Asked.isRestartAnswer(answer)
                        && answer.body().contains("\"error\"")
                ? answer.edited(change)
                : answer;
    }

    private static Bend limit(UnaryOperator<Answer> change) {
        return (asked, answer) -> answer.body().contains("Too many sessions") ? change.apply(answer) : answer;
    }

    /** The streams of answers to requests of a session. */
    private static Bend streams(UnaryOperator<String> change) {
        return (asked, answer) -> asked.by("POST") && answer.streamed() && !asked.isLone() && !asked.is("initialize")
                ? answer.saying(change.apply(answer.body()))
                : answer;
    }

    private static Bend standing(Bend change) {
        return (asked, answer) -> asked.by("GET") && answer.streamed() && !asked.says("Last-Event-ID")
                ? change.bend(asked, answer)
                : answer;
    }

    private static String lastEvent(String text) {
        return List.of(text.split("(?<=\\n\\n)")).stream()
                .filter(event -> event.contains("\"result\""))
                .map(event ->
                        event.lines().filter(line -> line.startsWith("data:")).collect(Collectors.joining("\n"))
                                + "\n\n")
                .reduce("", (before, after) -> after);
    }

    private static Bend lone(String method, Consumer<ObjectNode> change) {
        return (asked, answer) ->
                asked.isLone() && asked.is(method) && answer.status() == 200 ? answer.edited(change) : answer;
    }

    private static Bend loneErrors(String text, Consumer<ObjectNode> change) {
        return (asked, answer) -> asked.isLone() && answer.body().contains(text) ? answer.edited(change) : answer;
    }

    /** Serves what it should have refused with that status and text. */
    private static Bend lonely(int status, String text) {
        return (asked, answer) ->
                asked.isLone() && answer.status() == status && answer.body().contains(text)
                        ? Answer.json(200, JsonText.write(result(asked)))
                        : answer;
    }

    /** A result for the request that was asked. */
    private static ObjectNode result(Asked asked) {
        ObjectNode result = JsonText.object().put("resultType", "complete");
        result.putArray("tools");
        return JsonText.result(result, asked.message().path("id"));
    }

    private static ObjectNode result(ObjectNode message) {
        return message.path("result") instanceof ObjectNode result ? result : JsonText.object();
    }

    private static ObjectNode error(ObjectNode message) {
        return message.path("error") instanceof ObjectNode error ? error : JsonText.object();
    }

    private static Answer page(int status, String text) {
        return new Answer(status, Asked.html(), text, false);
    }
}
