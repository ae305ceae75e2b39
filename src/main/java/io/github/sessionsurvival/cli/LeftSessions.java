package io.github.sessionsurvival.cli;

import io.github.sessionsurvival.client.Deadlines;
import io.github.sessionsurvival.client.Endpoint;
import io.github.sessionsurvival.client.Journal;
import io.github.sessionsurvival.client.JournalFolder;
import io.github.sessionsurvival.client.JournalHeader;
import io.github.sessionsurvival.client.Receipt;
import io.github.sessionsurvival.client.RetryPolicy;
import io.github.sessionsurvival.client.RunClock;
import io.github.sessionsurvival.client.Sweep;
import io.github.sessionsurvival.client.SystemWaiter;
import io.github.sessionsurvival.target.Lever;
import io.github.sessionsurvival.target.LeverFailure;
import io.github.sessionsurvival.target.Target;
import io.github.sessionsurvival.target.Verb;
import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.Redaction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** What killed runs left behind on one target, found by their journals and ended. */
final class LeftSessions {

    private final JournalFolder folder;
    private final RunClock clock;
    private final Redaction redaction;

    LeftSessions(JournalFolder folder, RunClock clock, Redaction redaction) {
        this.folder = folder;
        this.clock = clock;
        this.redaction = redaction;
    }

    /**
     * What became of them.
     *
     * @param runs how many dead runs had left something
     * @param ended how many of their sessions are ended now
     * @param remaining one line for each that is not
     * @param possible one line for each place where a session may exist that nobody could name, nor the lever reclaim
     */
    record Outcome(int runs, int ended, List<String> remaining, List<String> possible) {

        private static final int MOST_LINES = 5;

        Outcome {
            remaining = List.copyOf(remaining);
            possible = List.copyOf(possible);
        }

        /** For people; none where there was nothing to do. */
        List<String> lines() {
            List<String> lines = new ArrayList<>();
            if (runs > 0) {
                lines.add("ended " + ended + (ended == 1 ? " session" : " sessions") + " that "
                        + (runs == 1 ? "a killed run" : runs + " killed runs") + " had left");
            }
            fewOf(remaining).forEach(line -> lines.add("not ended: " + line));
            fewOf(possible).forEach(line -> lines.add("may exist without a name: " + line));
            return lines;
        }

        private static List<String> fewOf(List<String> all) {
            return all.size() <= MOST_LINES
                    ? all
                    : Stream.concat(
                                    all.stream().limit(MOST_LINES - 1),
                                    Stream.of((all.size() - MOST_LINES + 1) + " more"))
                            .toList();
        }
    }

    /** What to say where servers of killed runs were ended. */
    static Optional<String> serversEnded(int servers) {
        return switch (servers) {
            case 0 -> Optional.empty();
            case 1 -> Optional.of("ended a server that a killed run had left running");
            default -> Optional.of("ended " + servers + " servers that killed runs had left running");
        };
    }

    /** Deletes the journals of dead runs whose servers ended with them: their sessions are gone. */
    void forgetThoseOf(TargetDeclaration declaration) throws IOException {
        for (Journal journal : folder.left().journals()) {
            if (declaration.endsWithTheRun() && isOf(journal, declaration, Optional.empty())) {
                journal.forget();
            } else {
                journal.close();
            }
        }
    }

    /** Ends what dead runs left on that target; other targets' journals and those of runs under way stay untouched. */
    Outcome endOn(TargetDeclaration declaration, OpenedTarget opened) throws IOException {
        Target target = opened.target();
        Lever lever = opened.lever();
        int runs = 0;
        int ended = 0;
        JournalFolder.Left left = folder.left();
        List<String> remaining = new ArrayList<>(left.unreadable());
        List<String> possible = new ArrayList<>();
        try (Endpoint endpoint = opened.endpoints(clock).cleaning()) {
            Sweep sweep = new Sweep(
                    endpoint,
                    new SystemWaiter(),
                    clock,
                    new RetryPolicy(target.contract(), target.limits().maxWait()),
                    redaction);
            for (Journal journal : left.journals()) {
                if (!isOf(journal, declaration, Optional.of(target))) {
                    journal.close();
                    continue;
                }
                runs++;
                String run = journal.header().map(JournalHeader::run).orElse("?");
                Set<Caller> minted = new LinkedHashSet<>();
                List<Receipt> receipts = sweep.of(journal, callers(target, lever, minted));
                journal.possiblyLeftBehind(id -> minted.stream().noneMatch(c -> c.id().equals(id)))
                        .forEach(line -> possible.add(redaction.apply(line) + " of run " + run));
                ended += minted.stream()
                        .mapToInt(caller -> endAll(caller, lever))
                        .sum();
                for (Receipt receipt : receipts) {
                    if (receipt.outcome() == Receipt.Outcome.LEFT_BEHIND) {
                        remaining.add(
                                receipt.id().shortened() + " of run " + run + ": " + redaction.apply(receipt.detail()));
                    } else {
                        ended++;
                    }
                }
            }
        }
        return new Outcome(runs, ended, remaining, possible);
    }

    private static boolean isOf(Journal journal, TargetDeclaration declaration, Optional<Target> target) {
        return journal.header()
                .map(h -> h.reference().equals(declaration.reference())
                        && (declaration.endsWithTheRun()
                                || target.map(t -> t.url().equals(h.url())).orElse(false)))
                .orElse(false);
    }

    private Function<String, Optional<Caller>> callers(Target target, Lever lever, Set<Caller> mintedCallers) {
        return id -> {
            Optional<Caller> own = Stream.concat(Stream.of(target.caller()), target.otherCaller().stream())
                    .filter(c -> c.id().equals(id))
                    .findFirst();
            if (own.isPresent() || !lever.can(Verb.NEW_CALLER)) {
                return own;
            }
            try {
                Caller minted = lever.caller(id);
                minted.bearer().ifPresent(redaction::hide);
                // What the dead run armed would strike the endings, and what it could not name only the lever can end.
                if (lever.can(Verb.CLEAR)) {
                    lever.clear(minted);
                    mintedCallers.add(minted);
                }
                return Optional.of(minted);
            } catch (LeverFailure e) {
                return Optional.empty();
            }
        };
    }

    /** What was created but not yet named to the run when it died is beyond a client's reach; the lever's it is not. */
    private static int endAll(Caller minted, Lever lever) {
        try {
            return lever.endAll(minted);
        } catch (LeverFailure e) {
            // A lever that ends nothing but what was never named has done so already.
            return 0;
        }
    }

    static Deadlines deadlines(Target target) {
        return new Deadlines(
                target.limits().connect(),
                target.limits().answer(),
                target.limits().total(),
                Deadlines.DEFAULT.bodyLimit());
    }
}
