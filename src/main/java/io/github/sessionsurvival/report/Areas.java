package io.github.sessionsurvival.report;

import io.github.sessionsurvival.verdict.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Requirements by subject, in the order a reader asks for them: does it survive, how do sessions live, all the rest. */
final class Areas {

    private static final Map<String, String> TITLES = new LinkedHashMap<>();

    static {
        TITLES.put("RST", "Restarts");
        TITLES.put("SESS", "Sessions");
        TITLES.put("EVICT", "Memory");
        TITLES.put("IDLE", "Idle sessions");
        TITLES.put("LIM", "Limits of sessions");
        TITLES.put("OUT", "Outages");
        TITLES.put("END", "Endings under traffic");
        TITLES.put("QUEUE", "Openings at once");
        TITLES.put("TOPO", "Deploys and front doors");
        TITLES.put("INIT", "Handshake");
        TITLES.put("VER", "Revisions");
        TITLES.put("RPC", "Messages");
        TITLES.put("BATCH", "Batches");
        TITLES.put("POST", "Requests");
        TITLES.put("GET", "The standing stream");
        TITLES.put("SSE", "Event streams");
        TITLES.put("SSEP", "The event stream's form");
        TITLES.put("RES", "Resuming streams");
        TITLES.put("PING", "Pings");
        TITLES.put("CAN", "Cancelling");
        TITLES.put("AUTH", "Credentials");
        TITLES.put("SEC", "Security");
        TITLES.put("HTTP", "HTTP");
        TITLES.put("MOD", "Servers without sessions");
    }

    private Areas() {}

    static Map<String, List<RunResult.Row>> of(List<RunResult.Row> rows) {
        Map<String, List<RunResult.Row>> areas = new LinkedHashMap<>();
        TITLES.values().forEach(title -> areas.put(title, new ArrayList<>()));
        for (RunResult.Row row : rows) {
            String id = row.requirement().id();
            String prefix = id.substring(0, Math.max(0, id.indexOf('-')));
            areas.computeIfAbsent(TITLES.getOrDefault(prefix, prefix), k -> new ArrayList<>())
                    .add(row);
        }
        areas.values().removeIf(List::isEmpty);
        return areas;
    }
}
