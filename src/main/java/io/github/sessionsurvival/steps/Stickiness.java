package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.client.Attempt;
import io.github.sessionsurvival.client.McpClient;
import io.github.sessionsurvival.client.Probe;
import io.github.sessionsurvival.client.Session;
import io.github.sessionsurvival.wire.Body;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Headers;
import io.github.sessionsurvival.wire.JsonRpc;
import io.github.sessionsurvival.wire.Purpose;
import io.github.sessionsurvival.wire.Revision;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Whether requests of a session that fail by turns would all be answered if the client kept the cookies that a balancer
 * sets. Clients of MCP rarely do, so the operator has to know (TOPO-06).
 */
final class Stickiness {

    private static final String REQUEST_ID = "\"with-cookies\"";

    private final World world;

    Stickiness(World world) {
        this.world = world;
    }

    /** How many were answered, and what cookies do about it, in words. */
    String told(Session session, List<Exchange> withoutCookies) {
        String lost = answered(withoutCookies) + " of " + withoutCookies.size() + " were answered";
        String cookies = cookies();
        if (cookies.isEmpty()) {
            return lost + ", and no cookie was set that could keep a client at one instance";
        }
        // The confirmation, too, may have reached another instance.
        send(world.client(), Purpose.CONFIRMATION, session, cookies, JsonRpc.initialized());
        List<Exchange> kept = world.atOnce(withoutCookies.size(), client -> ask(client, session, cookies));
        return lost
                + (answered(kept) == kept.size()
                        ? "; with the cookies that were set all of them were: the session survives only with cookies"
                        : "; with the cookies that were set " + answered(kept) + " were");
    }

    /** Those of the opening's answer. */
    private String cookies() {
        List<Attempt> attempts = world.opening().attempts();
        return attempts.get(attempts.size() - 1).exchange().answer().stream()
                .flatMap(answer -> answer.headers().all("Set-Cookie").stream())
                .map(cookie -> cookie.split(";", 2)[0].strip())
                .filter(cookie -> cookie.contains("="))
                .collect(Collectors.joining("; "));
    }

    private static Exchange ask(McpClient client, Session session, String cookies) {
        Probe probe = client.probeOf(session);
        return send(
                client, Purpose.PROBE, session, cookies, JsonRpc.request(REQUEST_ID, probe.method(), probe.params()));
    }

    private static Exchange send(McpClient client, Purpose purpose, Session session, String cookies, Body body) {
        return client.raw(
                purpose,
                "POST",
                session.id(),
                Optional.of(session.revision()).filter(Revision::carriesVersionHeader),
                Headers.NONE.with("Cookie", cookies),
                body);
    }

    private static long answered(List<Exchange> exchanges) {
        return exchanges.stream().filter(e -> Reply.result(e).isPresent()).count();
    }
}
