package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.wire.Exchange;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where a client that was refused for want of a credential is sent (AUTH-03, HTTP-06). */
final class Guidance {

    private static final String SCHEME = "bearer";
    private static final String POINTER = "resource_metadata=";

    private static final Pattern DOCUMENT = Pattern.compile(POINTER + "\"?([^\",\\s]+)");

    private final List<String> challenges;

    private Guidance(List<String> challenges) {
        this.challenges = challenges;
    }

    static Guidance of(Exchange refusal) {
        return new Guidance(refusal.answer()
                .map(answer -> answer.headers().all("www-authenticate"))
                .orElse(List.of()));
    }

    /** What a client misses; empty where it is told which kind of credential is wanted. */
    Optional<String> missing() {
        if (challenges.isEmpty()) {
            return Optional.of("a challenge beside the refusal, was none");
        }
        return challenges.stream().anyMatch(c -> c.toLowerCase(Locale.ROOT).startsWith(SCHEME))
                ? Optional.empty()
                : Optional.of("a challenge for a bearer beside the refusal, was for something else");
    }

    /** The address of the document about the resource, as the challenge tells it; empty where it tells none. */
    Optional<String> document() {
        return challenges.stream()
                .map(DOCUMENT::matcher)
                .filter(Matcher::find)
                .map(found -> found.group(1))
                .findFirst();
    }

    /** Whether it names the document about the resource; without it a client looks in the document's usual place. */
    boolean pointsToDocument() {
        return challenges.stream().anyMatch(c -> c.contains(POINTER));
    }
}
