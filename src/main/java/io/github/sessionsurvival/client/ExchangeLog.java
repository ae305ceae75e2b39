package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.Exchange;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A scenario's exchanges in the order they began; the evidence that judgement runs on. Safe for many threads. */
public final class ExchangeLog {

    private final AtomicInteger numbers = new AtomicInteger();
    private final List<Exchange> exchanges = new ArrayList<>();

    /** The number of the exchange that begins now. */
    public int nextNumber() {
        return numbers.incrementAndGet();
    }

    public synchronized void record(Exchange exchange) {
        exchanges.add(exchange);
    }

    /** Drops what ended so far: of many exchanges that are all alike, a number tells as much. */
    public synchronized void forget() {
        exchanges.clear();
    }

    /**
     * Keeps an exchange of another log as evidence here too.
     *
     * @return the same exchange under the number that it has here
     */
    public Exchange adopt(Exchange foreign) {
        Exchange own = foreign.numbered(nextNumber());
        record(own);
        return own;
    }

    /** All that ended so far, by number. */
    public synchronized List<Exchange> all() {
        return exchanges.stream()
                .sorted(java.util.Comparator.comparingInt(Exchange::number))
                .toList();
    }
}
