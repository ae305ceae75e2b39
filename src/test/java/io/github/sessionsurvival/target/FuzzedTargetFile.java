package io.github.sessionsurvival.target;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** What the fuzzer tries of target files: read, or refused in one printable line. */
public final class FuzzedTargetFile {

    private FuzzedTargetFile() {}

    public static void targetFile(byte[] data) {
        String line = "";
        try {
            TargetFile.parse("mine.yaml", new String(data, StandardCharsets.UTF_8), Path.of("target"));
        } catch (ConfigurationFault fault) {
            line = fault.getMessage();
        }
        if (line.chars().anyMatch(Character::isISOControl) || line.length() > 600) {
            throw new AssertionError("a printable line");
        }
    }
}
