package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.client.Recognition;
import io.github.sessionsurvival.target.Lever;
import io.github.sessionsurvival.target.RunSettings;
import io.github.sessionsurvival.target.Target;
import io.github.sessionsurvival.target.Verb;
import io.github.sessionsurvival.wire.Revision;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Whether a target offers what a scenario's tags name. Declared is decided without a request; what only a session shows
 * is asked of {@link FirstOpening}.
 */
final class Applicability {

    static final String SILENT_STREAM =
            "a stream of this server sends nothing, not even headers, before it has a message";

    private static final String VERB_TAG = "@needs-";

    private final Target target;
    private final Lever lever;
    private final Set<String> allowed;

    /** @param allowed which farther reach is allowed on a server that is not on this machine */
    Applicability(Target target, Lever lever, Set<String> allowed) {
        this.target = target;
        this.lever = lever;
        this.allowed = allowed;
    }

    /** Why reach keeps the scenario from running; empty when it does not. */
    Optional<String> beyondReach(List<String> tags) {
        Reach reach = Reach.of(tags);
        return reach.isWithin(target.isLoopback(), allowed)
                ? Optional.empty()
                : Optional.of("it " + reach.word() + " a server that is not on this machine; --allow " + reach.word()
                        + " lets it run");
    }

    /** Why the scenario takes too long for a usual run; empty when it does not, or was asked for. */
    static Optional<String> tooSlow(List<String> tags, Set<String> allowed) {
        return tags.contains("@" + RunSettings.SLOW) && !allowed.contains(RunSettings.SLOW)
                ? Optional.of("it takes long by its nature; --tags @slow runs it")
                : Optional.empty();
    }

    /** What the target does not declare; empty when it declares everything. */
    Optional<String> undeclared(List<String> tags) {
        return tags.stream().map(this::undeclared).flatMap(Optional::stream).findFirst();
    }

    private Optional<String> undeclared(String tag) {
        Optional<Need> need = Need.tagged(tag);
        if (need.isPresent()) {
            return undeclared(need.get());
        }
        return tag.startsWith(VERB_TAG)
                ? Verb.named(tag.substring(VERB_TAG.length()))
                        .filter(verb -> !lever.can(verb))
                        .map(verb -> "this target declares no lever for " + verb.word())
                : Optional.empty();
    }

    private Optional<String> undeclared(Need need) {
        return switch (need) {
            case CONTRACT -> unless(target.contract().isPresent(), "this target declares no contract about restarts");
            case SAFE_TOOL -> unless(target.safeTool().isPresent(), "this target names no tool that is safe to call");
            case BEARER -> unless(target.caller().bearer().isPresent(), "this target is used without a bearer");
            case SECOND_DOOR ->
                unless(target.way().otherDoor().isPresent(), "this target names no other address of its server");
            case OTHER_BEARER ->
                unless(
                        target.otherCaller().isPresent() || lever.can(Verb.NEW_CALLER),
                        "this target has no second caller");
            case PROMISED_RESTART, PROMISED_DRAIN, PROMISED_KILL, PROMISED_IDLE, PROMISED_REPLACE ->
                unless(
                        target.promises().survive(need.promised().orElseThrow()),
                        "the target file promises no survival of " + need.eventInWords());
            case SESSIONS, ENDING, STREAM, SESSIONLESS -> Optional.empty();
        };
    }

    /**
     * Why a scenario is of a way of speaking that the server does not know; empty where it knows it.
     *
     * @throws NotRun where nobody could find out: an outage decides nothing (MOD-14)
     */
    static Optional<String> otherEra(List<String> tags, Run run) {
        boolean alone = tags.contains(Need.SESSIONLESS.tag());
        if (!run.keepsSessions() && (!alone || tags.contains(Need.SESSIONS.tag()))) {
            return Optional.of("this server keeps no sessions: it speaks " + Revision.R2026_07_28 + " alone");
        }
        Recognition sessionless = run.sessionless();
        if (!alone || sessionless.isSpoken()) {
            return Optional.empty();
        }
        if (sessionless.outcome() == Recognition.Outcome.UNDECIDED) {
            throw new NotRun("whether this server speaks " + Revision.R2026_07_28 + " is not known: asked, it answered "
                    + sessionless.seen());
        }
        return Optional.of("this server does not speak " + Revision.R2026_07_28 + ": asked in it, it answered "
                + sessionless.seen());
    }

    /**
     * What the target's first session did not show; empty when it showed everything, and also when that session could
     * not be opened: then the scenario itself shall say what is wrong.
     */
    static Optional<String> unseen(List<String> tags, FirstOpening firstOpening) {
        return tags.stream()
                .map(Need::tagged)
                .flatMap(Optional::stream)
                .map(need -> unseen(need, firstOpening))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<String> unseen(Need need, FirstOpening firstOpening) {
        return switch (need) {
            case SESSIONS -> unless(firstOpening.look().issuesIds(), "this server issues no session ids");
            case ENDING -> unless(firstOpening.look().offersEnding(), "this server offers no ending of sessions");
            case STREAM ->
                switch (firstOpening.stream()) {
                    case OFFERED -> Optional.empty();
                    case NOT_OFFERED -> Optional.of("this server offers no stream of its own messages");
                    case SILENT -> Optional.of(SILENT_STREAM);
                };
            case BEARER,
                    OTHER_BEARER,
                    SECOND_DOOR,
                    SESSIONLESS,
                    SAFE_TOOL,
                    CONTRACT,
                    PROMISED_RESTART,
                    PROMISED_DRAIN,
                    PROMISED_KILL,
                    PROMISED_IDLE,
                    PROMISED_REPLACE -> Optional.empty();
        };
    }

    private static Optional<String> unless(boolean offered, String reason) {
        return offered ? Optional.empty() : Optional.of(reason);
    }
}
