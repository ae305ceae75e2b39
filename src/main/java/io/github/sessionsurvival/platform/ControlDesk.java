package io.github.sessionsurvival.platform;

import io.github.sessionsurvival.wire.SessionId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Does what a pull of the lever asks (docs/control-protocol.md). */
final class ControlDesk {

    private static final int PROTOCOL = 1;

    private static final List<String> VERBS = List.of(
            "restart-in-flight",
            "destroy",
            "hold",
            "scripted-answers",
            "paused-answers",
            "restart",
            "drain",
            "kill",
            "replace",
            "sleep",
            "evict",
            "cap",
            "session-cap",
            "idle",
            "outage",
            "era",
            "say",
            "new-caller",
            "new-bearer",
            "count",
            "clear");

    private final RestartablePlatform platform;
    private final Gate gate;
    private final Faults faults;
    private final Disposer disposer;
    private final Callers callers;
    private final Membership membership;
    private final Eras eras;
    private final SessionCaps caps;

    ControlDesk(
            RestartablePlatform platform,
            Gate gate,
            Faults faults,
            Disposer disposer,
            Callers callers,
            Membership membership,
            Eras eras,
            SessionCaps caps) {
        this.platform = platform;
        this.gate = gate;
        this.faults = faults;
        this.disposer = disposer;
        this.callers = callers;
        this.membership = membership;
        this.eras = eras;
        this.caps = caps;
    }

    JsonNode verbs() {
        List<String> declared = new ArrayList<>(VERBS);
        if (callers.isOpen()) {
            // On an open server everyone is one caller: there is nothing to mint.
            declared.remove("new-caller");
            declared.remove("new-bearer");
        }
        ObjectNode answer = JsonText.object().put("protocol", PROTOCOL);
        declared.forEach(answer.putArray("verbs")::add);
        return answer;
    }

    JsonNode caller(String id) throws ControlFault {
        if (callers.isOpen()) {
            throw new ControlFault(501, "An open server has one caller only.");
        }
        if (!Callers.isValid(id)) {
            throw ControlFault.wrong("A caller's id must be letters, digits, -, . or _, at most 80.");
        }
        return JsonText.object().put("id", id).put("bearer", callers.bearer(id).reveal());
    }

    JsonNode bearer(byte[] body) throws ControlFault {
        String id = ControlBody.read(body, "caller")
                .caller()
                .orElseThrow(() -> ControlFault.wrong("A new bearer needs a caller."));
        if (callers.isOpen()) {
            throw new ControlFault(501, "An open server has one caller only.");
        }
        return JsonText.object().put("id", id).put("bearer", callers.another(id).reveal());
    }

    JsonNode plan(byte[] body) throws ControlFault {
        ControlBody told = ControlBody.read(body, "caller", "operation", "phase", "times", "retryAfter", "effect");
        boolean destroys = told.word("effect", "restart", w -> switch (w) {
            case "restart" -> Optional.of(false);
            case "destroy" -> Optional.of(true);
            default -> Optional.empty();
        });
        Fault plan = new Fault.Plan(
                told.word("operation", "", Operation::named),
                told.word("phase", "before-mint", Phase::named),
                told.times(),
                told.retryAfter(),
                destroys);
        faults.arm(told.caller().orElse(Faults.EVERYONE), plan);
        return JsonText.object();
    }

    JsonNode script(byte[] body) throws ControlFault {
        ControlBody told = ControlBody.read(
                body, "caller", "operation", "times", "status", "headers", "body", "shape", "namesSession");
        Fault script = new Fault.Script(
                told.word("operation", "", Operation::named),
                told.times(),
                told.number("status", 200, 200, 599),
                told.headers(),
                told.text("body").orElse(""),
                told.word("shape", "whole", Shape::named),
                told.flag("namesSession"));
        faults.arm(told.caller().orElse(Faults.EVERYONE), script);
        return JsonText.object();
    }

    JsonNode form(byte[] body) throws ControlFault {
        ControlBody told = ControlBody.read(body, "caller", "form");
        faults.answerAs(told.caller().orElse(Faults.EVERYONE), told.word("form", "", Form::named));
        return JsonText.object();
    }

    JsonNode hold(byte[] body) throws ControlFault {
        ControlBody told = ControlBody.read(body, "caller", "operation", "phase");
        Hold hold = faults.hold(
                told.caller().orElse(Faults.EVERYONE),
                told.word("operation", "", Operation::named),
                told.word("phase", "before-mint", Phase::named));
        return JsonText.object().put("ticket", hold.ticket());
    }

    JsonNode awaitHeld(String ticket, Duration most) throws ControlFault {
        Hold hold = known(ticket);
        hold.awaitHeld(most);
        return JsonText.object().put("state", hold.state());
    }

    JsonNode release(String ticket, byte[] body) throws ControlFault {
        Hold hold = known(ticket);
        ControlBody told = ControlBody.read(body, "verdict");
        faults.release(
                hold,
                told.word(
                        "verdict",
                        "",
                        w -> Optional.ofNullable(
                                switch (w) {
                                    case "go-on" -> Ruling.GO_ON;
                                    case "restart" -> Ruling.RESTART;
                                    case "destroy" -> Ruling.DESTROY;
                                    case "cut" -> Ruling.CUT;
                                    default -> null;
                                })));
        return JsonText.object();
    }

    private Hold known(String ticket) throws ControlFault {
        return faults.hold(ticket).orElseThrow(() -> new ControlFault(404, "There is no hold with that ticket."));
    }

    JsonNode restart() {
        platform.restart();
        return JsonText.object();
    }

    JsonNode drain() {
        return JsonText.object().put("forced", !platform.drain());
    }

    JsonNode sleep() {
        platform.sleep();
        return JsonText.object();
    }

    JsonNode replace() {
        platform.replace();
        return JsonText.object();
    }

    JsonNode kill() {
        platform.kill();
        return JsonText.object();
    }

    JsonNode counts(Optional<String> caller) throws ControlFault {
        try {
            Incarnation present = gate.present();
            ObjectNode counts = JsonText.MAPPER.valueToTree(present.alone(store -> store.census(caller)));
            return counts.put("runtimes", present.runtimes(caller).size());
        } catch (Gone restarting) {
            throw new ControlFault(409, "The platform is restarting; ask again.");
        }
    }

    JsonNode cap(byte[] body) throws ControlFault {
        ControlBody told = ControlBody.read(body, "caller", "runtimes");
        disposer.cap(told.caller(), told.limit("runtimes"));
        return JsonText.object();
    }

    JsonNode idle(byte[] body) throws ControlFault {
        ControlBody told = ControlBody.read(body, "caller", "window");
        disposer.idle(told.caller(), told.limit("window").map(Duration::ofMillis));
        return JsonText.object();
    }

    JsonNode evict(byte[] body) throws ControlFault {
        Disposer.Eviction done = disposer.evict(ControlBody.read(body, "caller").caller());
        return JsonText.object().put("evicted", done.evicted()).put("busy", done.busy());
    }

    JsonNode outage(byte[] body) throws ControlFault {
        ControlBody told = ControlBody.read(body, "caller", "state");
        membership.become(told.caller().orElse(Faults.EVERYONE), told.word("state", "", Membership.State::named));
        return JsonText.object();
    }

    JsonNode era(byte[] body) throws ControlFault {
        ControlBody told = ControlBody.read(body, "caller", "serves");
        eras.serve(told.caller().orElse(Faults.EVERYONE), told.word("serves", "", Eras.Era::named));
        return JsonText.object();
    }

    JsonNode sessionCap(byte[] body) throws ControlFault {
        ControlBody told = ControlBody.read(body, "caller", "sessions");
        caps.cap(told.caller().orElse(Faults.EVERYONE), told.limit("sessions"));
        return JsonText.object();
    }

    /** Something that no request has asked for, in every session that listens. */
    JsonNode say(byte[] body) throws ControlFault {
        Optional<String> caller = ControlBody.read(body, "caller").caller();
        String message = JsonText.write(
                JsonText.object().put("jsonrpc", "2.0").put("method", "notifications/tools/list_changed"));
        long said = gate.present().runtimes(caller).stream()
                .filter(runtime -> runtime.standing().say(message))
                .count();
        return JsonText.object().put("said", said);
    }

    JsonNode disposals(Optional<String> caller) {
        ObjectNode answer = JsonText.object();
        ArrayNode list = answer.putArray("disposals");
        disposer.records(caller)
                .forEach(d -> list.addObject()
                        .put("session", d.session().value())
                        .put("reason", d.reason().word())
                        .put("idleMillis", d.idle().toMillis()));
        return answer;
    }

    JsonNode clear(byte[] body) throws ControlFault {
        ControlBody told = ControlBody.read(body, "caller", "sessions");
        Optional<String> caller = told.caller();
        boolean all = told.word(
                "sessions",
                "unnamed",
                w -> Optional.ofNullable(
                        switch (w) {
                            case "unnamed" -> false;
                            case "all" -> true;
                            default -> null;
                        }));
        if (all && caller.isEmpty()) {
            throw ControlFault.wrong("sessions all needs a caller: nobody ends everyone's.");
        }
        faults.clear(caller);
        disposer.clear(caller);
        membership.clear(caller);
        eras.clear(caller);
        caps.clear(caller);
        gate.interrupt(f -> f.isMisbehaving() && isOf(f, caller), Ruling.CUT);
        // What was let go on gets to name its session first; the unnamed that remain are nobody's.
        gate.awaitNone(
                f -> f.operation() == Operation.INITIALIZE && !f.isEndless() && isOf(f, caller), Duration.ofSeconds(2));
        Incarnation present = gate.present();
        try {
            List<SessionId> reclaimed =
                    present.alone(store -> (all ? store.live(caller.orElseThrow()) : store.unnamed(caller))
                            .stream().filter(store::destroy).toList());
            reclaimed.forEach(present::drop);
            return JsonText.object().put("reclaimed", reclaimed.size());
        } catch (Gone restarting) {
            throw new ControlFault(409, "The platform is restarting; ask again.");
        }
    }

    private static boolean isOf(Flight flight, Optional<String> caller) {
        return caller.isEmpty() || caller.get().equals(flight.caller());
    }
}
