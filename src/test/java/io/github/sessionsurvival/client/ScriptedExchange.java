package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.Body;
import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Headers;
import io.github.sessionsurvival.wire.Purpose;

/** One exchange out of nothing, for pure judgement. */
final class ScriptedExchange {

    private ScriptedExchange() {}

    static Exchange of(ScriptedEndpoint.Reply reply) {
        ScriptedEndpoint endpoint = new ScriptedEndpoint(new ManualClock()).answers(Purpose.OPENING, reply);
        return endpoint.send(
                new Endpoint.Outgoing(
                        Purpose.OPENING,
                        Caller.anonymous("main"),
                        "POST",
                        Headers.NONE,
                        Body.of("{\"id\":1}"),
                        new Endpoint.Reading.Whole()),
                new ExchangeLog(),
                e -> {});
    }
}
