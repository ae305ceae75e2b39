package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.client.Probe;
import io.github.sessionsurvival.client.SessionlessClient;
import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.LoneRequest;
import io.github.sessionsurvival.wire.Purpose;
import io.github.sessionsurvival.wire.Revision;
import java.util.function.Consumer;
import tools.jackson.databind.node.MissingNode;

/** What a scenario asks of a server without sessions. Its first request asks what the server is. */
final class Alone {

    private final World world;
    private final SessionlessClient client;
    private final Exchange discovery;

    Alone(World world) {
        this.world = world;
        this.client = new SessionlessClient(
                world.caller(),
                world.label().text(),
                world.run().patient(),
                world.run().ledger(),
                world.log(),
                Revision.SESSIONLESS);
        this.discovery = client.discover();
    }

    private SessionlessClient swift(Caller caller) {
        return client.through(caller, world.run().swift());
    }

    Exchange discover() {
        return client.discover();
    }

    Exchange ask(Asking request) {
        return switch (request) {
            case REAL_REQUEST -> client.send(request.purpose(), realRequest(client));
            case TOOL_CALL -> client.send(request.purpose(), toolCall(client));
            default ->
                throw new IllegalStateException("a revision without sessions knows nothing like " + request.words());
        };
    }

    /** A real request whose answer is read to its end, also where it is a stream. */
    Exchange askToTheEnd() {
        return client.sendToTheEnd(Purpose.PROBE, realRequest(client));
    }

    /** A subscription; returns when it is over. Sent by the endpoint that tells of headers before the body. */
    Exchange listen(Consumer<Exchange> begun) {
        return swift(world.caller()).listen(begun);
    }

    /** A subscription as far as its first event: then it is let go of, which ends it (MOD-26). */
    Exchange listenForItsBeginning() {
        return swift(world.caller()).listenForItsBeginning();
    }

    Exchange send(LoneOddity odd) {
        Caller caller =
                switch (odd) {
                    case NO_BEARER -> world.somebody(Somebody.NOBODY);
                    case WRONG_BEARER -> world.somebody(Somebody.IMPOSTOR);
                    default -> world.caller();
                };
        SessionlessClient sender = swift(caller);
        LoneRequest usual =
                switch (odd.kind()) {
                    case DISCOVERY -> sender.request("server/discover", "{}");
                    case REAL_REQUEST -> realRequest(sender);
                    case TOOL_CALL -> toolCall(sender);
                    case UNKNOWN -> sender.request("session-survival/none", "{}");
                    case PING -> sender.request("ping", "{}");
                    case LOG_LEVEL -> sender.request("logging/setLevel", "{\"level\":\"info\"}");
                };
        return sender.send(odd.purpose(), odd.of(usual));
    }

    /** The target's own, else the first that the server declares, else another discovery. */
    private LoneRequest realRequest(SessionlessClient sender) {
        Probe declared = Probe.firstDeclared(Reply.result(discovery).orElseGet(MissingNode::getInstance));
        Probe probe = world.run()
                .target()
                .probe()
                .map(own -> new Probe(own.method(), own.params()))
                .orElse(declared);
        return probe.isWeak()
                ? sender.request("server/discover", "{}")
                : sender.request(probe.method(), probe.params());
    }

    private LoneRequest toolCall(SessionlessClient sender) {
        var call = world.safeTool().call();
        return sender.request(call.method(), call.params());
    }
}
