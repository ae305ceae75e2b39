package io.github.sessionsurvival.steps;

import io.cucumber.java.After;
import io.cucumber.java.AfterStep;
import io.cucumber.java.Before;
import io.cucumber.java.Scenario;
import io.github.sessionsurvival.client.Receipt;
import io.github.sessionsurvival.target.Verb;
import io.github.sessionsurvival.verdict.Evidence;
import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.Exchange;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/**
 * What happens around every scenario: whether it may run, alone or beside others; its evidence; and, whatever happened,
 * healing the platform and ending every session the scenario has noted.
 */
public final class Hooks {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    /** These hit everyone on the target, so nobody else may be inside. */
    private static final Set<String> WHOLE_TARGET =
            Set.of("@needs-restart", "@needs-drain", "@needs-kill", "@needs-replace", "@needs-sleep");

    private final World world;
    private Holding holding = Holding.NOTHING;
    private int seats;
    private boolean placed;
    private int openingsShown;
    private int notesShown;
    private int survivalsShown;
    private Set<Integer> exchangesShown = Set.of();

    /** What the scenario holds of the platform's lock. */
    private enum Holding {
        NOTHING,
        SHARED,
        ALONE
    }

    public Hooks(World world) {
        this.world = world;
    }

    /** Cheap reasons first: a scenario that is left out must not wait for others, nor send a request. */
    @Before
    public void begin(Scenario scenario) {
        ScenarioLabel label = ScenarioLabel.of(scenario);
        world.begin(label);
        Run run = world.run();
        refuseWhenEnding(run);
        refuseWhenHopeless(run);
        Applicability applicability = new Applicability(run.target(), run.lever(), run.allowed());
        applicability.beyondReach(label.tags()).ifPresent(reason -> {
            throw new NotRun(reason);
        });
        Applicability.otherEra(label.tags(), run).ifPresent(reason -> {
            throw new NotApplicable(reason);
        });
        applicability.undeclared(label.tags()).ifPresent(reason -> {
            throw new NotApplicable(reason);
        });
        Applicability.tooSlow(label.tags(), run.allowed()).ifPresent(reason -> {
            throw new NotRun(reason);
        });
        enter(label);
        refuseWhenEnding(run);
        Applicability.unseen(label.tags(), CurrentRun.firstOpening()).ifPresent(reason -> {
            throw new NotApplicable(reason);
        });
    }

    private static void refuseWhenEnding(Run run) {
        if (run.ledger().openingsBarred()) {
            throw new NotRun("the run was ended before this scenario began");
        }
    }

    private static void refuseWhenHopeless(Run run) {
        if (run.pace().isHopeless()) {
            throw new NotRun(
                    "the server keeps answering 429 (too many requests); run fewer scenarios with --tags, or set"
                            + " limits.rate and limits.openings to what it allows");
        }
    }

    private void enter(ScenarioLabel label) {
        try {
            if (mustBeAlone(label)) {
                CurrentRun.platformLock().enterAlone();
                holding = Holding.ALONE;
            } else {
                placed = CurrentRun.doorway().pass(label);
                CurrentRun.platformLock().enter();
                holding = Holding.SHARED;
            }
            // Inside the lock: one that waits to be alone must not keep a seat from those it waits for.
            seats = CurrentRun.seats().take(label.tags());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NotRun("the run was ended before this scenario began");
        }
    }

    /** Without callers of their own, what one scenario arms would strike the others. */
    private boolean mustBeAlone(ScenarioLabel label) {
        return label.tags().stream().anyMatch(WHOLE_TARGET::contains)
                || Reach.of(label.tags()) == Reach.DISTURBS && !world.lever().can(Verb.NEW_CALLER);
    }

    @AfterStep
    public void showWhatTheStepSent(Scenario scenario) {
        show(scenario, List.of());
    }

    /** Nothing here changes a verdict: a failure of clean-up is a line of the evidence. */
    @After
    public void end(Scenario scenario) {
        try {
            world.close();
            heal();
            world.leave();
        } catch (RuntimeException e) {
            world.note("clean-up failed: " + e);
        } finally {
            leave();
            show(scenario, world.receipts());
        }
    }

    /** Before the sessions are ended: an ending that meets a fault armed for the scenario would be judged as the server's. */
    private void heal() {
        if (Reach.of(world.label().tags()) != Reach.DISTURBS || !world.lever().can(Verb.CLEAR)) {
            return;
        }
        for (Caller caller : world.callersUsed()) {
            try {
                int reclaimed = world.lever().clear(caller);
                world.run().ledger().unnamedReclaimed(caller);
                if (reclaimed > 0) {
                    world.note("sessions that nobody could name, taken back by the platform: " + reclaimed);
                }
            } catch (RuntimeException e) {
                world.note("the platform could not be healed: " + e.getMessage());
            }
        }
    }

    private void leave() {
        CurrentRun.seats().giveBack(seats);
        seats = 0;
        switch (holding) {
            case ALONE -> CurrentRun.platformLock().leaveAlone();
            case SHARED -> CurrentRun.platformLock().leave();
            case NOTHING -> {
                // The scenario was left out before it entered.
            }
        }
        holding = Holding.NOTHING;
        if (placed) {
            CurrentRun.doorway().giveBack();
            placed = false;
        }
    }

    /** Attaches what ended since the last time. */
    private void show(Scenario scenario, List<Receipt> receipts) {
        Run run = world.run();
        Witness witness = new Witness(run.redaction(), run.target().contract(), secretHeaders());
        List<Exchange> all = world.log().all();
        Set<Integer> before = exchangesShown;
        List<Exchange> fresh =
                all.stream().filter(e -> !before.contains(e.number())).toList();
        fresh.forEach(e -> e.sessionId().ifPresent(run.redaction()::hide));
        exchangesShown = all.stream().map(Exchange::number).collect(Collectors.toUnmodifiableSet());
        var openings = world.openings();
        var notes = world.notes();
        Evidence evidence = new Evidence(
                fresh.stream().map(witness::exchange).toList(),
                openings.stream().skip(openingsShown).map(witness::opening).toList(),
                receipts.stream().map(witness::receipt).toList(),
                notes.stream().skip(notesShown).toList(),
                world.survivals().stream().skip(survivalsShown).toList());
        openingsShown = openings.size();
        notesShown = notes.size();
        survivalsShown = world.survivals().size();
        if (!evidence.isEmpty()) {
            scenario.attach(JSON.writeValueAsBytes(evidence), Evidence.MEDIA_TYPE, "evidence");
        }
    }

    private Set<String> secretHeaders() {
        return world.callersUsed().stream()
                .flatMap(caller -> caller.extraHeaders().stream())
                .filter(Caller.ExtraHeader::redacted)
                .map(header -> header.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet());
    }
}
