package io.github.sessionsurvival.cli;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasItem;

import io.github.sessionsurvival.steps.Outlook;
import io.github.sessionsurvival.target.Environment;
import io.github.sessionsurvival.target.NoLever;
import io.github.sessionsurvival.target.RunSettings;
import io.github.sessionsurvival.target.Target;
import io.github.sessionsurvival.wire.Caller;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AnnouncementTest {

    private static final List<String> OBSERVES = List.of("@SESS-07", "@observes");
    private static final List<String> OPENS = List.of("@SESS-10", "@opens");
    private static final List<String> PROVOKES = List.of("@POST-05", "@provokes");
    private static final List<String> RESTARTS = List.of("@RST-10", "@disturbs", "@needs-restart");

    @Test
    void saysWhatAServerElsewhereWillMeetAndWhatItIsSpared() {
        List<List<String>> scenarios = new ArrayList<>(Collections.nCopies(40, OPENS));
        scenarios.addAll(List.of(OBSERVES, PROVOKES, RESTARTS, RESTARTS));

        assertThat(
                said("https://mcp.example.com/mcp", Set.of(), scenarios),
                contains(
                        "testing mine at https://mcp.example.com/mcp, without a bearer",
                        "  to run: 41 scenarios (1 @observes, 40 @opens), 4 at once",
                        "  left out, since the server is not on this machine: 3 scenarios (1 @provokes, 2 @disturbs);"
                                + " --allow provokes,disturbs lets them run",
                        "  bounds: at most 20 sessions at once, 15 openings a minute (so about 2 minutes or more), no"
                                + " advertised delay above 30 s is waited for"));
    }

    @Test
    void countsTheRunsOwnOpeningsToo() {
        assertThat(
                said("https://mcp.example.com/mcp", Set.of(), Collections.nCopies(13, OPENS)),
                hasItem(containsString("15 openings a minute (so about 1 minute or more)")));
        assertThat(
                said("https://mcp.example.com/mcp", Set.of(), Collections.nCopies(12, OPENS)),
                hasItem(containsString("15 openings a minute, ")));
    }

    @Test
    void saysWhatTheTargetDoesNotDeclare() {
        assertThat(
                said("https://mcp.example.com/mcp", Set.of("disturbs"), List.of(OPENS, RESTARTS)),
                contains(
                        "testing mine at https://mcp.example.com/mcp, without a bearer",
                        "  to run: 1 scenario (1 @opens), 1 at once",
                        "  left out, since the target does not declare what they need: 1 scenario",
                        "  bounds: at most 20 sessions at once, 15 openings a minute, no advertised delay above 30 s is"
                                + " waited for"));
    }

    @Test
    void setsNoBudgetForAServerOnThisMachine() {
        assertThat(
                said("http://127.0.0.1:8080/mcp", Set.of(), List.of(OPENS, PROVOKES)),
                contains(
                        "testing mine at http://127.0.0.1:8080/mcp, without a bearer",
                        "  to run: 2 scenarios (1 @opens, 1 @provokes), 2 at once",
                        "  bounds: at most 20 sessions at once, no advertised delay above 30 s is waited for"));
    }

    private static List<String> said(String url, Set<String> allowed, List<List<String>> scenarios) {
        Target target =
                Target.at("mine", URI.create(url), Caller.anonymous("main"), Optional.empty(), Optional.empty());
        RunSettings settings =
                RunSettings.ofProperties(new Environment(name -> null, Map.of("survival.target.url", url)::get));
        return Announcement.of(target, Outlook.of(target, new NoLever(), allowed, scenarios), settings);
    }
}
