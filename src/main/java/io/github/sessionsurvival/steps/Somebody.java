package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.Secret;
import java.util.Arrays;
import java.util.Optional;

/** Who else may come with a request, as the sentences word it. */
enum Somebody {
    NOBODY("a caller without a bearer"),
    IMPOSTOR("a caller with a wrong bearer"),
    OTHER("another caller");

    private final String words;

    Somebody(String words) {
        this.words = words;
    }

    /** Who comes with no credential, or one that no server knows; empty for another caller, whom a server has to know. */
    Optional<Caller> inPlaceOf(Caller own) {
        String id = own.id() + "-stranger";
        return switch (this) {
            case NOBODY -> Optional.of(Caller.anonymous(id));
            case IMPOSTOR -> Optional.of(Caller.withBearer(id, Secret.of("session-survival-wrong-bearer")));
            case OTHER -> Optional.empty();
        };
    }

    static Somebody inWords(String words) {
        return Arrays.stream(values())
                .filter(s -> s.words.equals(words))
                .findFirst()
                .orElseThrow();
    }
}
