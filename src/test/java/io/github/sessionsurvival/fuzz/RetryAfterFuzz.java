package io.github.sessionsurvival.fuzz;

import io.github.sessionsurvival.wire.FuzzedWire;

/** The fuzzer calls it by this name, which is the fuzzer's own. */
public final class RetryAfterFuzz {

    private RetryAfterFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        FuzzedWire.retryAfter(data);
    }
}
