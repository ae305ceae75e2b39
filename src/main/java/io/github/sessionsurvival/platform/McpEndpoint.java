package io.github.sessionsurvival.platform;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Serves the MCP endpoint: every request enters and leaves through the gate. */
final class McpEndpoint {

    static final String PATH = "/mcp";

    private final Gate gate;
    private final Door door;
    private final Faults faults;
    private final Defects defects;

    McpEndpoint(Gate gate, Door door, Faults faults, Defects defects) {
        this.gate = gate;
        this.door = door;
        this.faults = faults;
        this.defects = defects;
    }

    void serve(HttpExchange exchange, BooleanSupplier connected) throws IOException {
        serve(new Flight(exchange, defects), connected);
    }

    /** The same at another address. */
    void serveElsewhere(HttpExchange exchange, BooleanSupplier connected) throws IOException {
        Flight flight = new Flight(exchange, defects);
        flight.comesByTheOtherDoor();
        serve(flight, connected);
    }

    private void serve(Flight flight, BooleanSupplier connected) throws IOException {
        if (!gate.enter(flight, connected)) {
            if (gate.isShutToEveryone()) {
                Sender.send(flight, new Answer(502, Asked.html(), "<h1>502 Bad Gateway</h1>", false));
            } else {
                tellOfRestart(flight);
            }
            return;
        }
        try {
            Passage.run(flight, door.admit(flight), gate, faults);
        } catch (Refusal refusal) {
            Sender.send(flight, refusal.answer());
        } catch (Gone ended) {
            // Before anything was done: the platform ended while the request was being read.
            tellOfRestart(flight);
        } catch (RuntimeException defect) {
            // A fault of the platform's own is told as one; after the headers this throws, and the connection is
            // closed.
            Sender.send(flight, Refusal.of(500, -32603, "Internal server error").answer());
        } finally {
            flight.rest();
            gate.leave(flight);
        }
    }

    private static void tellOfRestart(Flight flight) throws IOException {
        if (!(flight.ruling() instanceof Ruling.Cut)) {
            Optional<String> delay = Optional.of(RestartNotice.RETRY_AFTER);
            boolean lone = LonePosts.announcesItself(new Lines(flight.exchange()));
            // Nothing was read, so nobody knows whose number an error would have to carry.
            Sender.send(flight, lone ? RestartNotice.unread(delay) : RestartNotice.answer(delay));
        }
    }
}
