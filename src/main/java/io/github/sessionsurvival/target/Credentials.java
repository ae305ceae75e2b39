package io.github.sessionsurvival.target;

import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.Secret;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The bearers of a target's callers, fetched anew where they come from a command or a file: before they expire, and when
 * the server refuses one. A variable cannot change while a process runs. Safe for many threads, who fetch once for all.
 */
public final class Credentials {

    /** A token that expires while its request is on its way is refused, so it is renewed a little earlier. */
    private static final Duration EARLY = Duration.ofSeconds(20);

    /** Who has to know what becomes of bearers. */
    public interface Watcher {
        /** Before it is first used. */
        void fetched(Secret bearer);

        /** One line for people, with no word of the secret. The bearer in use stays in use. */
        void failed(String complaint);
    }

    private final Map<String, Renewable> renewable = new HashMap<>();
    private final Environment environment;
    private final Watcher watcher;
    private final Clock clock;

    Credentials(Map<String, SecretSource> sources, Environment environment, Watcher watcher) {
        this(sources, environment, watcher, Clock.systemUTC());
    }

    Credentials(Map<String, SecretSource> sources, Environment environment, Watcher watcher, Clock clock) {
        this.environment = environment;
        this.watcher = watcher;
        this.clock = clock;
        sources.forEach((caller, source) -> {
            if (source.isRenewable()) {
                renewable.put(caller, new Renewable(source));
            }
        });
    }

    /** Credentials that stay as they are. */
    public static Credentials fixed() {
        return new Credentials(Map.of(), new Environment(name -> null, name -> null), new Watcher() {
            @Override
            public void fetched(Secret bearer) {
                throw new IllegalStateException("nothing is fetched here");
            }

            @Override
            public void failed(String complaint) {
                throw new IllegalStateException("nothing is fetched here");
            }
        });
    }

    /** The caller with the bearer that is good now; as given where its bearer is not one of ours. */
    public Caller current(Caller caller) {
        return bearerOf(caller).map(r -> with(caller, r.current(caller))).orElse(caller);
    }

    /**
     * The caller with another bearer than the refused one.
     *
     * @param refused a caller as it was sent
     * @return empty where there is no other
     */
    public Optional<Caller> after(Caller refused) {
        return bearerOf(refused)
                .map(r -> with(refused, r.after(refused.bearer().orElseThrow())))
                .filter(fresh -> !fresh.bearer().equals(refused.bearer()));
    }

    private Optional<Renewable> bearerOf(Caller caller) {
        return caller.bearer().isEmpty() ? Optional.empty() : Optional.ofNullable(renewable.get(caller.id()));
    }

    private static Caller with(Caller caller, Secret bearer) {
        return new Caller(caller.id(), Optional.of(bearer), caller.extraHeaders());
    }

    /** One bearer and where it comes from. */
    private final class Renewable {
        private final SecretSource source;
        private final Set<Secret> ours = new HashSet<>();
        private final Set<Secret> refusedBefore = new HashSet<>();
        private Optional<Secret> bearer = Optional.empty();
        private Optional<Instant> expires = Optional.empty();

        Renewable(SecretSource source) {
            this.source = source;
        }

        synchronized Secret current(Caller caller) {
            Secret given = caller.bearer().orElseThrow();
            if (bearer.isEmpty()) {
                // The one that the run began with was fetched a moment ago.
                take(given);
            }
            if (!ours.contains(given)) {
                return given;
            }
            if (expires.filter(e -> !clock.instant().isBefore(e.minus(EARLY))).isPresent()) {
                fetch();
            }
            return bearer.orElseThrow();
        }

        /** Whoever comes second with the same refused bearer gets what the first has fetched. */
        synchronized Secret after(Secret refused) {
            // Once for each: a credential that is really wrong must not run its command for every request.
            if (bearer.filter(refused::equals).isPresent() && refusedBefore.add(refused)) {
                fetch();
            }
            return bearer.filter(b -> ours.contains(refused)).orElse(refused);
        }

        private void fetch() {
            try {
                Secret fetched = source.resolve(environment);
                watcher.fetched(fetched);
                take(fetched);
            } catch (ConfigurationFault e) {
                // Until the server refuses it: a command that fails would be run for every request.
                expires = Optional.empty();
                watcher.failed("the bearer could not be fetched anew: " + e.getMessage());
            }
        }

        private void take(Secret fetched) {
            bearer = Optional.of(fetched);
            ours.add(fetched);
            expires = expiryOf(fetched);
        }

        private Optional<Instant> expiryOf(Secret fetched) {
            return source instanceof SecretSource.Command command
                            && command.validFor().isPresent()
                    ? command.validFor().map(clock.instant()::plus)
                    : TokenExpiry.of(fetched);
        }
    }
}
