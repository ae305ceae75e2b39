package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.RetryAfter;
import io.github.sessionsurvival.wire.Revision;
import io.github.sessionsurvival.wire.WireFault;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.hamcrest.Description;
import org.hamcrest.Matcher;
import org.hamcrest.TypeSafeDiagnosingMatcher;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** How a server may treat a request, as the sentences word it. */
enum Treatment {
    ANSWERED("answered", e -> Reply.result(e).isPresent(), "to be answered with a result"),
    /** A ping says nothing, so its answer has nothing to say either (PING-01). */
    ANSWERED_EMPTY(
            "answered with nothing but its number",
            e -> Reply.result(e)
                    .filter(result -> result.isObject() && result.isEmpty())
                    .isPresent(),
            "to be answered with an empty result"),
    ANSWERED_TWICE("answered, each of them", Treatment::answersBothPings, "to be answered with a result for each"),
    /** An ending may say something; which success it is, is not specified (SESS-10). */
    ACCEPTED("accepted", Answers.answersASuccess()::matches, "to be accepted"),
    ACCEPTED_OR_NOT_KNOWN(
            "accepted, or not known any more",
            e -> Answers.answersASuccess().matches(e) || isRefused(e) && e.status() == 404,
            "to be accepted, or answered with 404"),
    ACCEPTED_SILENTLY(
            "accepted without a word",
            IsAcceptedWithoutAWord.isAcceptedWithoutAWord()::matches,
            "to be accepted with 202 and an empty body"),
    UNANSWERED(
            "left without an answer",
            e -> e.fault().isEmpty()
                    && e.answer().filter(a -> a.body().isEmpty()).isPresent(),
            "to get no answer"),
    REFUSED("refused", Treatment::isRefused, "to be refused, with no session named"),
    REFUSED_AS_WRONG(
            "refused as a wrong request",
            e -> isRefused(e) && e.status() == 400,
            "to be refused with 400, with no session named"),
    REFUSED_AS_UNKNOWN(
            "refused as an unknown method",
            e -> isRefused(e)
                    && code(e).filter(code -> code == Treatment.METHOD_NOT_FOUND)
                            .isPresent(),
            "to be refused with error -32601 (method not found)"),
    REFUSED_AS_UNREADABLE(
            "refused as unreadable", Treatment::isRefusedToNobody, "to be refused with an error that names no request"),
    REFUSED_AS_UNAUTHORIZED(
            "refused for want of a credential",
            e -> isRefused(e) && e.status() == 401,
            "to be refused with 401, with no session named"),
    TOLD_TO_WAIT(
            "told to try again",
            e -> e.status() == 503
                    && e.fault().isEmpty()
                    && advises(e)
                    && error(e).isPresent()
                    && !namesAnotherSession(e),
            "to be answered with 503, an error and a Retry-After, with no session named"),
    /** LIM-01: one too many may come back when there is room. */
    TOLD_OF_NO_ROOM(
            "told that there is no room",
            e -> e.fault().isEmpty() && Set.of(429, 503).contains(e.status()) && advises(e) && !namesAnotherSession(e),
            "to be answered with 429 or 503 and a Retry-After, with no session named"),
    /** SEC-04: whoever answers, whatever it says, is reachable. */
    NOT_REACHABLE(
            "not reachable",
            e -> e.fault()
                    .filter(fault -> Treatment.isNotConnected(fault.kind()))
                    .isPresent(),
            "to meet nobody there"),
    REFUSED_FOR_GOOD(
            "refused for good",
            e -> isRefused(e)
                    && e.status() == 403
                    && e.answer().filter(a -> a.headers().has("Retry-After")).isEmpty(),
            "to be refused with 403 and without a Retry-After, with no session named"),
    REFUSED_AS_FOREIGN(
            "refused as foreign",
            e -> isRefused(e) && Set.of(403, 421).contains(e.status()),
            "to be refused with 403, with no session named"),
    REFUSED_TO_NOBODY(
            "refused by an answer that names no request",
            Treatment::isRefusedToNobody,
            "to be refused with nothing, or with an error that names no request"),
    REFUSED_AS_NOT_SERVED(
            "refused with what is served instead",
            e -> isRefused(e)
                    && e.status() == 405
                    && e.answer().filter(a -> a.headers().has("Allow")).isPresent(),
            "to be refused with 405 and the methods that are allowed"),
    REFUSED_OR_ANSWERED(
            "refused or answered",
            e -> isRefused(e) || Reply.result(e).isPresent(),
            "to be refused, or answered with a result"),
    OPENED_OR_NOT_OFFERED(
            "opened as a stream, or not offered",
            e -> e.answer().filter(a -> a.isEventStream()).isPresent() || e.status() == 405,
            "to be opened as a stream, or refused with 405"),
    RESUMED_OR_NOT(
            "resumed, opened afresh, or not offered",
            e -> e.answer().filter(a -> a.isEventStream()).isPresent() || e.status() / 100 == 4,
            "to be answered with a stream, or refused"),
    /** MOD-01. */
    TELLS_REVISIONS(
            "answered with the revisions it speaks",
            e -> Reply.result(e).filter(Treatment::tellsRevisions).isPresent(),
            "to be answered with the revisions that are spoken, and with capabilities"),
    /** MOD-02. */
    REFUSED_AS_INCOMPLETE(
            "refused as incomplete",
            e -> isRefusedBy(e, 400, Treatment.INVALID_PARAMS),
            "to be refused with 400 and error -32602 (invalid params)"),
    /** MOD-03. */
    REFUSED_WITH_REVISIONS(
            "refused with the revisions to ask for",
            e -> isRefusedBy(e, 400, Treatment.UNSUPPORTED_REVISION) && namesRevisions(e),
            "to be refused with 400, error -32022 (unsupported protocol version), and the revisions supported and"
                    + " requested"),
    /** MOD-15: how else it is refused is left open. */
    REFUSED_NAMING_A_REVISION(
            "refused by an answer that names a revision",
            e -> isRefused(e)
                    && Set.of(400, 404).contains(e.status())
                    && error(e).map(JsonNode::toString)
                            .filter(text -> Revision.SESSIONLESS.stream().anyMatch(r -> text.contains(r.date())))
                            .isPresent(),
            "to be refused with 400 or 404 and an error that names a revision to ask for"),
    /** MOD-04 to MOD-06, MOD-21. */
    REFUSED_AS_CONTRADICTORY(
            "refused as contradictory",
            e -> isRefusedBy(e, 400, Treatment.HEADER_MISMATCH),
            "to be refused with 400 and error -32020 (header mismatch)"),
    /** MOD-09. */
    REFUSED_AS_UNKNOWN_HERE(
            "refused as unknown here",
            e -> isRefusedBy(e, 404, Treatment.METHOD_NOT_FOUND),
            "to be refused with 404 and error -32601 (method not found)"),
    /** MOD-23. */
    ANSWERED_FREE(
            "answered, with no session named",
            e -> Reply.result(e).isPresent() && !namesAnySession(e),
            "to be answered with a result, with no session named"),
    /** MOD-29: what a plain 503 says, and nothing that a client of sessions would take for its own. */
    TOLD_TO_WAIT_BY_NUMBER(
            "told to try again, under its own number",
            e -> e.status() == 503 && e.fault().isEmpty() && advises(e) && isPlainOutage(e),
            "to be answered with 503 and a Retry-After, and any error to carry the request's number and no code that"
                    + " means a session"),
    /** What the contract says of waiting is known only to who knows the target: {@link OddSteps} asks it. */
    ALIVE_GONE_OR_TOLD_TO_WAIT(
            "answered, told to wait, or told that the session is gone",
            IsAliveOrGone.isAliveOrGone()::matches,
            "to be answered, or told that the session is gone"),
    NOT_KNOWN("not known", e -> isRefused(e) && e.status() == 404, "to be answered with 404");

    private static final int METHOD_NOT_FOUND = -32601;
    private static final int INVALID_PARAMS = -32602;
    private static final int HEADER_MISMATCH = -32020;
    private static final int UNSUPPORTED_REVISION = -32022;
    /** Servers of sessions gave these codes meanings of their own, so none can be relied on. */
    private static final int FIRST_WORN_CODE = -32019;

    private static final int LAST_WORN_CODE = -32000;

    private final String words;
    private final Predicate<Exchange> holds;
    private final String expectation;

    Treatment(String words, Predicate<Exchange> holds, String expectation) {
        this.words = words;
        this.holds = holds;
        this.expectation = expectation;
    }

    static Treatment inWords(String words) {
        return Arrays.stream(values())
                .filter(t -> t.words.equals(words))
                .findFirst()
                .orElseThrow();
    }

    Matcher<Exchange> matcher() {
        return new TypeSafeDiagnosingMatcher<>() {
            @Override
            protected boolean matchesSafely(Exchange exchange, Description mismatch) {
                mismatch.appendText("was " + seen(exchange));
                return holds.test(exchange);
            }

            @Override
            public void describeTo(Description description) {
                description.appendText(expectation);
            }
        };
    }

    private static String seen(Exchange exchange) {
        return Reply.inWords(exchange) + (namesAnotherSession(exchange) ? ", and a session named" : "");
    }

    /**
     * Turned down, by status or by an error of JSON-RPC, and nothing begun: a session that is named beside a refusal would
     * live on unknown to its client.
     */
    private static boolean isRefused(Exchange exchange) {
        boolean turnedDown = exchange.status() / 100 == 4
                || exchange.status() == 200
                        && Reply.anyResult(exchange).isEmpty()
                        && error(exchange).isPresent();
        return exchange.fault().isEmpty() && turnedDown && !namesAnotherSession(exchange);
    }

    private static boolean isRefusedToNobody(Exchange exchange) {
        return isRefused(exchange) && namesNoRequest(exchange);
    }

    private static boolean isNotConnected(WireFault.Kind kind) {
        return kind == WireFault.Kind.REFUSED || kind == WireFault.Kind.CONNECT_TIMEOUT;
    }

    private static boolean advises(Exchange exchange) {
        return exchange.answer()
                .flatMap(answer -> RetryAfter.of(
                                answer.headers(), exchange.timing().startedAt())
                        .delay())
                .isPresent();
    }

    private static boolean isRefusedBy(Exchange exchange, int status, int code) {
        return isRefused(exchange)
                && exchange.status() == status
                && code(exchange).equals(Optional.of(code));
    }

    private static boolean tellsRevisions(JsonNode result) {
        JsonNode revisions = result.path("supportedVersions");
        return areTexts(revisions) && result.path("capabilities").isObject();
    }

    private static boolean areTexts(JsonNode list) {
        return list.isArray() && !list.isEmpty() && list.valueStream().allMatch(JsonNode::isString);
    }

    private static boolean namesRevisions(Exchange exchange) {
        JsonNode data = error(exchange).orElseThrow().path("error").path("data");
        return areTexts(data.path("supported")) && data.path("requested").isString();
    }

    private static boolean isPlainOutage(Exchange exchange) {
        JsonNode asked =
                Reply.request(exchange).map(request -> request.path("id")).orElseGet(MissingNode::getInstance);
        return error(exchange)
                .map(message -> message.path("id").equals(asked)
                        && code(exchange)
                                .filter(code -> code < FIRST_WORN_CODE || code > LAST_WORN_CODE)
                                .isPresent())
                .orElse(true);
    }

    private static boolean namesAnySession(Exchange exchange) {
        return exchange.answer()
                .filter(answer -> answer.headers().has("Mcp-Session-Id"))
                .isPresent();
    }

    private static boolean namesAnotherSession(Exchange exchange) {
        return exchange.sessionId().isPresent()
                && !exchange.sessionId().equals(exchange.request().headers().sessionId());
    }

    /**
     * The id is null by JSON-RPC, or absent by MCP: nobody can tell whose it would be (RPC-05). An answer without a message
     * says less, and is fine.
     */
    private static boolean namesNoRequest(Exchange exchange) {
        return error(exchange)
                .map(message -> message.path("id"))
                .map(id -> id.isNull() || id.isMissingNode())
                .orElse(true);
    }

    private static Optional<JsonNode> error(Exchange exchange) {
        return Reply.messages(exchange).stream().filter(m -> m.has("error")).findFirst();
    }

    private static Optional<Integer> code(Exchange exchange) {
        return error(exchange)
                .map(message -> message.path("error").path("code"))
                .filter(JsonNode::isIntegralNumber)
                .map(JsonNode::intValue);
    }

    private static boolean answersBothPings(Exchange exchange) {
        return exchange.status() == 200
                && Reply.messages(exchange).stream()
                        .filter(m -> m.has("result"))
                        .map(m -> m.path("id").asString(""))
                        .toList()
                        .containsAll(Set.of("odd-1", "odd-2"));
    }
}
