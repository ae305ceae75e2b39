package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.wire.Excerpt;
import io.github.sessionsurvival.wire.Exchange;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The revisions that a server names in its discoveries and in its refusals, all through a scenario (MOD-12, MOD-22). */
final class OfferedRevisions {

    private final World world;

    OfferedRevisions(World world) {
        this.world = world;
    }

    private record Offered(Exchange exchange, Set<String> revisions) {}

    void demandThatTheyStayTheSame() {
        List<Offered> offers = world.log().all().stream()
                .flatMap(exchange -> offeredIn(exchange).map(list -> new Offered(exchange, list)).stream())
                .toList();
        Expectation expect = world.expect();
        if (offers.size() < 2) {
            throw expect.broken("the server to name its revisions more than once, it named them " + offers.size()
                    + " times (exchange " + lastExchange() + ")");
        }
        Offered first = offers.get(0);
        offers.stream()
                .filter(offer -> !offer.revisions().equals(first.revisions()))
                .findFirst()
                .ifPresent(other -> {
                    throw expect.broken("the same revisions each time, was " + inWords(first) + " (exchange "
                            + first.exchange().number() + "), then " + inWords(other) + " (exchange "
                            + other.exchange().number() + ")");
                });
    }

    private int lastExchange() {
        List<Exchange> all = world.log().all();
        return all.get(all.size() - 1).number();
    }

    private static String inWords(Offered offer) {
        return Excerpt.of(offer.revisions().stream().sorted().collect(Collectors.joining(", ")));
    }

    private static Optional<Set<String>> offeredIn(Exchange exchange) {
        return Reply.messages(exchange).stream()
                .flatMap(message -> Stream.of(
                        message.path("result").path("supportedVersions"),
                        message.path("error").path("data").path("supported")))
                .filter(JsonNode::isArray)
                .findFirst()
                .map(list -> list.valueStream().map(node -> node.asString("")).collect(Collectors.toUnmodifiableSet()));
    }
}
