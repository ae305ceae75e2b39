package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.wire.Excerpt;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.ServerSentEvent;
import io.github.sessionsurvival.wire.ServerSentEvents;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import tools.jackson.databind.JsonNode;

/** What an event stream has to be like, as the sentences word it. */
enum Quality {
    /** SSE-01, RES-04. */
    ONE_ANSWER("holds its answer once", Quality::answers),
    /** SSE-02. */
    ENDS("ends behind its answer", Quality::end),
    /** SSE-03. */
    LASTS("does not end before its answer", (stream, all) -> early(stream)),
    /** SSE-04. */
    PRIMED("begins with an event that says nothing", (stream, all) -> priming(stream)),
    /** RES-01. */
    UNIQUE_IDS("names no event twice", (stream, all) -> repeated(all)),
    /** RES-08. */
    ONCE("says nothing again", Quality::saidBefore),
    /** RES-03, SSE-08. */
    OWN_MESSAGES("says nothing of other requests", Quality::foreign),
    /** MOD-25. */
    NO_REQUESTS("asks for nothing itself", (stream, all) -> request(stream, "")),
    /** MOD-27. */
    UNBUFFERED("asks not to be held back", (stream, all) -> buffered(stream)),
    /** SSE-05. */
    ADVISES("says when to come back, should it end early", (stream, all) -> silentEnd(stream)),
    /** SSE-09. */
    ANSWERS_NOTHING("answers no request", (stream, all) -> answered(stream)),
    /** INIT-05, INIT-12. */
    PINGS_ONLY("asks for nothing but a ping", (stream, all) -> request(stream, "ping")),
    /** SSE-07. */
    UNSHARED("says nothing that another says", Quality::shared),
    /** TOPO-09. */
    PASSES_ON("passes on what is said", (stream, all) -> silence(stream)),
    /** TOPO-04. */
    ENDED("has ended", (stream, all) -> stream.over() ? Optional.empty() : Optional.of("it is still open")),
    /** TOPO-10. */
    OPEN("is still open", (stream, all) -> stream.over() ? Optional.of("it has ended") : Optional.empty());

    private final String words;
    private final BiFunction<Streamed, List<Streamed>, Optional<String>> fault;

    Quality(String words, BiFunction<Streamed, List<Streamed>, Optional<String>> fault) {
        this.words = words;
        this.fault = fault;
    }

    /**
     * A stream that was read.
     *
     * @param exchange how it was read
     * @param request the id of the request that it answers
     * @param over whether the server ended it, or lost it; false where the client let go of it
     */
    record Streamed(Exchange exchange, JsonNode request, boolean over) {

        Streamed(Exchange exchange, JsonNode request) {
            this(exchange, request, true);
        }

        List<ServerSentEvent> events() {
            return exchange.answer().map(Exchange.Answer::events).orElse(List.of());
        }
    }

    /** Whether it is about streams that stand by, which belong to no request. */
    boolean isAboutWhatNobodyAskedFor() {
        return switch (this) {
            case ANSWERS_NOTHING, PINGS_ONLY, UNSHARED, PASSES_ON, ENDED, OPEN -> true;
            default -> false;
        };
    }

    String words() {
        return words;
    }

    static Quality inWords(String words) {
        return Arrays.stream(values())
                .filter(q -> q.words.equals(words))
                .findFirst()
                .orElseThrow();
    }

    /** What is wrong with the stream; empty where nothing is. */
    Optional<String> faultOf(Streamed stream, List<Streamed> all) {
        return fault.apply(stream, all);
    }

    private static Optional<String> answers(Streamed stream, List<Streamed> all) {
        long own = ownAnswers(stream);
        return own == 1 ? Optional.empty() : Optional.of("its answer came " + own + " times");
    }

    /** A stream that is still open says nothing of its end. */
    private static Optional<String> early(Streamed stream) {
        return ownAnswers(stream) > 0 || stream.exchange().fault().isPresent()
                ? Optional.empty()
                : Optional.of("it ended without its answer");
    }

    private static Optional<String> end(Streamed stream, List<Streamed> all) {
        if (stream.exchange().fault().isPresent()) {
            return stream.exchange().fault().map(fault -> "it did not: " + fault.inWords());
        }
        List<ServerSentEvent> events = stream.events().stream()
                .filter(event -> event.type().equals("message") && !event.data().isBlank())
                .toList();
        boolean last = !events.isEmpty()
                && Reply.json(events.get(events.size() - 1).data())
                        .filter(message -> message.path("id").equals(stream.request()))
                        .isPresent();
        return last ? Optional.empty() : Optional.of("something else came last");
    }

    private static Optional<String> priming(Streamed stream) {
        ServerSentEvent first = stream.events().get(0);
        if (first.lastEventId().isEmpty()) {
            return Optional.of("its first event has no id");
        }
        // Older clients fail over empty data, so some servers prime them with an event of a type that nobody
        // dispatches.
        return first.data().isEmpty() || !first.type().equals("message")
                ? Optional.empty()
                : Optional.of("its first event says something");
    }

    /** An event without an id of its own carries the one before it, which is no repetition. */
    private static Optional<String> repeated(List<Streamed> all) {
        Set<String> seen = new HashSet<>();
        for (Streamed stream : all) {
            String before = "";
            for (ServerSentEvent event : stream.events()) {
                String id = event.lastEventId();
                if (!id.isEmpty() && !id.equals(before) && !seen.add(id)) {
                    return Optional.of("two events have the same id");
                }
                before = id;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> foreign(Streamed stream, List<Streamed> all) {
        return responses(stream).stream().allMatch(message -> message.path("id").equals(stream.request()))
                ? Optional.empty()
                : Optional.of("it answers another request");
    }

    /** @param allowed the one method that it may ask for; empty for none */
    private static Optional<String> request(Streamed stream, String allowed) {
        return Reply.messages(stream.exchange()).stream()
                .filter(message -> message.has("method") && message.has("id"))
                .filter(message -> !message.path("method").asString("").equals(allowed))
                .findFirst()
                .map(message -> "it asks for something ("
                        + Excerpt.of(message.path("method").asString("")) + ")");
    }

    private static Optional<String> silentEnd(Streamed stream) {
        boolean advises = stream.exchange()
                .answer()
                .flatMap(answer -> ServerSentEvents.retry(answer.body()))
                .isPresent();
        return advises ? Optional.empty() : Optional.of("it ended early and said nothing of when to come back");
    }

    private static Optional<String> answered(Streamed stream) {
        return responses(stream).stream()
                .findFirst()
                .map(message ->
                        "it answers request " + Excerpt.of(message.path("id").toString()));
    }

    /** Behind a front door that collects answers before it passes them on, a stream says nothing until it ends. */
    private static Optional<String> silence(Streamed stream) {
        return Reply.messages(stream.exchange()).isEmpty()
                ? Optional.of("nothing came within the time that was given")
                : Optional.empty();
    }

    /** The same words on two streams: a client would act on them twice. */
    private static Optional<String> shared(Streamed stream, List<Streamed> all) {
        return saidElsewhere(stream, all)
                .map(message -> "it says what another says ("
                        + Excerpt.of(message.path("method").asString("")) + ")");
    }

    /** A client that comes back for the rest over and over would act on it over and over. */
    private static Optional<String> saidBefore(Streamed stream, List<Streamed> before) {
        return saidElsewhere(stream, before).map(message -> "it says what was read before");
    }

    private static Optional<JsonNode> saidElsewhere(Streamed stream, List<Streamed> all) {
        List<JsonNode> elsewhere = all.stream()
                .filter(other -> other != stream)
                .flatMap(other -> Reply.messages(other.exchange()).stream())
                .toList();
        return Reply.messages(stream.exchange()).stream()
                .filter(elsewhere::contains)
                .findFirst();
    }

    /** Proxies that collect a stream before they pass it on look for this line. */
    private static Optional<String> buffered(Streamed stream) {
        return stream.exchange()
                        .answer()
                        .filter(answer ->
                                answer.headers().all("X-Accel-Buffering").equals(List.of("no")))
                        .isPresent()
                ? Optional.empty()
                : Optional.of("nothing in it tells a proxy to pass it on at once (X-Accel-Buffering: no)");
    }

    private static long ownAnswers(Streamed stream) {
        return responses(stream).stream()
                .filter(message -> message.path("id").equals(stream.request()))
                .count();
    }

    private static List<JsonNode> responses(Streamed stream) {
        return Reply.messages(stream.exchange()).stream()
                .filter(message -> message.has("result") || message.has("error"))
                .toList();
    }
}
