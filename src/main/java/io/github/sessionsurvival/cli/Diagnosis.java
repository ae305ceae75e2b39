package io.github.sessionsurvival.cli;

import io.github.sessionsurvival.client.Session;
import io.github.sessionsurvival.target.Lever;
import io.github.sessionsurvival.target.Target;
import io.github.sessionsurvival.target.Verb;
import io.github.sessionsurvival.wire.Excerpt;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Redaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** A first handshake in a few lines, one for each step of the way. */
final class Diagnosis {

    private static final int NOT_OFFERED = 405;

    private Diagnosis() {}

    /** One line: whether the step was taken, its name, what was seen. */
    static String line(boolean ok, String step, String seen) {
        // A mark in words: neither colour nor a sign has to be seen.
        return mark(ok ? "ok" : "WRONG", step, seen);
    }

    private static String mark(String mark, String step, String text) {
        return String.format("%-5s %-12s %s", mark, step, text);
    }

    static List<String> of(FirstHandshake first, OpenedTarget opened, Redaction redaction) {
        List<String> lines = new ArrayList<>();
        Target target = opened.target();
        if (first.obstacle().isPresent()) {
            Obstacle obstacle = first.obstacle().get();
            lines.add(line(false, obstacle.step().word(), redaction.apply(obstacle.seen())));
            lines.add(mark("hint", "", redaction.apply(obstacle.advice())));
            return lines;
        }
        if (first.session().isEmpty() && first.sessionless().isSpoken()) {
            lines.add(line(true, "era", "it speaks revision 2026-07-28 alone, and keeps no sessions"));
        } else if (first.session().isEmpty()) {
            lines.add(line(false, "handshake", "answered, but not as MCP asks; a run says what is wrong with it"));
        } else {
            Session session = first.session().get();
            lines.add(line(
                    true, "bearer", target.caller().bearer().isPresent() ? "accepted" : "none, and none is wanted"));
            lines.add(line(
                    true,
                    "handshake",
                    named(session, redaction) + ", revision "
                            + session.revision().date()));
            lines.add(line(
                    true,
                    "session",
                    session.id().isPresent()
                            ? "an id is issued"
                            : "no id is issued: nothing about sessions applies to this server"));
            first.proof().ifPresent(proof -> lines.add(proof(proof)));
            first.ending().ifPresent(ending -> lines.add(ending(ending)));
            if (first.sessionless().isSpoken()) {
                lines.add(line(true, "era", "it also speaks revision 2026-07-28, which has no sessions"));
            }
        }
        lines.add(line(
                true,
                "contract",
                target.contract().isPresent()
                        ? "declared: restarts are to be told by status "
                                + target.contract().get().status() + " and error "
                                + target.contract().get().code()
                        : "none declared: nothing is promised about the answer to a restart"));
        lines.add(line(true, "lever", lever(opened.lever())));
        return lines;
    }

    private static String named(Session session, Redaction redaction) {
        JsonNode server = session.initializeResult().path("serverInfo");
        String name =
                (server.path("name").asString("") + " " + server.path("version").asString("")).strip();
        return name.isEmpty() ? "a server without a name" : Excerpt.of(redaction.apply(name));
    }

    private static String proof(FirstHandshake.Proof proof) {
        String method = proof.request().method();
        if (!proof.answered()) {
            return line(
                    false,
                    "request",
                    method + " was not answered with a result: "
                            + proof.exchange().outcomeInWords() + "; name another under 'probe'");
        }
        return line(
                true,
                "request",
                method + " is answered"
                        + (proof.request().isWeak()
                                ? "; a weak proof of life, since a ping can be answered where everything behind it is dead"
                                : ""));
    }

    private static String ending(Exchange ending) {
        if (ending.status() == NOT_OFFERED) {
            return line(true, "ending", "not offered (405): sessions are left to expire");
        }
        return ending.status() / 100 == 2
                ? line(true, "ending", "accepted")
                : line(false, "ending", "answered " + ending.outcomeInWords() + "; sessions may be left behind");
    }

    private static String lever(Lever lever) {
        Optional<String> verbs = Optional.of(
                        lever.verbs().stream().sorted().map(Verb::word).collect(Collectors.joining(", ")))
                .filter(words -> !words.isEmpty());
        return verbs.orElse("none: no restart can be tested; docs/targets.md tells how one is declared");
    }
}
