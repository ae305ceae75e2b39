package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.target.Lever;
import io.github.sessionsurvival.target.Outage;
import io.github.sessionsurvival.target.Promises;
import io.github.sessionsurvival.target.Verb;
import io.github.sessionsurvival.wire.Caller;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

/** What befalls a whole platform, as the sentences word it. */
enum PlatformEvent implements Pulling {
    RESTART("restarts", Verb.RESTART, (lever, caller) -> lever.restart(), Promises.Event.RESTART),
    DRAIN("is drained and comes back", Verb.DRAIN, (lever, caller) -> lever.drain(), Promises.Event.DRAIN),
    KILL("is killed and comes back", Verb.KILL, (lever, caller) -> lever.kill(), Promises.Event.KILL),
    REPLACE("is replaced by another version", Verb.REPLACE, (lever, caller) -> lever.replace(), Promises.Event.REPLACE),
    SLEEP("goes to sleep", Verb.SLEEP, (lever, caller) -> lever.sleep(), null),
    /** Nobody pulls anything: time passes. */
    IDLE("hears nothing of the session for a while", null, (lever, caller) -> {}, Promises.Event.IDLE),
    /** Nor here: the session is used all the time. */
    IN_USE("hears of the session now and then for a while", null, (lever, caller) -> {}, null),
    /** From here on what befalls one caller, where the others hit everyone. */
    EVICT("drops unused sessions from memory", Verb.EVICT, Lever::evict, null),
    FORGET("loses sight of who may come in", Verb.OUTAGE, outage(Outage.FAILING), null),
    SHUT_OUT("shuts the caller out", Verb.OUTAGE, outage(Outage.REFUSING), null),
    /** The scenario's caller is another one from then on, for all that can be seen from outside. */
    RENEW("gives the caller a new bearer", Verb.NEW_BEARER, (lever, caller) -> {}, null),
    SAY("says something", Verb.SAY, Lever::say, null),
    KNOW("knows again who may come in", Verb.OUTAGE, outage(Outage.OVER), null);

    private final String words;
    private final Optional<Verb> verb;
    private final BiConsumer<Lever, Caller> pull;
    private final Optional<Promises.Event> promise;

    PlatformEvent(String words, Verb verb, BiConsumer<Lever, Caller> pull, Promises.Event promise) {
        this.words = words;
        this.verb = Optional.ofNullable(verb);
        this.pull = pull;
        this.promise = Optional.ofNullable(promise);
    }

    private static BiConsumer<Lever, Caller> outage(Outage outage) {
        return (lever, caller) -> lever.outage(caller, outage);
    }

    /** Returns when the platform answers again. */
    void pull(Lever lever, Caller caller) {
        pull.accept(lever, caller);
    }

    @Override
    public Set<Verb> verbs() {
        return verb.map(Set::of).orElse(Set.of());
    }

    /** The promise that a target file can make about it. */
    Optional<Promises.Event> promise() {
        return promise;
    }

    /** As target files and the report spell it. */
    String word() {
        return verb.map(Verb::word).orElseGet(() -> promise.orElseThrow().word());
    }

    static PlatformEvent inWords(String words) {
        return Arrays.stream(values())
                .filter(e -> e.words.equals(words))
                .findFirst()
                .orElseThrow();
    }
}
