package io.github.sessionsurvival.fuzz;

import io.github.sessionsurvival.target.FuzzedTargetFile;

/** The fuzzer calls it by this name, which is the fuzzer's own. */
public final class TargetFileFuzz {

    private TargetFileFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        FuzzedTargetFile.targetFile(data);
    }
}
