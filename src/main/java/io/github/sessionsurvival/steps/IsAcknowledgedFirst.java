package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.wire.Excerpt;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.LoneRequest;
import org.hamcrest.Description;
import org.hamcrest.TypeSafeDiagnosingMatcher;
import tools.jackson.databind.JsonNode;

/** Whether a subscription begins with its own acknowledgement, so that its listener knows what it will hear (MOD-13). */
final class IsAcknowledgedFirst extends TypeSafeDiagnosingMatcher<Exchange> {

    private IsAcknowledgedFirst() {}

    static IsAcknowledgedFirst isAcknowledgedFirst() {
        return new IsAcknowledgedFirst();
    }

    @Override
    protected boolean matchesSafely(Exchange exchange, Description mismatch) {
        var messages = Reply.messages(exchange);
        mismatch.appendText("was " + exchange.outcomeInWords()
                + (messages.isEmpty()
                        ? ", nothing"
                        : ", first " + Excerpt.of(messages.get(0).path("method").asString("a response"))));
        return !messages.isEmpty() && isAcknowledgement(messages.get(0), exchange);
    }

    private static boolean isAcknowledgement(JsonNode message, Exchange exchange) {
        return message.path("method").asString("").equals("notifications/subscriptions/acknowledged")
                && Reply.request(exchange)
                        .map(request -> request.path("id"))
                        .filter(message.path("params").path(LoneRequest.META).path(LoneRequest.SUBSCRIPTION_ID)::equals)
                        .isPresent();
    }

    @Override
    public void describeTo(Description description) {
        description.appendText("to be acknowledged first");
    }
}
