package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.target.Operation;
import io.github.sessionsurvival.target.RestartPlan;
import io.github.sessionsurvival.target.Verb;
import java.util.Arrays;
import java.util.Set;

/** What strikes a request on its way, as the sentences word it. */
enum Strike implements Pulling {
    RESTART("restart", Verb.RESTART_IN_FLIGHT, RestartPlan.Effect.RESTART),
    DESTROY("destroy the session", Verb.DESTROY, RestartPlan.Effect.DESTROY),
    BLOCK("block the start of the session", Verb.START_UP_TIMEOUT, RestartPlan.Effect.START_UP_TIMEOUT);

    private final String words;
    private final Verb verb;
    private final RestartPlan.Effect effect;

    Strike(String words, Verb verb, RestartPlan.Effect effect) {
        this.words = words;
        this.verb = verb;
        this.effect = effect;
    }

    @Override
    public Set<Verb> verbs() {
        return Set.of(verb);
    }

    RestartPlan plan(Operation operation, int times) {
        return RestartPlan.restarts(operation, times).with(effect);
    }

    static Strike inWords(String words) {
        return Arrays.stream(values())
                .filter(s -> s.words.equals(words))
                .findFirst()
                .orElseThrow();
    }
}
