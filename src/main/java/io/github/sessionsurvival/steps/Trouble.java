package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.target.ScriptedAnswer;
import io.github.sessionsurvival.target.ScriptedAnswer.Shape;
import io.github.sessionsurvival.target.Verb;
import io.github.sessionsurvival.wire.Headers;
import java.util.Arrays;
import java.util.Set;

/** How an answer to an opening can go wrong after its headers, as the sentences word it. */
enum Trouble implements Pulling {
    BREAKS_OFF("breaks off within its body", 200, "application/json", Shape.CUT),
    FALLS_SILENT("falls silent", 200, "application/json", Shape.SILENT),
    TRICKLES("trickles without end", 200, "application/json", Shape.DRIP),
    NEVER_ENDS("never ends", 200, "text/event-stream", Shape.ENDLESS_EVENTS),
    ONE_LINE("is one line without end", 200, "text/event-stream", Shape.ENDLESS_LINE),
    TOO_LARGE("is far too large", 200, "application/json", Shape.LARGE),
    /** In good order, with a message in it, but without the one that was asked for. */
    ENDS_UNANSWERED("is a stream that ends without the response", 200, "text/event-stream", Shape.WHOLE),
    /** No answer at all: not a thing that can be scripted. */
    CUT_OFF("is cut off before it begins", 0, "", Shape.CUT),
    SERVER_ERROR("has status 500", 500, "text/plain", Shape.WHOLE);

    private static final String BODY = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"2025-11-25\"}}";

    private static final String NOTIFICATION =
            "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"info\","
                    + "\"data\":\"starting\"}}\n\n";

    private final String words;
    private final int status;
    private final String mediaType;
    private final Shape shape;

    Trouble(String words, int status, String mediaType, Shape shape) {
        this.words = words;
        this.status = status;
        this.mediaType = mediaType;
        this.shape = shape;
    }

    ScriptedAnswer answer(boolean namesSession) {
        return RestartLookAlike.scripted(
                status,
                Headers.NONE.with("Content-Type", mediaType),
                this == ENDS_UNANSWERED ? NOTIFICATION : BODY,
                shape,
                namesSession);
    }

    @Override
    public Set<Verb> verbs() {
        return Set.of(this == CUT_OFF ? Verb.HOLD : Verb.SCRIPTED_ANSWERS);
    }

    static Trouble inWords(String words) {
        return Arrays.stream(values())
                .filter(t -> t.words.equals(words))
                .findFirst()
                .orElseThrow();
    }
}
