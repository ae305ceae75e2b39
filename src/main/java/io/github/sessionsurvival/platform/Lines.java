package io.github.sessionsurvival.platform;

import com.sun.net.httpserver.HttpExchange;
import java.util.List;
import java.util.Optional;

/** A request's header lines, names in any letter case (SESS-14). */
record Lines(HttpExchange exchange) {

    List<String> all(String name) {
        List<String> values = exchange.getRequestHeaders().get(name);
        return values == null ? List.of() : values.stream().map(String::strip).toList();
    }

    /** The value; empty when the header is absent, empty or given more than once. */
    Optional<String> only(String name) {
        List<String> values = all(name);
        return values.size() == 1 && !values.get(0).isEmpty() ? Optional.of(values.get(0)) : Optional.empty();
    }
}
