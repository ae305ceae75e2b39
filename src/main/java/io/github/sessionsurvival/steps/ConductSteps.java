package io.github.sessionsurvival.steps;

import static io.github.sessionsurvival.steps.CarriesTheSameRequest.carriesTheSameRequestAs;
import static io.github.sessionsurvival.steps.WaitedAtLeast.waitedAbout;
import static io.github.sessionsurvival.steps.WaitedAtLeast.waitedAtLeast;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;

import io.cucumber.java.en.Then;
import io.github.sessionsurvival.client.Attempt;
import io.github.sessionsurvival.client.Session;
import io.github.sessionsurvival.target.Verb;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Purpose;
import io.github.sessionsurvival.wire.SessionId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The client's own conduct: attempts, waits, what it sends and how often. */
public final class ConductSteps {

    private static final int TOO_MANY_REQUESTS = 429;

    private final World world;

    public ConductSteps(World world) {
        this.world = world;
    }

    @Then("the client made {int} attempt(s)")
    public void theClientMadeAttempts(int attempts) {
        List<Attempt> made = attempts();
        world.expect("RST-03", "RST-04", "RST-15", "RST-06", "RST-02", "RST-05")
                .that(
                        "the number of attempts",
                        made.size(),
                        equalTo(attempts),
                        last(made).exchange());
        // Patience after the last attempt would only keep the user waiting.
        world.expect("RST-03")
                .that(
                        "a wait after the last attempt",
                        last(made).waited().isPresent(),
                        equalTo(false),
                        last(made).exchange());
    }

    @Then("every attempt carried the same request")
    public void everyAttemptCarriedTheSameRequest() {
        Exchange first = attempts().get(0).exchange();
        int number = 1;
        for (Attempt attempt : attempts()) {
            world.expect("RST-02", "RST-04")
                    .that("attempt " + number++, attempt.exchange(), carriesTheSameRequestAs(first));
        }
    }

    @Then("each retry waited at least the advertised delay")
    public void eachRetryWaitedAtLeastTheAdvertisedDelay() {
        for (Attempt attempt : retried()) {
            Duration advertised =
                    attempt.advertised().delay().orElse(world.contract().defaultDelay());
            world.expect("RST-05")
                    .that("the wait before the next attempt", attempt, waitedAtLeast(advertised), attempt.exchange());
        }
    }

    @Then("the client waited about {waits}")
    public void theClientWaitedAbout(List<Duration> waits) {
        List<Attempt> retried = retried();
        world.expect("RST-05")
                .that(
                        "the number of waits",
                        retried.size(),
                        equalTo(waits.size()),
                        last(attempts()).exchange());
        for (int i = 0; i < waits.size(); i++) {
            Attempt attempt = retried.get(i);
            world.expect("RST-05").that("wait " + (i + 1), attempt, waitedAbout(waits.get(i)), attempt.exchange());
        }
    }

    @Then("the client {conduct}")
    public void theClient(Conduct conduct) {
        switch (conduct) {
            case INTRODUCTION -> demandThatItIntroducedItself();
            case ENDINGS -> demandAnEndingForEverySessionNoted();
        }
    }

    /** What became of an ending is the server's affair, and a finding of its own where a session lives on. */
    private void demandAnEndingForEverySessionNoted() {
        List<SessionId> noted = world.run().ledger().notedBy(world.label().text());
        List<Optional<SessionId>> ended = world.log().all().stream()
                .filter(e -> e.purpose() == Purpose.CLEAN_UP_ENDING || e.purpose() == Purpose.ENDING)
                .map(e -> e.request().headers().sessionId())
                .toList();
        world.expect("RST-07")
                .that(
                        "the number of noted sessions without an ending",
                        noted.stream()
                                .filter(id -> !ended.contains(Optional.of(id)))
                                .count(),
                        equalTo(0L));
        world.expect("RST-07").that("the number of sessions noted", noted.size(), equalTo(1));
    }

    private void demandThatItIntroducedItself() {
        Exchange opening = attempts().get(0).exchange();
        JsonNode params = Reply.request(opening).orElseThrow().path("params");
        Expectation expect = world.expect("INIT-01");
        expect.that("the revision asked for", params.path("protocolVersion").asString(""), not(equalTo("")), opening);
        expect.that("the client's capabilities", params.path("capabilities").isObject(), equalTo(true), opening);
        expect.that(
                "the client's name", params.path("clientInfo").path("name").asString(""), not(equalTo("")), opening);
        expect.that(
                "the client's version",
                params.path("clientInfo").path("version").asString(""),
                not(equalTo("")),
                opening);
    }

    @Then("the client sent {request} {int} time(s)")
    public void theClientSent(Asking request, int times) {
        long sent = world.log().all().stream()
                .filter(e -> !isRefusedUnprocessed(e))
                .filter(e -> e.purpose() == request.purpose()
                        || request == Asking.ENDING && e.purpose() == Purpose.CLEAN_UP_ENDING)
                .count();
        world.expect("HTTP-03", "INIT-03", "RST-07")
                .that("the number of times the client sent " + request.words(), sent, equalTo((long) times));
    }

    /** The pace sends such a request again; a client that did not would have sent it not at all. */
    private boolean isRefusedUnprocessed(Exchange exchange) {
        return exchange.status() == TOO_MANY_REQUESTS && !world.lever().can(Verb.SCRIPTED_ANSWERS);
    }

    @Then("every later request named the session and its revision")
    public void everyLaterRequestNamedTheSessionAndItsRevision() {
        Session session = world.session();
        for (Exchange exchange : later()) {
            world.expect("SESS-04")
                    .that(
                            "the request's naming its session",
                            exchange.request().headers().sessionId().equals(session.id()),
                            equalTo(true),
                            exchange);
            // Revisions before 2025-06-18 do not ask for it, and do not forbid it.
            if (session.revision().carriesVersionHeader()) {
                world.expect("VER-04")
                        .that(
                                "the revisions that the request names",
                                exchange.request().headers().all("mcp-protocol-version"),
                                equalTo(List.of(session.revision().date())),
                                exchange);
            }
        }
    }

    private List<Exchange> later() {
        return world.log().all().stream()
                .filter(e -> e.purpose() != Purpose.OPENING)
                .toList();
    }

    private List<Attempt> attempts() {
        return world.opening().attempts();
    }

    /** The attempts that another one followed. */
    private List<Attempt> retried() {
        List<Attempt> all = new ArrayList<>(attempts());
        all.remove(all.size() - 1);
        return all;
    }

    private static Attempt last(List<Attempt> attempts) {
        return attempts.get(attempts.size() - 1);
    }
}
