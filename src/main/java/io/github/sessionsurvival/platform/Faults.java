package io.github.sessionsurvival.platform;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Every armed fault and every hold, keyed by caller, so that one caller's faults never touch another's. They outlive a
 * restart of the platform: they are the lever's, not the platform's. Safe for many threads.
 */
final class Faults {

    /** The key of faults that strike everyone. */
    static final String EVERYONE = "";

    private static final int TICKETS = 10_000;

    private final AtomicLong tickets = new AtomicLong();
    private final Map<String, List<Armed>> queues = new HashMap<>();
    private final Map<String, Form> forms = new HashMap<>();
    private final Map<String, Hold> holds = new LinkedHashMap<>();

    private static final class Armed {
        private final Fault fault;
        private int strikes;

        private Armed(Fault fault) {
            this.fault = fault;
        }
    }

    /** What strikes one request. */
    record Strike(Fault fault, int number) {}

    synchronized void arm(String caller, Fault fault) {
        queues.computeIfAbsent(caller, c -> new ArrayList<>()).add(new Armed(fault));
    }

    synchronized Hold hold(String caller, Operation operation, Phase phase) {
        Hold hold = new Hold(Long.toString(tickets.incrementAndGet()), caller, operation, phase);
        holds.put(hold.ticket(), hold);
        if (holds.size() > TICKETS) {
            holds.remove(holds.keySet().iterator().next());
        }
        arm(caller, hold);
        return hold;
    }

    synchronized Optional<Hold> hold(String ticket) {
        return Optional.ofNullable(holds.get(ticket));
    }

    /** Gives the verdict on what is parked; an armed hold is disarmed instead. */
    synchronized void release(Hold hold, Ruling ruling) {
        List<Armed> queue = queues.getOrDefault(hold.caller(), List.of());
        // Still in the queue means that no request has met it: one that had would be parked with it, or on its way
        // there.
        if (queue.removeIf(a -> a.fault == hold)) {
            hold.release(Ruling.GO_ON);
        } else {
            hold.release(ruling);
        }
    }

    /** The fault that this request meets, if any: the caller's own first, in the order they were given. */
    synchronized Optional<Strike> next(String caller, Operation operation) {
        Optional<Strike> own = nextOf(caller, operation);
        return own.isPresent() ? own : nextOf(EVERYONE, operation);
    }

    private Optional<Strike> nextOf(String key, Operation operation) {
        List<Armed> queue = queues.getOrDefault(key, List.of());
        for (Iterator<Armed> each = queue.iterator(); each.hasNext(); ) {
            Armed armed = each.next();
            if (armed.fault.operation().covers(operation)) {
                int number = armed.strikes++;
                if (armed.strikes >= armed.fault.times()) {
                    each.remove();
                }
                return Optional.of(new Strike(armed.fault, number));
            }
        }
        return Optional.empty();
    }

    synchronized void answerAs(String caller, Form form) {
        forms.put(caller, form);
    }

    synchronized Form form(String caller) {
        return forms.getOrDefault(caller, forms.getOrDefault(EVERYONE, Form.JSON));
    }

    /** Lifts every fault of that caller and lets its held requests go on; of everyone when empty. */
    synchronized void clear(Optional<String> caller) {
        if (caller.isEmpty()) {
            queues.clear();
            forms.clear();
            holds.values().forEach(h -> h.release(Ruling.GO_ON));
        } else {
            queues.remove(caller.get());
            forms.remove(caller.get());
            holds.values().stream().filter(h -> h.caller().equals(caller.get())).forEach(h -> h.release(Ruling.GO_ON));
        }
    }
}
