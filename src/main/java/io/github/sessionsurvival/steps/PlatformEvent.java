package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.target.Lever;
import io.github.sessionsurvival.target.Promises;
import io.github.sessionsurvival.target.Verb;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

/** What befalls a whole platform, as the sentences word it. */
enum PlatformEvent implements Pulling {
    RESTART("restarts", Verb.RESTART, Lever::restart, Promises.Event.RESTART),
    DRAIN("is drained and comes back", Verb.DRAIN, Lever::drain, Promises.Event.DRAIN),
    KILL("is killed and comes back", Verb.KILL, Lever::kill, Promises.Event.KILL),
    REPLACE("is replaced by another version", Verb.REPLACE, Lever::replace, null),
    /** Nobody pulls anything: time passes. */
    IDLE("hears nothing of the session for a while", null, lever -> {}, Promises.Event.IDLE),
    /** Nor here: the session is used all the time. */
    IN_USE("hears of the session now and then for a while", null, lever -> {}, null),
    /** Of the scenario's caller alone, as the next two. */
    FORGET("loses sight of who may come in", Verb.OUTAGE, lever -> {}, null),
    SHUT_OUT("shuts the caller out", Verb.OUTAGE, lever -> {}, null),
    KNOW("knows again who may come in", Verb.OUTAGE, lever -> {}, null),
    /** A caller's own runtimes, unlike the others, which hit everyone. */
    EVICT("drops unused sessions from memory", Verb.EVICT, lever -> {}, null);

    private final String words;
    private final Optional<Verb> verb;
    private final Consumer<Lever> pull;
    private final Optional<Promises.Event> promise;

    PlatformEvent(String words, Verb verb, Consumer<Lever> pull, Promises.Event promise) {
        this.words = words;
        this.verb = Optional.ofNullable(verb);
        this.pull = pull;
        this.promise = Optional.ofNullable(promise);
    }

    /** Returns when the platform answers again. */
    void pull(Lever lever) {
        pull.accept(lever);
    }

    @Override
    public Optional<Verb> verb() {
        return verb;
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
