package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Redaction;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.hamcrest.Matcher;
import org.hamcrest.StringDescription;

/**
 * Holds a value against a matcher, and words what is wrong: the requirement id first, the exchange number last. The id is
 * the first of those the step names that the scenario carries, else the scenario's only one; else there is none, and all
 * of the scenario's ids count as broken.
 */
final class Expectation {

    private final Redaction redaction;
    private final String prefix;

    Expectation(ScenarioLabel label, Redaction redaction, String... ids) {
        this.redaction = redaction;
        List<String> own = label.requirementIds();
        Optional<String> named = Arrays.stream(ids).filter(own::contains).findFirst();
        this.prefix = named.or(() -> own.size() == 1 ? Optional.of(own.get(0)) : Optional.empty())
                .map(id -> id + ": ")
                .orElse("");
    }

    /** @param subject what is held against the matcher, in the feature's words */
    <T> void that(String subject, T actual, Matcher<? super T> matcher) {
        check(subject, actual, matcher, "");
    }

    /** An exchange, cited by its number. */
    void that(String subject, Exchange actual, Matcher<? super Exchange> matcher) {
        check(subject, actual, matcher, " (exchange " + actual.number() + ")");
    }

    /** Something seen in an exchange. */
    <T> void that(String subject, T actual, Matcher<? super T> matcher, Exchange seenIn) {
        check(subject, actual, matcher, " (exchange " + seenIn.number() + ")");
    }

    /** The failure itself, for what no matcher sees. */
    AssertionError broken(String expected) {
        return new AssertionError(redaction.apply(prefix + "expected " + expected));
    }

    private <T> void check(String subject, T actual, Matcher<? super T> matcher, String place) {
        if (!matcher.matches(actual)) {
            StringDescription mismatch = new StringDescription();
            matcher.describeMismatch(actual, mismatch);
            throw broken(subject + " " + StringDescription.asString(matcher) + ", " + mismatch + place);
        }
    }
}
