package io.github.sessionsurvival.steps;

import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import io.github.sessionsurvival.client.Endpoint;
import io.github.sessionsurvival.client.McpClient;
import io.github.sessionsurvival.client.Probe;
import io.github.sessionsurvival.client.Session;
import io.github.sessionsurvival.target.AnswerForm;
import io.github.sessionsurvival.target.Verb;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Purpose;
import io.github.sessionsurvival.wire.ServerSentEvent;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** Answers that come as event streams, and streams that are resumed. */
public final class StreamSteps {

    private final World world;
    private final List<Quality.Streamed> streams = new ArrayList<>();

    public StreamSteps(World world) {
        this.world = world;
    }

    /** Ordered where the platform can be told; elsewhere a server that answers in one piece has nothing to show. */
    @Given("an(other) answer comes {arrival}")
    public void anAnswerComes(Arrival arrival) {
        if (world.lever().can(Verb.SCRIPTED_ANSWERS) && !world.formIsOrdered()) {
            world.ordersForm(AnswerForm.EVENT_STREAM);
        }
        Exchange exchange = world.alone().map(Alone::askToTheEnd).orElseGet(() -> ask(arrival));
        if (exchange.answer().filter(Exchange.Answer::isEventStream).isEmpty()) {
            if (exchange.status() == 200) {
                throw new NotApplicable("this server answers in one piece, not as a stream");
            }
            throw world.expect()
                    .broken("a real request to be answered, was " + Reply.inWords(exchange) + " (exchange "
                            + exchange.number() + ")");
        }
        streams.add(new Quality.Streamed(world.answeredBy(exchange), idOf(exchange)));
    }

    private Exchange ask(Arrival arrival) {
        McpClient client = world.client();
        Session session = world.session();
        Probe probe = client.probeOf(session);
        return switch (arrival) {
            case WHOLE -> client.requestToTheEnd(session, Purpose.PROBE, probe.method(), probe.params());
            case LET_GO -> client.requestToItsFirstNamedEvent(session, Purpose.PROBE, probe.method(), probe.params());
        };
    }

    /** Of the events that have an id: whatever came behind the first has to come again, and nothing behind the last. */
    @When("the client resumes the first stream behind its {place} event")
    public void theClientResumesTheFirstStream(Place place) {
        Quality.Streamed first = streams.get(0);
        if (place == Place.LAST) {
            resumeBehindTheLastEventOf(first);
            return;
        }
        List<ServerSentEvent> events = first.events();
        int at = 0;
        while (at < events.size() && events.get(at).lastEventId().isEmpty()) {
            at++;
        }
        if (at >= events.size()) {
            throw new NotApplicable("the events of this server have no ids, so no stream can be resumed");
        }
        if (Reply.json(events.get(at).data())
                .filter(m -> m.path("id").equals(first.request()))
                .isPresent()) {
            throw new NotApplicable("the answer was the first event that had an id: nothing comes behind it");
        }
        resume(first, events.get(at).lastEventId(), farEnough(first));
    }

    private Endpoint.Reading farEnough(Quality.Streamed resumed) {
        if (world.isBefallen()) {
            // The answer may be gone, and a stream that is opened afresh then tells nothing for as long as it is held:
            // that
            // it was opened is the plain answer.
            return new Endpoint.Reading.HeadersOnly();
        }
        if (streams.size() > 1) {
            // What belongs to another stream may come behind the answer.
            return new Endpoint.Reading.UntilLetGo(world.forAWhile());
        }
        return new Endpoint.Reading.UntilResponse(resumed.request().toString());
    }

    /** It may stay open with nothing to say, so it is listened to for a while. */
    private void resumeBehindTheLastEventOf(Quality.Streamed stream) {
        String last = stream.events().stream()
                .map(ServerSentEvent::lastEventId)
                .filter(id -> !id.isEmpty())
                .reduce((before, after) -> after)
                .orElseThrow(
                        () -> new NotApplicable("the events of this server have no ids, so no stream can be resumed"));
        resume(stream, last, new Endpoint.Reading.UntilLetGo(world.forAWhile()));
    }

    private void resume(Quality.Streamed stream, String lastEventId, Endpoint.Reading reading) {
        try {
            Exchange resumed = world.client()
                    .resume(world.session(), stream.exchange(), lastEventId, reading)
                    .orElseThrow(() -> new NotTestable("the stream asks for a longer pause before it is resumed than "
                            + world.run().target().limits().maxWait().toSeconds()
                            + " s, the longest that is waited for (limits.max-wait)"));
            streams.add(new Quality.Streamed(world.answeredBy(resumed), stream.request()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NotRun("the run was ended while this scenario was waiting");
        }
    }

    @Then("the stream {quality}")
    public void theStream(Quality quality) {
        world.endWatch()
                .forEach(watched -> streams.add(
                        new Quality.Streamed(watched.exchange(), MissingNode.getInstance(), watched.over())));
        if (quality.isAboutWhatNobodyAskedFor()) {
            judgeWhatNobodyAskedFor(quality);
            return;
        }
        Quality.Streamed last = streams.get(streams.size() - 1);
        Exchange exchange = last.exchange();
        if (exchange.status() / 100 == 4 && exchange.purpose() == Purpose.STREAM) {
            throw new NotApplicable("resuming a stream is answered " + exchange.status() + ": it is not offered");
        }
        boolean silent = last.events().isEmpty() && exchange.fault().isEmpty();
        if (silent && quality == Quality.OWN_MESSAGES && exchange.purpose() == Purpose.STREAM) {
            // Whether there should be a rest is another requirement's (RES-02, RES-04): it would be told twice.
            if (exchange.status() / 100 != 2) {
                throw new NotTestable("resuming a stream is answered " + exchange.status());
            }
            throw new NotApplicable("the rest of the stream is empty: nothing is told again");
        }
        if (silent && quality != Quality.ONCE) {
            throw world.expect()
                    .broken("the stream to say something, it was empty (exchange " + exchange.number() + ")");
        }
        if (quality == Quality.ADVISES
                && Reply.messages(exchange).stream().anyMatch(m -> m.path("id").equals(last.request()))) {
            throw new NotApplicable("the stream held its answer: it did not end early");
        }
        if (quality == Quality.PRIMED || quality == Quality.UNIQUE_IDS) {
            demandThatEventsHaveIds(last);
        }
        quality.faultOf(last, read()).ifPresent(fault -> {
            throw world.expect()
                    .broken("a stream that " + quality.words() + ", but " + fault + " (exchange " + exchange.number()
                            + ")");
        });
    }

    /** A stream that says nothing breaks no promise about what it says; of others every one is looked at. */
    private void judgeWhatNobodyAskedFor(Quality quality) {
        if (quality == Quality.UNSHARED
                && streams.stream()
                        .allMatch(stream -> Reply.messages(stream.exchange()).isEmpty())) {
            throw new NotApplicable("the server said nothing on its streams, so nothing was said twice");
        }
        List<Quality.Streamed> all = quality == Quality.PINGS_ONLY ? everyStream() : List.copyOf(streams);
        for (Quality.Streamed each : all) {
            quality.faultOf(each, all).ifPresent(fault -> {
                throw world.expect()
                        .broken("a stream that " + quality.words() + ", but " + fault + " (exchange "
                                + each.exchange().number() + ")");
            });
        }
    }

    /** Every stream of the scenario, answers too: what a server may not ask for it may ask for nowhere. */
    private List<Quality.Streamed> everyStream() {
        return world.log().all().stream()
                .filter(exchange ->
                        exchange.answer().filter(Exchange.Answer::isEventStream).isPresent())
                .map(exchange -> new Quality.Streamed(exchange, idOf(exchange)))
                .toList();
    }

    private static void demandThatEventsHaveIds(Quality.Streamed stream) {
        if (stream.events().stream().allMatch(event -> event.lastEventId().isEmpty())) {
            throw new NotApplicable("the events of this server have no ids");
        }
    }

    /** What was read first-hand: what is resumed comes again, under the same ids. */
    private List<Quality.Streamed> read() {
        return streams.stream()
                .filter(stream -> stream.exchange().purpose() != Purpose.STREAM)
                .toList();
    }

    private static JsonNode idOf(Exchange exchange) {
        return Reply.request(exchange).map(request -> request.path("id")).orElse(MissingNode.getInstance());
    }
}
