package io.github.sessionsurvival.steps;

import static io.github.sessionsurvival.steps.IsAResult.isAResult;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.not;

import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import io.github.sessionsurvival.client.Opening;
import io.github.sessionsurvival.client.OpeningsBarred;
import io.github.sessionsurvival.client.Session;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Revision;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Opening sessions: the handshake, what it agrees, how it ends. */
public final class OpeningSteps {

    private final World world;

    public OpeningSteps(World world) {
        this.world = world;
    }

    @Given("a client that asks for revision {revision}")
    public void aClientThatAsksForRevision(Revision revision) {
        if (Revision.SESSIONLESS.contains(revision)) {
            // Beside the openings, which stay what they are: a server may speak both ways at once (MOD-16).
            world.asksAlone();
        } else {
            world.asksFor(revision);
        }
    }

    @Given("an(other) open session")
    public void anOpenSession() {
        SharedSession shared = CurrentRun.sharedSession();
        Optional<Session> session =
                shared.isFor(Reach.of(world.label().tags())) ? shared.get(world.log()) : Optional.empty();
        // Where none can be opened the scenario's own try says why.
        session.ifPresentOrElse(world::share, this::open);
    }

    @Given("the server answers {form}")
    public void theServerAnswers(Form form) {
        world.ordersForm(form.answer());
    }

    @When("the client opens a(nother) session")
    public void theClientOpensASession() {
        open();
    }

    /** Whatever comes of it: how the handshake ended is for the scenario to say. */
    @When("the client tries/tried to open a session")
    public void theClientTriesToOpenASession() {
        world.keep(world.client().open(world.asks()));
        world.demandThatTheCutTookPlace();
    }

    @When("the client sends the opening request once")
    public void theClientSendsTheOpeningRequestOnce() {
        world.answeredBy(once(world.asks()));
    }

    @Then("a fresh opening {freshness}")
    public void aFreshOpening(Freshness freshness) {
        switch (freshness) {
            case SUCCEEDS -> demandThatAFreshOpeningSucceeds();
            case NAMES_NO_SESSION -> demandThatAFreshOpeningNamesNoSession();
        }
    }

    private void demandThatAFreshOpeningSucceeds() {
        Opening fresh = world.anotherClient().open(world.asks());
        fresh.failure().ifPresent(failure -> {
            throw world.expect("SESS-12", "RST-10", "RST-18", "RST-19", "LIM-04")
                    .broken("a fresh opening to succeed, " + failure);
        });
    }

    private void demandThatAFreshOpeningNamesNoSession() {
        Exchange fresh = once(world.asks());
        world.expect("SESS-16")
                .that(
                        "the fresh opening's naming a session",
                        fresh.request().headers().sessionId().isPresent(),
                        equalTo(false),
                        fresh);
    }

    private void demandThatItIntroducesItself() {
        Exchange exchange = world.answer();
        Expectation expect = world.expect("INIT-02");
        JsonNode result = Reply.anyResult(exchange)
                .orElseThrow(() -> expect.broken("a result to the opening request, was " + Reply.inWords(exchange)
                        + " (exchange " + exchange.number() + ")"));
        expect.that("the revision in the result", kind(result.path("protocolVersion")), equalTo("text"), exchange);
        expect.that("the capabilities in the result", kind(result.path("capabilities")), equalTo("object"), exchange);
        JsonNode server = result.path("serverInfo");
        expect.that("the server's name in the result", kind(server.path("name")), equalTo("text"), exchange);
        expect.that("the server's version in the result", kind(server.path("version")), equalTo("text"), exchange);
    }

    /** A server that speaks fewer revisions may answer with another one, if it then keeps to that. */
    @Then("the agreed revision is {revision}")
    public void theAgreedRevisionIs(Revision revision) {
        Revision agreed = world.session().revision();
        if (!agreed.equals(revision) && keepsTo(agreed)) {
            throw new NotApplicable("this server does not speak " + revision + ": it offers " + agreed);
        }
        world.expect("VER-01").that("the agreed revision", agreed, equalTo(revision), openingExchange());
    }

    /** An error is an answer too: one page of the specification shows it as the example. */
    @Then("the server {offer}")
    public void theServer(Offer offer) {
        switch (offer) {
            case ITSELF -> demandThatItIntroducesItself();
            case PRINTABLE_ID -> demandThatTheIdIsPrintable();
            case WELL_FORMED -> Wellformedness.demandOf(world);
            case CONSTANT -> new OfferedRevisions(world).demandThatTheyStayTheSame();
            case KEPT, LATEST -> demandThatItOffersARevision(offer);
        }
    }

    private void demandThatTheIdIsPrintable() {
        List<String> values = openingExchange().answer().orElseThrow().headers().all("mcp-session-id");
        world.expect("SESS-01")
                .that("the number of ids that the opening names", values.size(), equalTo(1), openingExchange());
        boolean printable = World.idOf(world.session()).value().chars().allMatch(c -> c >= 0x21 && c <= 0x7e);
        world.expect("SESS-03").that("the session id's being printable", printable, equalTo(true), openingExchange());
    }

    private void demandThatItOffersARevision(Offer offer) {
        Exchange exchange = world.answer();
        Expectation expect = world.expect();
        if (Reply.refusesParameters(exchange)) {
            String refuses = "the server refuses a revision that it does not speak, instead of offering another";
            if (offer == Offer.LATEST) {
                throw new NotApplicable(refuses);
            }
            world.note(refuses);
            return;
        }
        String asked = Reply.request(exchange)
                .map(r -> r.path("params").path("protocolVersion").asString(""))
                .orElse("");
        expect.that("the opening request", exchange, isAResult());
        String offered =
                Reply.result(exchange).orElseThrow().path("protocolVersion").asString("");
        if (offer == Offer.LATEST && offered.equals(asked)) {
            // That it should have offered another is another requirement (VER-02): one fault is told once.
            throw new NotApplicable("the server agreed to the revision that was asked for, and offered no other");
        }
        expect.that("the revision offered", offered, not(equalTo(asked)), exchange);
        if (offer == Offer.KEPT) {
            demandThatItIsKept(offered, expect);
        } else {
            demandThatNoneIsLater(offered, expect);
        }
    }

    private void demandThatItIsKept(String offered, Expectation expect) {
        Exchange again = once(new Revision(offered));
        String kept = Reply.result(again)
                .map(r -> r.path("protocolVersion").asString(""))
                .orElse(Reply.inWords(again));
        expect.that("the revision answered to a client that asks for " + offered, kept, equalTo(offered), again);
    }

    private void demandThatNoneIsLater(String offered, Expectation expect) {
        Revision.STATEFUL.stream()
                .filter(later -> later.date().compareTo(offered) > 0)
                .forEach(later -> {
                    Exchange asked = once(later);
                    String agreed = Reply.result(asked)
                            .map(r -> r.path("protocolVersion").asString(""))
                            .orElse("");
                    if (agreed.equals(later.date())) {
                        throw expect.broken("the latest revision that the server speaks to be offered, was " + offered
                                + ", and it speaks " + later.date() + " too (exchange " + asked.number() + ")");
                    }
                });
    }

    private boolean keepsTo(Revision offered) {
        Opening again = world.anotherClient().open(offered);
        return again.session().filter(s -> s.revision().equals(offered)).isPresent();
    }

    @Then("the sessions have different ids")
    public void theSessionsHaveDifferentIds() {
        List<Session> sessions = world.sessions();
        if (sessions.size() < 2) {
            throw new IllegalStateException("there are no two sessions to compare");
        }
        // Compared in the raw, told in short: a failure's text must not carry a usable id.
        boolean same = sessions.stream().map(World::idOf).distinct().count() < sessions.size();
        world.expect("SESS-02", "INIT-14", "RST-16")
                .that(
                        "the sameness of two session ids",
                        same,
                        equalTo(false),
                        world.opening().lastExchange());
    }

    @Then("the handshake ends {ending}")
    public void theHandshakeEnds(Ending ending) {
        if (ending == Ending.NO_SESSION) {
            demandThatNoSessionIsAdopted();
            return;
        }
        Opening opening = world.opening();
        if (!ending.isOf(opening, world.run().target().limits())) {
            throw world.expect("RST-03", "RST-04", "RST-05", "RST-15", "RST-18")
                    .broken("the handshake to end " + ending.words() + ", "
                            + opening.failure().orElse("it ended successfully"));
        }
        if (!opening.isOpen()) {
            // The exchange that ended it is cited, so that its reader finds it.
            world.expect("RST-04", "RST-15", "RST-18")
                    .that(
                            "the reason given",
                            opening.failure().orElse(""),
                            matchesPattern(
                                    ".*\\(exchange " + opening.lastExchange().number() + "\\).*"),
                            opening.lastExchange());
        }
    }

    private void demandThatNoSessionIsAdopted() {
        world.expect("SESS-16", "RST-06")
                .that(
                        "the opening's adopting a session",
                        world.opening().isOpen(),
                        equalTo(false),
                        world.opening().lastExchange());
    }

    @Then("every client opens its session")
    public void everyClientOpensItsSession() {
        List<Opening> beside = world.awaitBeside();
        beside.forEach(world::keep);
        (beside.isEmpty() ? world.openings() : beside).forEach(this::expectOpen);
    }

    private void open() {
        expectOpen(world.keep(world.client().open(world.asks())));
    }

    private void expectOpen(Opening opening) {
        opening.failure().ifPresent(failure -> {
            throw world.expect("INIT-02", "RST-08", "RST-16", "RST-02", "INIT-13", "QUEUE-01")
                    .broken("the session to open, " + failure);
        });
    }

    private Exchange once(Revision revision) {
        try {
            return world.client().sendOpeningOnce(revision);
        } catch (OpeningsBarred e) {
            throw new NotRun("the run was ended before this scenario could open a session");
        }
    }

    private Exchange openingExchange() {
        return world.opening()
                .attempts()
                .get(world.opening().attempts().size() - 1)
                .exchange();
    }

    private static String kind(JsonNode node) {
        if (node.isString()) {
            return node.asString().isBlank() ? "empty" : "text";
        }
        return node.isObject() ? "object" : node.isMissingNode() ? "absent" : "something else";
    }
}
